import CommandTable
import FlagModel
import Migrations
import PlainText
import Predicates
import Queries
import UserSQL

/// `--has`, `--any`, `--where` and the others that say which records are meant: the same in every
/// command, and all of them must hold.
struct SelectionOptions {
  private let parts: [PredicateSyntax]
  /// What `--having` asks of groups, in those commands that know it.
  let groupConditions: [PredicateSyntax]
  /// What `--arg` gives.
  let arguments: PredicateArguments

  /// Whether the line says nothing of which records are meant.
  var isEmpty: Bool { parts.isEmpty }

  init(_ line: Invocation) throws {
    var parts: [PredicateSyntax] = []
    var groupConditions: [PredicateSyntax] = []
    arguments = try PredicateArguments(
      line.values(ofOption: "arg"), for: Self.argumentNames(of: line))
    var arguments = arguments
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
    if let unused = arguments.rest.first { throw Self.unused(unused, arguments) }
    self.parts = parts
    self.groupConditions = groupConditions
  }

  /// The names of variables that the predicates and lists on a line use.
  static func argumentNames(of line: Invocation) -> [String] {
    func names(_ options: [String], _ read: (SourceText) -> [String]) -> [String] {
      options.flatMap(line.values(ofOption:)).flatMap { read(SourceText($0)) }
    }
    return names(["where", "having"], PredicateArguments.names(in:))
      + names(["columns", "group-by", "sort"], PredicateArguments.names(inList:))
  }

  private static func unused(_ given: String, _ arguments: PredicateArguments) -> CommandError {
    let name = PredicateArguments.parts(of: given)?.name
    let nearest = name.flatMap { nearestName(to: $0, in: arguments.asked) }
    return CommandError(
      "the argument '\(given)' has no place in a predicate",
      hint: nearest.map { "did you mean \($0)=…?" }
        ?? "NAME=VALUE is for a variable, another one for the next %@, %K or %d in --where")
  }

  /// What they ask of the records of an entity; nil where every record is meant. What is suspicious
  /// in them is said once.
  func predicate(
    for entity: Entity, in schema: Schema, _ session: Session
  ) throws -> Predicate? {
    let checker = PredicateChecker(entity, in: schema, now: session.now)
    let predicate = Predicate.conjunction(try parts.map { try checker.check($0) })
    if let note = (parts + groupConditions).lazy.compactMap(\.note).first {
      session.say(note.rendered())
    }
    return predicate
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
      "arg", value: OptionValue("[NAME=]VALUE", .asks("argument")), isRepeatable: true,
      group: group,
      help: "the value of a variable NAME, or of the next `%@`, `%K`, `%d` or `%f`"),
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
