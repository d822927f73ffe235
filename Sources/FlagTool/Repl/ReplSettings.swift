import FlagFormats
import FlagModel
import Predicates

/// The settings that dot commands make, for queries and output.
struct ReplSettings {
  var entity: Name?
  var groups: String?
  var groupCondition: String?
  var columns: String?
  var sort: String?
  var limit: String?
  var format: String?
  var nullText: String?
  var showsHeader = true
  var isRaw = false
  var timesCommands = false
  /// The values of variables, by name.
  private(set) var arguments: [(name: Name, text: String)] = []

  /// Sets a variable by `NAME=VALUE` or `NAME:null`; `NAME` alone removes it.
  mutating func set(argument text: String) {
    let name = PredicateArguments.parts(of: text)?.name ?? Name(text)
    let place = arguments.firstIndex { $0.name == name }
    if let place { arguments.remove(at: place) }
    if name != Name(text) { arguments.insert((name, text), at: place ?? arguments.count) }
  }

  mutating func forgetArguments() { arguments = [] }

  /// Selects an entity, and resets the settings for the previous one.
  mutating func use(_ entity: Name?) {
    self.entity = entity
    for setting in Self.ofEntity { self[keyPath: setting.path] = nil }
  }

  /// The settings that depend on the entity, with their commands. Each can depend on those before
  /// it.
  static var ofEntity: [(name: String, path: WritableKeyPath<ReplSettings, String?>)] {
    [
      ("group", \.groups), ("columns", \.columns), ("having", \.groupCondition),
      ("sort", \.sort),
    ]
  }

  /// The settings that choose and order records, as options of `query`.
  var recordOptions: [String] {
    let options = Self.options([
      ("group-by", groups), ("having", groupCondition), ("columns", columns), ("sort", sort),
      ("limit", limit),
    ])
    return options + (isRaw ? ["--raw"] : [])
  }

  /// The format as an option.
  var formatOptions: [String] { Self.options([("format", format)]) }

  /// The settings as options for row output. A setting without an effect in the format is left out.
  var outputOptions: [String] {
    let unused = format.flatMap(OutputFormat.init(rawValue:))?.unusedOptions ?? []
    var options = formatOptions
    if !unused.contains("null") { options += Self.options([("null", nullText)]) }
    if !showsHeader, !unused.contains("no-header") { options.append("--no-header") }
    return options
  }

  private static func options(_ values: [(name: String, value: String?)]) -> [String] {
    values.compactMap { name, value in value.map { "--\(name)=\($0)" } }
  }

  /// The settings as dot commands, one a line.
  var text: String { lines.map { "\($0)\n" }.joined() }

  private var lines: [String] {
    func line(_ name: String, _ value: String?) -> String { ".\(name) \(value ?? "")".trimmed }
    func line(_ name: String, isOn: Bool) -> String { isOn ? ".\(name) on" : ".\(name) off" }
    let argumentLines = arguments.map { line("arg", $0.text) }
    return argumentLines + [
      line("use", entity?.text), line("group", groups), line("having", groupCondition),
      line("columns", columns), line("sort", sort), line("limit", limit),
      line("mode", format), line("null", nullText), line("header", isOn: showsHeader),
      line("raw", isOn: isRaw), line("timer", isOn: timesCommands),
    ]
  }
}
