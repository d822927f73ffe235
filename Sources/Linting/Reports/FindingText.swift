package import JSON
package import PlainText

extension LintFinding {
  /// The finding as a message of a compiler.
  package func diagnostic(_ level: LintLevel) -> Diagnostic {
    var words = "\(message) [\(rule.rawValue)]"
    if place == nil { words = "\(file ?? ""): \(set): \(words)" }
    return Diagnostic(
      words, at: place,
      severity: level == .deny ? .error : .warning, notes: notes, hint: .words(repair))
  }

  /// The finding as an object for programs.
  package func json(_ level: LintLevel) -> JSONValue {
    let position = place.map { $0.source.lineAndColumn(at: $0.range.lowerBound) }
    return .object(of: [
      ("rule", .string(rule.rawValue)), ("level", .string(level.rawValue)),
      ("file", file.map { .string($0) } ?? .null),
      ("line", position.map { .integer($0.line) } ?? .null),
      ("column", position.map { .integer($0.column) } ?? .null),
      ("set", .string(set.text)), ("flag", flag.map { .string($0.text) } ?? .null),
      ("message", .string(message)), ("repair", .string(repair)),
    ])
  }
}
