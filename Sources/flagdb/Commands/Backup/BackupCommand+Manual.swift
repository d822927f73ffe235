import CommandTable

extension BackupCommand {
  static let manual = CommandManual(
    discussion: [
      """
      The copy is the database as it is at one moment, whoever reads and writes meanwhile; `cp` \
      promises nothing of the kind. A file that exists is never touched, and a copy that fails is \
      taken away.
      """
    ],
    examples: [
      Example("A copy that can be read at once.", "flagdb backup zoo.db copy.db", output: "")
    ],
    seeAlso: [PageReference("flagdb-check", 1)])
}
