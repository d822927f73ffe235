/// The arguments and options of a command line, as properties. Each is declared once, with its
/// property. The parser, help, manual and completion use the same declarations.
/// See Documentation/Decisions/options-are-declared-by-calls.md.
package protocol CommandOptions: Sendable {
  /// Sets the default values. A required argument always sets its property.
  init()

  /// Declares arguments and options in the order of the help. It is called several times, and must
  /// have no other effect.
  mutating func declare(in table: inout OptionTable)

  /// Checks the values, and derives others. The parts are completed first.
  mutating func complete() throws
}

extension CommandOptions {
  package mutating func complete() throws {}

  /// Reads a parsed command line. Options that are not declared are ignored.
  package init(_ line: Invocation) throws {
    self.init()
    var table = OptionTable()
    try table.read(line, into: &self)
  }

  /// Reads an incomplete command line, and ignores invalid parts.
  package init(unfinished line: Invocation) {
    self.init()
    var table = OptionTable()
    table.read(unfinished: line, into: &self)
  }
}
