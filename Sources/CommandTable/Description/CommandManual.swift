/// The text of a man page, of a command or the tool, beyond its summary, arguments and options.
package struct CommandManual: Hashable, Sendable {
  package let discussion: [ProseBlock]
  package let examples: [Example]
  /// The variables that only this command looks at, besides those of all commands.
  package let environment: [Definition]
  package let files: [Definition]
  /// Those that only this command has, or has other words for.
  let exitStatuses: [ExitStatus]
  let seeAlso: [PageReference]

  package init(
    _ discussion: Prose = "", examples: Prose = "", environment: Prose = "", files: Prose = "",
    exitStatuses: KeyValuePairs<Int, String> = [:], seeAlso: [PageReference] = []
  ) {
    self.discussion = discussion.blocks
    self.examples = examples.examples
    self.environment = environment.definitions
    self.files = files.definitions
    self.exitStatuses = exitStatuses.map { ExitStatus(code: $0, meaning: $1) }
    self.seeAlso = seeAlso
  }
}
