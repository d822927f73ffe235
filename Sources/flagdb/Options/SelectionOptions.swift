import CommandTable
import FlagModel
import FlagSQL

/// `--has`, `--any`, `--where` and the others that say which records are meant: the same in every
/// command, and all of them must hold.
struct SelectionOptions {
  private let parts: [PredicateSyntax]
  /// What `--having` asks of groups, in those commands that know it.
  let groupConditions: [PredicateSyntax]

  /// Whether the line says nothing of which records are meant.
  var isEmpty: Bool { parts.isEmpty }

  init(_ line: Invocation) throws {
    var parts: [PredicateSyntax] = []
    var groupConditions: [PredicateSyntax] = []
    let given = line.values(ofOption: "arg")
    var arguments = given[...]
    for option in line.options {
      guard let value = option.value else { continue }
      let source = SourceText(value)
      if let test = Self.tests[option.name] {
        parts.append(try .flagOption(test, source))
      } else if option.name == "where" {
        parts.append(try .parse(source, arguments: &arguments))
      } else if option.name == "having" {
        groupConditions.append(try .parse(source, arguments: &arguments))
      } else if option.name == "id" {
        parts.append(.key(value, at: SourcePlace(source, 0..<source.utf8.count)))
      }
    }
    if let unused = arguments.first {
      throw CommandError(
        "the argument '\(unused)' has no place in a predicate",
        hint: "each --arg is for one %@, %K or %d in --where, in their order")
    }
    self.parts = parts
    self.groupConditions = groupConditions
  }

  /// What they ask of the records of an entity; nil where every record is meant.
  func predicate(
    for entity: Entity, in schema: Schema, now: Timestamp
  ) throws -> Predicate? {
    let checker = PredicateChecker(entity, in: schema, now: now)
    return .conjunction(try parts.map { try checker.check($0) })
  }

  private static let tests: [String: FlagTest] = [
    "has": .has, "any": .any, "none": .none, "exactly": .exactly, "not-all": .notAll,
  ]

  static let descriptions: [OptionDescription] = [
    flags("has", "records that have all of these flags"),
    flags("any", "records that have at least one of these flags"),
    flags("none", aliases: ["lacks"], "records that have none of these flags"),
    flags("exactly", "records that have these flags and no others"),
    flags("not-all", "records that lack at least one of these flags"),
    OptionDescription(
      "where", short: "w", value: OptionValue("PREDICATE", .asks("predicate")), isRepeatable: true,
      group: group, help: "records for which this is true, as in `score >= 50`"),
    OptionDescription(
      "arg", value: OptionValue("VALUE"), isRepeatable: true, group: group,
      help: "what the next `%@`, `%K`, `%d` or `%f` stands for"),
    OptionDescription(
      "id", value: OptionValue("KEY", .asks("record")), group: group,
      help: "the record with this key, or this unique value"),
  ]

  private static let group = "selection (all that is given must hold)"

  private static func flags(
    _ name: String, aliases: [String] = [], _ help: String
  ) -> OptionDescription {
    OptionDescription(
      name, aliases: aliases, value: OptionValue("FLAGS", .asks("flags")), isRepeatable: true,
      group: group, help: help)
  }
}
