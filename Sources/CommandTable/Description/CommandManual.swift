/// The text of a command's man page beyond its summary, arguments and options.
package struct CommandManual: Codable, Hashable, Sendable {
  package var discussion: [ProseBlock]
  package var examples: [Example]
  /// The variables that only this command looks at, besides those of all commands.
  package var environment: [Definition]
  package var files: [Definition]
  package var exitStatuses: [ExitStatus]
  package var seeAlso: [PageReference]

  package init(
    discussion: [ProseBlock] = [], examples: [Example] = [], environment: [Definition] = [],
    files: [Definition] = [], exitStatuses: [ExitStatus] = [], seeAlso: [PageReference] = []
  ) {
    self.discussion = discussion
    self.examples = examples
    self.environment = environment
    self.files = files
    self.exitStatuses = exitStatuses
    self.seeAlso = seeAlso
  }
}
