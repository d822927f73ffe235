import FlagModel
import TestSupport
import Testing

@testable import Migrations
@testable import Queries

/// Structs within structs at random, optional or not at every level, and changed at random: whatever
/// the pair of models, a migration stops before it begins or leaves tables as fresh ones are, with
/// records that keep every rule.
@Suite struct GeneratedStructTests {
  @Test(arguments: Campaign.seeds(9, many: 40, all: 200))
  func changedStructs(_ seed: UInt64) throws {
    var dice = Dice(seed: seed)
    var draft = DraftStruct(&dice, depth: 0)
    let text = draft.model
    draft.change(&dice)
    let (old, new) = (try model(text), try model(draft.model))
    let database = try MemoryDatabase(old)
    let columns = old.entities[0].attributes
    for _ in 0..<40 {
      let mostlyWhole = dice.isLucky(2)
      let values = columns.map { _ in
        dice.isLucky(mostlyWhole ? 8 : 2) ? "NULL" : "\(dice.next() % 5)"
      }
      // What the tables refuse is no matter: other records will do.
      _ = database.complaint("INSERT INTO T VALUES (NULL, \(values.joined(separator: ", ")))")
    }
    let asked = SchemaDiff(from: old, to: new, decisions: .none).questions
    let decisions = MigrationDecisions(drops: asked.map(\.old))
    let count = try database.run("SELECT count(*) FROM T")
    do {
      let result = try Migrated(database, from: old, to: new, decisions: decisions)
      for rule in new.entities[0].groupRules {
        #expect(try result.database.run(new.entities[0].broken(rule)) == [])
      }
      #expect(try result.database.run("SELECT count(*) FROM T") == count)
    } catch let stopped as Migrated.Stopped {
      #expect(
        stopped.findings.last?.hasPrefix("obstacle") ?? false,
        "\(stopped.findings)\n\(text)\n\(draft.model)")
    }
  }
}

/// A struct whose parts can be changed.
private struct DraftStruct {
  struct Part {
    var name: String
    var isOptional: Bool
    var original: String?
    var inner: DraftStruct?
  }

  var name: String
  var parts: [Part]

  init(_ dice: inout Dice, depth: Int) {
    name = "S\(dice.next() % 1_000_000_000)"
    parts = []
    for _ in 0...dice.next() % 3 { addPart(&dice, depth: depth) }
  }

  private mutating func addPart(_ dice: inout Dice, depth: Int, at index: Int? = nil) {
    let inner = depth < 2 && dice.isLucky(2) ? DraftStruct(&dice, depth: depth + 1) : nil
    parts.insert(
      Part(name: "p\(dice.next() % 1_000_000)", isOptional: dice.isLucky(2), inner: inner),
      at: index ?? parts.count)
  }

  mutating func change(_ dice: inout Dice, depth: Int = 0) {
    for _ in 0...dice.next() % 2 {
      let index = Int(dice.next() % UInt64(parts.count))
      if parts[index].inner != nil, !dice.isLucky(3) {
        parts[index].inner?.change(&dice, depth: depth + 1)
        continue
      }
      switch dice.next() % 5 {
      case 0: addPart(&dice, depth: depth)
      case 1: addPart(&dice, depth: depth, at: index)
      case 2 where parts.count > 1: parts.remove(at: index)
      case 3:
        parts[index].original = parts[index].original ?? parts[index].name
        parts[index].name = "q\(dice.next() % 1_000_000)"
      default: parts[index].isOptional.toggle()
      }
    }
  }

  /// An entity that has the parts itself.
  var model: String {
    let structs = parts.compactMap { $0.inner?.declarations }.joined()
    return "\(structs)@Model final class T { var n: Int?\n\(body)}\n"
  }

  private var declarations: String {
    parts.compactMap { $0.inner?.declarations }.joined() + "struct \(name) {\n\(body)}\n"
  }

  private var body: String {
    parts.map { part in
      let former = part.original.map { "@Attribute(originalName: \"\($0)\") " } ?? ""
      return
        "  \(former)var \(part.name): \(part.inner?.name ?? "Int")\(part.isOptional ? "?" : "")\n"
    }.joined()
  }
}
