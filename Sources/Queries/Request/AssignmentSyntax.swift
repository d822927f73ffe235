package import FlagModel
package import Predicates

/// A parsed `name=value`, before it is checked against the model.
package struct AssignmentSyntax: Hashable, Sendable {
  package enum Operation: String, Hashable, Sendable {
    case set = "="
    case add = "+="
    case remove = "-="
    case toggle = "^="
  }

  /// The text on the right side.
  package enum RightSide: Hashable, Sendable {
    case null
    /// A text that a person typed.
    case text(WordSyntax)
    /// An expression in the predicate language.
    case expression(WordSyntax)
    /// A value from a typed format, in the stored form of the attribute.
    case value(Value)
    /// The records of a to-many relationship, one by one.
    case list([WordSyntax])
  }

  package let name: NameSyntax
  package let operation: Operation
  package let rightSide: RightSide

  package init(name: NameSyntax, operation: Operation = .set, rightSide: RightSide) {
    self.name = name
    self.operation = operation
    self.rightSide = rightSide
  }

  /// The place of the value; if that is in another source, the place of the name.
  var valuePlace: SourcePlace {
    switch rightSide {
    case .text(let word), .expression(let word): word.place
    case .null, .value, .list: name.place
    }
  }

  /// Parses `name=value`, `name+=value`, `name-=value`, `name^=value` or `name:null`. A name that
  /// contains such symbols needs backquotes.
  package static func parse(_ source: SourceText) throws(Diagnostic) -> AssignmentSyntax {
    let bytes = source.utf8
    let null = Array(":null".utf8)
    let quoted = quotedName(in: bytes)
    guard let equals = bytes[(quoted?.upperBound ?? 0)...].firstIndex(of: UInt8(ascii: "=")) else {
      guard bytes.suffix(null.count).elementsEqual(null), bytes.count > null.count else {
        throw Diagnostic(
          "expected NAME=VALUE, found '\(source.text(0..<bytes.count))'",
          at: SourcePlace(source, 0..<bytes.count),
          hint: "as in code=S-17, markers+=HRM or note:null")
      }
      let end = bytes.count - null.count
      return AssignmentSyntax(name: try name(in: source, until: end), rightSide: .null)
    }
    let sign = equals > 0 ? Character(Unicode.Scalar(bytes[equals - 1])) : " "
    let operation = Operation(rawValue: "\(sign)=") ?? .set
    let name = try name(in: source, until: operation == .set ? equals : equals - 1)
    let value = equals + 1..<bytes.count
    return AssignmentSyntax(
      name: name, operation: operation,
      rightSide: .text(WordSyntax(source.text(value), at: SourcePlace(source, value))))
  }

  /// True if a word can only be a condition, such as `score == 5`.
  package static func isCondition(_ word: String) -> Bool {
    let signs = ["==", "<", ">", "!", "("]
    guard signs.contains(where: word.contains) || word.utf8.contains(UInt8(ascii: " ")),
      (try? PredicateSyntax.parse(SourceText(word))) != nil
    else { return false }
    guard let assignment = try? parse(SourceText(word)) else { return true }
    let name = assignment.name.name
    if case .text(let value) = assignment.rightSide, value.text.utf8.first == UInt8(ascii: "=") {
      return true
    }
    return name.utf8.last.map { " <>!".utf8.contains($0) } ?? false
  }

  /// The range between the backquotes at the beginning of a word; nil without backquotes.
  private static func quotedName(in bytes: [UInt8]) -> Range<Int>? {
    let backquote = UInt8(ascii: "`")
    guard bytes.first == backquote else { return nil }
    return bytes.dropFirst().firstIndex(of: backquote).map { 0..<$0 + 1 }
  }

  /// The spelling of a name that `parse` reads.
  package static func spelled(_ name: Name) -> String {
    let isPlain =
      !name.utf8.contains { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ":") }
      && !["+", "-", "^"].contains { name.utf8.last == $0.utf8.first }
    return isPlain ? name.text : "`\(name)`"
  }

  private static func name(in source: SourceText, until end: Int) throws(Diagnostic) -> NameSyntax {
    if let quoted = quotedName(in: source.utf8), quoted.count > 2, quoted.upperBound == end {
      return NameSyntax(Name(source.text(1..<end - 1)), at: SourcePlace(source, 0..<end))
    }
    guard end > 0 else {
      throw Diagnostic("expected a name before '='", at: SourcePlace(source, 0..<end))
    }
    return NameSyntax(Name(source.text(0..<end)), at: SourcePlace(source, 0..<end))
  }
}
