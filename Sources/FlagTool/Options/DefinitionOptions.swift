import CommandTable
import Definitions

/// `--language` and `--include`: the settings for definition files.
struct DefinitionOptions: CommandOptions {
  var language: DefinitionLanguage?
  var folders: [String] = []

  mutating func declare(in table: inout OptionTable) {
    table.heading("definitions")
    table.value(
      "language", &language, "LANGUAGE",
      help: "instead of the ending of the file name")
    table.value(
      "include", short: "I", &folders, "FOLDER", .directory,
      help: "a folder of headers that the file includes")
  }
}

extension DefinitionLanguage: CommandChoice {
  package var help: String? { nil }
}
