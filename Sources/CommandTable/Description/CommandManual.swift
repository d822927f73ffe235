/// The text of a man page, of a command or the tool, beyond its summary, arguments and options.
package struct CommandManual: Hashable, Sendable {
  package private(set) var discussion: [ProseBlock] = []
  package private(set) var examples: [Example] = []
  /// The variables that only this command looks at, besides those of all commands.
  package private(set) var environment: [Definition] = []
  /// The variables of the tool that matter for this command; nil if all do.
  package var sharedVariables: Set<String>?
  package private(set) var files: [Definition] = []
  /// Those that only this command has, or has other words for.
  private(set) var exitStatuses: [ExitStatus] = []
  private(set) var seeAlso: [PageReference] = []

  /// No text: the parser needs none, and a start makes one for each command.
  package init() {}

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
