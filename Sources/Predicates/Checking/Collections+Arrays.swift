import FlagModel
internal import PlainText
import SQLText

// Arrays: as a whole, and as the values that they hold.

extension Collections {
  /// The elements of an array, after the links that lead to the records that have it; nil where
  /// SQL cannot make of their form in JSON the one in which columns keep them.
  func elements(of array: Operand, after links: [Link]) -> Values? {
    guard let type = array.type?.element, !type.isArray else { return nil }
    let from = links.last?.to ?? array.origin
    let to = Scope(number: environment.numbers.next(), table: Name(array.name), key: "key")
    let column = Predicate.Column(name: "value", isOptional: false, scope: to.number)
    guard let term = type.term(inJSON: .column(column), isOptional: false) else { return nil }
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
    guard let element = type?.element else { return nil }
    return Operand(
      term: Term(.value(.null), element, isOptional: false), name: name,
      declaredType: declaredElement, place: place, origin: origin)
  }

  /// The type of an array's elements in the words of the model.
  fileprivate var declaredElement: String {
    for start in ["[", "Set<"] where declaredType.hasPrefix(start) {
      return String(declaredType.dropFirst(start.count).dropLast())
    }
    return declaredType
  }
}

extension AttributeType {
  /// True if its stored values are JSON as they are, in the form that arrays of it have.
  package var isSameInJSON: Bool {
    switch self {
    case .integer, .double, .float, .string, .uuid, .url, .enumeration: true
    case .bool, .decimal, .date, .data, .array, .flags, .json: false
    }
  }
}
