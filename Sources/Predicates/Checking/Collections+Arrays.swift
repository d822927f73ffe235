import FlagModel
import SQLText

// Arrays as whole values, and their elements.

extension Collections {
  /// The elements of an array, after the links to its records. Nil if SQL cannot convert their JSON
  /// form to the form of columns.
  func elements(of array: Operand, after links: [Link]) -> Values? {
    guard let type = array.type?.element, !type.isArray else { return nil }
    return items(
      of: array, after: links, Name(array.name), declaredType: array.declaredElement
    ) { column in type.term(inJSON: .column(column("value", false)), isOptional: false) }
  }

  /// The keys or the values of a dictionary.
  func entries(
    of dictionary: Operand, _ part: Name, _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Values {
    guard case .json(.dictionary(let key, let value))? = dictionary.type,
      dictionary.type?.isObject == true
    else { throw unsupportedEntries(dictionary, syntax) }
    let isKeys = part == "keys"
    let entries = items(
      of: dictionary, after: [], part,
      declaredType: isKeys ? key.swiftName : value.declaredType.text
    ) { column in
      guard isKeys else {
        let isOptional = value.isOptional
        return value.type.term(inJSON: .column(column("value", isOptional)), isOptional: isOptional)
      }
      let text = Term(.column(column("key", false)), .string, isOptional: false)
      if key == .string { return text }
      return Term(.function(.wholeOfText, [text]), key, isOptional: false)
    }
    guard let entries else { throw unsupportedElements(dictionary, syntax) }
    return entries
  }

  /// The rows for the members of a JSON value; nil if there is no term for a member.
  private func items(
    of json: Operand, after links: [Link], _ name: Name, declaredType: String,
    term: (_ column: (Name, Bool) -> Predicate.Column) -> Term?
  ) -> Values? {
    let from = links.last?.to ?? json.origin
    let to = Scope(number: environment.numbers.next(), table: Name(json.name), key: "key")
    let term = term { Predicate.Column(name: $0, isOptional: $1, scope: to.number) }
    guard let term else { return nil }
    let element = Operand(
      term: term, name: json.name, declaredType: declaredType, place: json.place, origin: to)
    let link = Link(kind: .elements(json.term), name: name, from: from, to: to)
    return Values(records: Records(links: links + [link], filters: []), element: element)
  }

  /// `grid.count`, `grid.isEmpty` of an array whose elements are not accessible; nil for another
  /// name.
  func size(_ name: Name, of array: Operand, _ syntax: PredicateSyntax) -> Checked? {
    let count = Term(
      .function(.elementCount, [array.term]), .integer(.int), isOptional: array.term.isOptional)
    switch Language.property(named: name.text, of: .values)?.meaning {
    case .aggregate(.count): return .operand(derived(count, "Int", syntax, origin: array.origin))
    case .isEmpty: return .predicate(.test(count, .compare(.equal, .integer(0))))
    default: return nil
    }
  }

  func unsupportedEntries(_ dictionary: Operand, _ syntax: PredicateSyntax) -> Diagnostic {
    Diagnostic(
      "the entries of '\(dictionary.name)' (\(dictionary.declaredType)) cannot be queried",
      at: syntax.place, hint: "those of dictionaries with texts or integers as keys can")
  }

  func unsupportedElements(_ array: Operand, _ syntax: PredicateSyntax) -> Diagnostic {
    Diagnostic(
      "the elements of '\(array.name)' (\(array.declaredType)) cannot be queried",
      at: syntax.place, hint: "the whole can be compared with a list, as in \(array.name) = []")
  }

}

extension Operand {
  /// The element of an array literal or stored array, without a record.
  var element: Operand? {
    guard let element = type?.element else { return nil }
    return Operand(
      term: Term(.value(.null), element.unwrapped, isOptional: element.unwrapped != element),
      name: name,
      declaredType: declaredElement, place: place, origin: origin)
  }

  /// The type of an array's elements in the spelling of the model.
  fileprivate var declaredElement: String {
    for start in ["[", "Set<"] where declaredType.hasPrefix(start) {
      return String(declaredType.dropFirst(start.count).dropLast())
    }
    return declaredType
  }
}

extension AttributeType {
  /// True if the stored values have the same form as JSON elements.
  package var isSameInJSON: Bool {
    switch self {
    case .integer, .double, .float, .string, .uuid, .url, .enumeration: true
    case .bool, .decimal, .date, .data, .array, .flags, .json, .any: false
    }
  }
}
