/// A tool of the server: a command with some of its options.
enum MCPTool: String, CaseIterable {
  /// An argument of a tool, which is an option of the command or a word of its line.
  struct Parameter {
    let name: String
    let option: String?
    let help: String
  }

  case model, query, stats, infer, lint

  var command: String { self == .model ? "schema" : rawValue }

  var options: [String] { self == .model ? [] : ["--format=json"] }

  var required: [String] {
    switch self {
    case .query: ["entity"]
    case .infer: ["column"]
    case .model, .stats, .lint: []
    }
  }

  /// True if the command has the options for record files.
  var readsRecords: Bool { self != .lint }

  var summary: String {
    switch self {
    case .model: "The model of a database, as Swift: entities, attributes, and the names of flags."
    case .query: "Records of an entity, or groups of them, as JSON with the names of flags."
    case .stats: "Statistics: sizes, or for an entity the counts of its flags and values."
    case .infer:
      "What unknown bits of a column mean, guessed from other columns and related records: for each bit "
        + "the best statement, with its correlation."
    case .lint: "Probable mistakes in the definitions of flags and in their data."
    }
  }

  var parameters: [Parameter] {
    let selection = [
      Parameter(name: "has", option: "has", help: "records with all these flags: HRM,PLX"),
      Parameter(name: "any", option: "any", help: "records with one of these flags"),
      Parameter(name: "none", option: "none", help: "records without these flags"),
      Parameter(
        name: "where", option: "where",
        help: "a predicate: score > 50 and markers has HRM and readings.count > 2"),
    ]
    let entity = Parameter(name: "entity", option: nil, help: "the entity, such as Sample")
    switch self {
    case .model: return [entity]
    case .query:
      return [entity] + selection + [
        Parameter(
          name: "columns", option: "columns",
          help: "attributes, calculations or aggregates: code, markers, count()"),
        Parameter(
          name: "group_by", option: "group-by",
          help: "an attribute, or a flag a group: each(markers), month(taken)"),
        Parameter(name: "having", option: "having", help: "a predicate on groups: count() > 2"),
        Parameter(name: "sort", option: "sort", help: "attributes to sort by"),
        Parameter(name: "limit", option: nil, help: "the most records"),
      ]
    case .stats: return [entity] + selection
    case .infer:
      return [
        Parameter(name: "column", option: nil, help: "the column with the bits: item.flags"),
        Parameter(
          name: "least", option: "least",
          help: "the least correlation of a meaning, 0 to 1; 0.75 by default"),
      ]
    case .lint: return []
    }
  }
}
