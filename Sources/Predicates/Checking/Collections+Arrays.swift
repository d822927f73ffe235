import FlagModel
internal import PlainText
import SQLText

// Arrays: as a whole, and as the values that they hold.

extension Collections {
  /// The elements of an array, after the links that lead to the records that have it; nil where
  /// SQL cannot make of their form in JSON the one in which columns keep them.
  func elements(of array: Operand, after links: [Link]) -> Values? {
    guard case .array(let type)? = array.type, let form = type.inArray else { return nil }
    let from = links.last?.to ?? array.origin
    let to = Scope(number: environment.numbers.next(), table: Name(array.name), key: "key")
    let column = Predicate.Column(name: "value", isOptional: false, scope: to.number)
    let json = Term(.column(column), form, isOptional: false)
    let isSame = if case .date = form { false } else { !form.isDecimal }
    let term =
      isSame ? json : Term(.function(.element(form), [json]), form, isOptional: false)
    let element = Operand(
      term: term, name: array.name, declaredType: array.declaredElement, place: array.place,
      origin: to)
    let link = Link(kind: .elements(array.term), name: Name(array.name), from: from, to: to)
    return Values(records: Records(links: links + [link], filters: []), element: element)
  }

  func unsupportedElements(_ array: Operand, _ syntax: PredicateSyntax) -> Diagnostic {
    Diagnostic(
      "the elements of '\(array.name)' (\(array.declaredType)) cannot be asked for",
      at: syntax.place, hint: "the whole can be compared with a list, as in \(array.name) = []")
  }

}

extension Operand {
  /// One element of an array, which is no value of any record.
  var element: Operand? {
    guard case .array(let element)? = type else { return nil }
    return Operand(
      term: Term(.value(.null), element, isOptional: false), name: name,
      declaredType: declaredElement, place: place, origin: origin)
  }

  /// The type of an array's elements in the words of the model.
  fileprivate var declaredElement: String {
    guard declaredType.hasPrefix("["), declaredType.hasSuffix("]") else { return declaredType }
    return String(declaredType.dropFirst().dropLast())
  }
}

extension AttributeType {
  /// The type of an array's elements for a predicate; nil if SQL cannot bring them into the form of
  /// a column. A Float is not rounded in JSON, and so is compared as it was typed.
  fileprivate var inArray: AttributeType? {
    switch self {
    case .float: .double
    case .array, .data: nil
    default: self
    }
  }

  /// True if its stored values are JSON as they are, in the form that arrays of it have.
  package var isSameInJSON: Bool {
    switch self {
    case .integer, .double, .float, .string, .uuid, .url, .enumeration: true
    case .bool, .decimal, .date, .data, .array, .flags, .json: false
    }
  }
}
