import CommandTable
import Databases
import FlagModel
import Predicates
import Queries

/// `--has`, `--any`, `--where` and the other options that select records, and values for variables.
/// A record must satisfy all of them.
struct SelectionOptions: CommandOptions {
  /// The condition of one option.
  enum Condition {
    case flags(FlagTest, SourceText)
    case ofRecords(SourceText)
    case ofGroups(SourceText)
    case key(String)
  }

  /// In the order of the command line.
  var conditions: [Condition] = []
  var columns: [SourceText] = []
  var groups: [SourceText] = []
  /// The key for the columns of a cross table.
  var across: SourceText?
  var sort: [SourceText] = []
  /// The new values, which can be calculations.
  var assignments: [String] = []
  private(set) var givenArguments: [String] = []

  private var parts: [PredicateSyntax] = []
  /// The conditions of `--having`, in commands with this option.
  private(set) var groupConditions: [PredicateSyntax] = []
  private(set) var arguments = PredicateArguments()

  /// True if no option selects records.
  var isEmpty: Bool { parts.isEmpty }

  /// True if `--id` names a record.
  var hasKey: Bool { conditions.contains { if case .key = $0 { true } else { false } } }

  /// Declares the argument with the same meaning as `--where`.
  mutating func declareArgument(in table: inout OptionTable) {
    var predicate: SourceText?
    table.argument(
      "PREDICATE", &predicate, .asks("predicate"), help: "the same as `--where PREDICATE`")
    if let predicate { conditions.append(.ofRecords(predicate)) }
  }

  mutating func declare(in table: inout OptionTable) {
    table.heading("selection (a record must match all of these)")
    let tests: [(FlagTest, name: String, aliases: [String], help: String)] = [
      (.has, "has", [], "records that have all of these flags"),
      (.any, "any", [], "records that have at least one of these flags"),
      (.none, "none", ["lacks"], "records with none of these flags"),
      (.exactly, "exactly", [], "records with exactly these flags"),
      (.notAll, "not-all", [], "records that lack at least one of these flags"),
    ]
    for (test, name, aliases, help) in tests {
      table.value(
        name, aliases: aliases, &conditions, "FLAGS", .asks("flags"), help: help
      ) { .flags(test, SourceText($0)) }
    }
    table.value(
      "where", short: "w", &conditions, "PREDICATE", .asks("predicate"),
      help: "records for which this is true, as in `score >= 50`"
    ) { .ofRecords(SourceText($0)) }
    table.value(
      "arg", &givenArguments, "[NAME=]VALUE", .asks("argument"),
      help: "the value of a variable or the next `%@`, `%K`, `%d`, `%f`")
    table.value(
      "id", &conditions, "KEY", .asks("record"), isRepeatable: false,
      help: "the record with this key or unique value"
    ) { .key($0) }
  }

  mutating func complete() throws {
    if !givenArguments.isEmpty {
      arguments = try PredicateArguments(givenArguments, for: argumentNames)
    }
    var arguments = arguments
    for condition in conditions {
      switch condition {
      case .flags(let test, let flags): parts.append(try .flagOption(test, flags))
      case .ofRecords(let text): parts.append(try .parse(text, arguments: &arguments))
      case .ofGroups(let text): groupConditions.append(try .parse(text, arguments: &arguments))
      case .key(let key): parts.append(Self.syntax(ofKey: key))
      }
    }
    if let unused = arguments.rest.first { throw Self.unused(unused, arguments) }
  }

  private static func syntax(ofKey key: String) -> PredicateSyntax {
    let place = SourcePlace(SourceText(key), 0..<key.utf8.count)
    return PredicateSyntax(.key(key), at: place)
  }

  /// The variables in the predicates and lists.
  var argumentNames: [Name] {
    var names: [Name] = []
    for condition in conditions {
      switch condition {
      case .ofRecords(let text), .ofGroups(let text): names += PredicateArguments.names(in: text)
      case .flags, .key: break
      }
    }
    for assignment in assignments { names += PredicateArguments.names(in: SourceText(assignment)) }
    var lists = columns + groups
    if let across { lists.append(across) }
    for list in lists + sort { names += PredicateArguments.names(inList: list) }
    return names
  }

  private static func unused(_ text: String, _ arguments: PredicateArguments) -> CommandError {
    let name = PredicateArguments.parts(of: text)?.name
    let nearest = name?.nearest(in: arguments.asked)
    return CommandError(
      "the argument '\(text)' is not used",
      hint: nearest.map { .meant(["\($0)=…"]) }
        ?? "NAME=VALUE sets $NAME; a bare VALUE fills the next %@, %K or %d")
  }

  /// The predicate for an entity's records; nil if every record is selected. A suspicious condition
  /// gives one warning.
  func predicate(for entity: Entity, in schema: Schema, _ session: Session) throws -> Predicate? {
    let checker = PredicateChecker(entity, in: schema, now: session.now)
    let predicate = Predicate.conjunction(try parts.map { try checker.check($0) })
    let notes = (parts + groupConditions).lazy.compactMap { $0.note(asking: entity, in: schema) }
    if let note = notes.first {
      session.say(note.rendered())
    }
    return predicate
  }

  /// Throws if the value of `--id` names two records, or none in one of several attributes. Call it within the
  /// transaction of the answer, and before it.
  /// - Parameter isRequired: false if there may be no record.
  func requireOneRecord(
    of entity: Entity, in database: Database, _ session: Session, isRequired: Bool = true
  ) throws {
    let checker = PredicateChecker(entity, in: database.schema, now: session.now)
    for case .key(let key) in conditions {
      let meanings = try checker.keyMeanings(of: key, at: Self.syntax(ofKey: key).place)
      if meanings.count < 2 { continue }
      let isNamed = Predicate.disjunction(meanings.map(\.predicate))
      switch try database.number(Query(entity, predicate: isNamed, answer: .count)) {
      case 0 where isRequired: throw noRecord(key, entity)
      case 0, 1: continue
      default:
        throw try SeveralRecords(named: key, meanings: meanings, of: entity, in: database).error()
      }
    }
  }

  /// Throws if the record of `--id` does not exist. Call it within the transaction of the answer. It takes a round trip
  /// to a server, so do not call it if the answer shows that the record exists.
  func requireRecord(of entity: Entity, in database: Database, _ session: Session) throws {
    if let missing = try missingRecord(of: entity, in: database, session) { throw missing }
  }

  /// Runs a change of the selected records. Throws if the record of `--id` does not exist, also if the change fails for
  /// another reason.
  /// - Parameter isInVain: true for the result of a change that found no record.
  func requiringRecord<Result>(
    of entity: Entity, in database: Database, _ session: Session,
    change: () throws -> Result, isInVain: (Result) -> Bool
  ) throws -> Result {
    try requireOneRecord(of: entity, in: database, session)
    let result: Result
    do {
      result = try change()
    } catch {
      if let missing = try? missingRecord(of: entity, in: database, session) { throw missing }
      throw error
    }
    if isInVain(result) { try requireRecord(of: entity, in: database, session) }
    return result
  }

  /// The error for the record of `--id`; nil if it exists.
  private func missingRecord(
    of entity: Entity, in database: Database, _ session: Session
  ) throws -> CommandError? {
    let checker = PredicateChecker(entity, in: database.schema, now: session.now)
    for case .key(let key) in conditions {
      let meanings = try checker.keyMeanings(of: key, at: Self.syntax(ofKey: key).place)
      // The others are known to be there.
      if meanings.count > 1 { continue }
      let query = Query(entity, predicate: meanings[0].predicate, answer: .exists)
      if try database.number(query) == 0 { return noRecord(key, entity) }
    }
    return nil
  }

  private func noRecord(_ key: String, _ entity: Entity) -> CommandError {
    let relationship = [entity.relationshipForHiddenKey?.name].compactMap(\.self)
    let names = listed(entity.uniqueNames + relationship, "or")
    return CommandError("there is no \(entity.name) with the \(names) '\(key)'", exit: .failed)
  }
}

/// The value of `--id` that names several records.
private struct SeveralRecords {
  private let typed: String
  private let meanings: [PredicateChecker.KeyMeaning]
  private let entity: Entity
  private let database: Database

  init(
    named typed: String, meanings: [PredicateChecker.KeyMeaning], of entity: Entity,
    in database: Database
  ) {
    self.typed = typed
    self.meanings = meanings
    self.entity = entity
    self.database = database
  }

  func error() throws -> CommandError {
    var owners: [String] = []
    var conditions: [String] = []
    for meaning in meanings {
      let key = QueryColumn.key(of: entity)
      let query = Query(entity, columns: [key], predicate: meaning.predicate)
      let rows = try database.rows(query)
      guard try rows.next() else { continue }
      let type = key.type ?? .integer(.int64)
      let record = type.text(of: rows.value(at: 0))
      owners.append("the \(meaning.name) of \(entity.name) \(record)")
      let condition = meaning.predicate.spelled(of: entity, in: database.schema)
      conditions.append("--where \(shellWord(condition))")
    }
    return CommandError(
      "'\(typed)' is \(listed(owners, "and"))",
      hint: .words("write \(listed(conditions, "or"))"), exit: .failed)
  }
}
