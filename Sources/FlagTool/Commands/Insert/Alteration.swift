import Checking
import Databases
import FlagFormats
import FlagModel
import Migrating
import Migrations
import ModelText

/// `--alter`: the model with the flags and cases that are in the records but not in the present
/// model.
/// See Documentation/Decisions/new-names-take-new-bits.md.
struct Alteration {
  let schema: Schema
  /// The changes as `migrate` describes them, one a line.
  let words: String
  private let origin: String

  /// - Parameter command: the command, for the history of the model.
  /// - Returns: nil if nothing is new.
  init?(_ names: NewNames, _ command: String, in database: Database) throws {
    if names.additions.isEmpty { return nil }
    let old = database.schema
    var grown = old
    for addition in names.additions {
      guard let type = old.types.first(where: { $0.name == addition.type }) else { continue }
      switch type {
      case .flagSet(let set):
        let stored = try database.read {
          try DatabaseChecker(database).undeclaredBits(of: set.name)
        }
        let used = stored | names.usedBits[set.name, default: 0]
        grown = grown.replacing(.flagSet(try Self.adding(addition.names, to: set, besides: used)))
      case .enumeration(let enumeration):
        grown = grown.replacing(.enumeration(Self.adding(addition.names, to: enumeration)))
      case .alias, .structure, .payloads: break
      }
    }
    schema = try checkedModel(grown.swiftSource)
    words = SchemaDiff(from: old, to: schema).changes.map { "\($0.words)\n" }.joined()
    origin = "\(command) --alter"
  }

  /// Applies the model in the transaction that adds the records.
  func apply(to database: Database, now: Timestamp) throws {
    try Migrator(database).grow(to: schema, origin: origin, now: now)
  }

  /// - Parameter used: unnamed bits that occur in records and must not get a name.
  private static func adding(
    _ names: [String], to set: FlagSet, besides used: UInt64
  ) throws -> FlagSet {
    var set = set
    for (text, name) in chosen(names, besides: set.names, or: "flag") {
      guard let bit = set.freeBit(besides: used) else {
        throw CommandError(
          "'\(set.name)' has no free bit for '\(text)': it has \(set.rawType.bitWidth) bits",
          hint: "remove flags from the model with 'flagdb migrate', or use another set",
          exit: .failed)
      }
      set = set.adding([Flag(name: name, mask: bit, summary: summary(text, name))])
    }
    return set
  }

  private static func adding(_ names: [String], to enumeration: Enumeration) -> Enumeration {
    let new = chosen(names, besides: enumeration.cases.map(\.name), or: "case").map { text, name in
      var rawText = text
      if enumeration.rawType == .caseName { rawText = name.text }
      return Enumeration.Case(name: name, rawValue: .text(rawText), summary: summary(text, name))
    }
    return Enumeration(
      name: enumeration.name, rawType: enumeration.rawType, cases: enumeration.cases + new,
      fallback: enumeration.declaredFallback, summary: enumeration.summary)
  }

  /// Valid names for texts, different from the existing names.
  private static func chosen(
    _ texts: [String], besides existing: [Name], or noun: String
  ) -> [(text: String, name: Name)] {
    let names = chosenNames(
      for: existing + texts.map { Name($0) }, or: noun, where: \.isMemberName
    ) { $0 }
    return Array(zip(texts, names.dropFirst(existing.count)))
  }

  private static func summary(_ text: String, _ name: Name) -> String? {
    if name == Name(text) { return nil }
    return NamesInFiles.summary([Name(text)])
  }
}
