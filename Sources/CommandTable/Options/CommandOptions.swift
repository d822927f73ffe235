/// The arguments and options of a line, as properties. Each of them is declared once, with the
/// property that it sets; the parser, help, manual and completions read the same declarations.
/// See Documentation/Decisions/options-are-declared-by-calls.md.
package protocol CommandOptions: Sendable {
  /// The values for a line that says nothing. An argument that must be given always sets its
  /// property.
  init()

  /// Declares arguments and options in the order in which help lists them. It runs more than once,
  /// and does nothing else.
  mutating func declare(in table: inout OptionTable)

  /// Checks what was read, and works out what follows from it. Parts are complete before.
  mutating func complete() throws
}

extension CommandOptions {
  package mutating func complete() throws {}

  /// Reads a line that the parser has understood. Options that are not declared are passed over.
  package init(_ line: Invocation) throws {
    self.init()
    var table = OptionTable()
    try table.read(line, into: &self)
  }

  /// Reads a line that is still being typed, and passes over what cannot be understood.
  package init(unfinished line: Invocation) {
    self.init()
    var table = OptionTable()
    table.read(unfinished: line, into: &self)
  }
}
