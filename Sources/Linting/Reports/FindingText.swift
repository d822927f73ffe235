package import JSON
package import PlainText

extension LintFinding {
  /// The finding as a message of a compiler.
  package func diagnostic(_ level: LintLevel) -> Diagnostic {
    let owner = place == nil ? "\(file ?? ""): \(set): " : ""
    return Diagnostic(
      "\(owner)\(message) [\(rule.rawValue)]", at: place,
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
