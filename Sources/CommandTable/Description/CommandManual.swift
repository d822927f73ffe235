/// The text of a man page, in addition to the summary, arguments and options.
package struct CommandManual: Hashable, Sendable {
  package private(set) var discussion: [ProseBlock] = []
  package private(set) var examples: [Example] = []
  /// The environment variables that only this command reads.
  package private(set) var environment: [Definition] = []
  /// The tool's environment variables that affect this command; nil for all.
  package var sharedVariables: Set<String>?
  package private(set) var files: [Definition] = []
  /// The exit statuses that only this command has, or describes differently.
  private(set) var exitStatuses: [ExitStatus] = []
  private(set) var seeAlso: [PageReference] = []

  /// Creates an empty text, because the parser needs none.
  package init() {}

  package init(
    _ discussion: Prose = "", examples: Prose = "", environment: Prose = "", files: Prose = "",
    exitStatuses: Prose = "", seeAlso: [PageReference] = []
  ) {
    self.discussion = discussion.blocks
    self.examples = examples.examples
    self.environment = environment.definitions
    self.files = files.definitions
    self.exitStatuses = exitStatuses.definitions.compactMap(ExitStatus.init)
    self.seeAlso = seeAlso
  }
}
