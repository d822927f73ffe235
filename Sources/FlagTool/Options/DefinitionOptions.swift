import CommandTable
import Definitions

/// `--language` and `--include`: the settings for definition files.
struct DefinitionOptions: CommandOptions {
  var language: DefinitionLanguage?
  var folders: [String] = []

  /// True if none of these options is given.
  var isEmpty: Bool { language == nil && folders.isEmpty }

  /// The long names of these options.
  static let names = OptionTable(describing: Self.self).options.map(\.name)

  mutating func declare(in table: inout OptionTable) {
    table.heading("definitions")
    table.value("language", &language, "LANGUAGE", help: "instead of the ending of the file name")
    table.value(
      "include", short: "I", &folders, "FOLDER", .directory,
      help: "a folder of headers that the file includes")
  }
}

extension DefinitionLanguage: CommandChoice {
  package var help: String? { nil }
}
