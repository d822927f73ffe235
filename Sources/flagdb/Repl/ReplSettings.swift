import FlagModel
import Predicates

/// The settings of a session, made by its dot commands: how predicates are asked and answers shown.
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
  /// The values of variables, by their names.
  private(set) var arguments: [(name: Name, text: String)] = []

  /// Sets the value of a variable, as `NAME=VALUE` or `NAME:null`; without a value it is taken back.
  mutating func set(argument text: String) {
    let name = PredicateArguments.parts(of: text)?.name ?? Name(text)
    let place = arguments.firstIndex { $0.name == name }
    if let place { arguments.remove(at: place) }
    if name != Name(text) { arguments.insert((name, text), at: place ?? arguments.count) }
  }

  mutating func forgetArguments() { arguments = [] }

  /// Another entity has other attributes.
  mutating func use(_ entity: Name?) {
    self.entity = entity
    for setting in Self.ofEntity { self[keyPath: setting.path] = nil }
  }

  /// The settings that speak of the records of one entity, with their commands; each must fit those
  /// before it.
  static var ofEntity: [(name: String, path: WritableKeyPath<ReplSettings, String?>)] {
    [
      ("group", \.groups), ("columns", \.columns), ("having", \.groupCondition),
      ("sort", \.sort),
    ]
  }

  /// The options of `query` that say the same.
  var queryOptions: [String] {
    Self.options([
      ("group-by", groups), ("having", groupCondition), ("columns", columns), ("sort", sort),
      ("limit", limit),
    ]) + outputOptions
  }

  /// The options that say how rows are shown.
  var outputOptions: [String] {
    Self.options([("format", format), ("null", nullText)])
      + (showsHeader ? [] : ["--no-header"]) + (isRaw ? ["--raw"] : [])
  }

  private static func options(_ values: [(name: String, value: String?)]) -> [String] {
    values.compactMap { name, value in value.map { "--\(name)=\($0)" } }
  }

  /// A line each, as the dot commands would set it.
  var text: String { lines.map { "\($0)\n" }.joined() }

  private var lines: [String] {
    func line(_ name: String, _ value: String?) -> String { ".\(name) \(value ?? "")".trimmed }
    let given = arguments.map { line("arg", $0.text) }
    return given + [
      line("use", entity?.text), line("group", groups), line("having", groupCondition),
      line("columns", columns), line("sort", sort), line("limit", limit),
      line("mode", format), line("null", nullText), line("header", showsHeader ? "on" : "off"),
      line("raw", isRaw ? "on" : "off"), line("timer", timesCommands ? "on" : "off"),
    ]
  }
}
