import FlagModel
import TestSupport
import Testing

@testable import FlagSQL

/// Pairs of models at random, with records at random: whatever the pair, the new tables are those
/// of a fresh database, and where nothing was lost the way back leads to the same records.
@Suite struct GeneratedMigrationTests {
  @Test(arguments: 0..<300)
  func thereAndBack(_ seed: UInt64) throws {
    var dice = Dice(seed: seed)
    var draft = DraftModel(&dice)
    let text = draft.text
    let old = try model(text)
    draft.change(&dice)
    let new = try model(draft.text)
    let database = try MemoryDatabase(old)
    for entity in old.entities {
      for _ in 0..<dice.next() % 6 { insert(entity, into: database, &dice) }
    }
    let before = try records(database, old)
    let wishes = try drops(from: old, to: new)
    let there: Migrated
    do {
      there = try Migrated(database, from: old, to: new, wishes: wishes)
    } catch let stopped as Migrated.Stopped {
      #expect(stopped.findings.last?.hasPrefix("obstacle") ?? false, "\(stopped.findings)")
      return
    }
    guard !there.findings.contains(where: { $0.hasPrefix("loss") }) else { return }
    let back = try drops(from: new, to: old, renames: there.plan.renames.reversed)
    do {
      _ = try Migrated(database, from: new, to: old, wishes: back)
    } catch let stopped as Migrated.Stopped {
      #expect(stopped.findings.last?.hasPrefix("obstacle") ?? false, "\(stopped.findings)")
      return
    }
    #expect(try records(database, old) == before, "\(text)\n\(draft.text)")
  }

  /// No to every question.
  private func drops(from old: Schema, to new: Schema, renames: [Rename] = []) throws
    -> MigrationWishes
  {
    let wishes = MigrationWishes(renames: renames)
    let asked = SchemaDiff(from: old, to: new, wishes: wishes).questions
    return MigrationWishes(renames: renames, drops: asked.map(\.old))
  }

  private func records(_ database: MemoryDatabase, _ schema: Schema) throws -> [[[Value]]] {
    try schema.entities.map {
      try database.run("SELECT * FROM \(name: $0.name) ORDER BY 1" as SQLText)
    }
  }

  /// What the table refuses is no matter: another record will do.
  private func insert(_ entity: Entity, into database: MemoryDatabase, _ dice: inout Dice) {
    var names: [SQLText] = []
    var values: [SQLText] = []
    for attribute in entity.attributes {
      names.append("\(name: attribute.column)")
      let isNull = attribute.isOptional && dice.isLucky(3)
      values.append(isNull ? "NULL" : "\(value(of: attribute.type, &dice))")
    }
    _ = try? database.run(
      """
      INSERT INTO \(name: entity.name) (\(names.joined(by: ", "))) VALUES (\(values.joined(by: ", ")))
      """ as SQLText)
  }

  private func value(of type: AttributeType, _ dice: inout Dice) -> Value {
    switch type {
    case .bool: .integer(dice.one(of: [0, 1]))
    case .integer: .integer(dice.one(of: [0, 1, 2, 7, 127]))
    case .double: .real(dice.one(of: [0, 1, 1.5, -2.25]))
    case .decimal: .integer(dice.one(of: [0, 1_000_000, 1_500_000, -2_250_000]))
    case .date: .text(dice.one(of: ["2026-01-02 03:04:05", "1999-12-31 00:00:00"]))
    case .flags: .integer(dice.one(of: [0, 1, 2, 3, 4, 6, 64, .min]))
    case .enumeration(let enumeration): dice.one(of: enumeration.cases).rawValue
    default: .text(dice.one(of: ["x", "1.5", "small", "a|b", "it's"]))
    }
  }
}

/// The text of a model that can be changed.
private struct DraftModel {
  struct Property {
    var name: String
    var type: String
    var isOptional: Bool
    var hasDefault: Bool
    var isUnique: Bool
    var original: String?
  }

  var flags: [(String, Int)] = [("a", 0), ("b", 1), ("c", 2)]
  var cases = ["small", "large", "huge"]
  var isTextual = false
  var entities: [[Property]] = []
  private var counter = 0

  static let defaults = [
    "Int": "7", "Int8": "1", "Double": "1.5", "String": "\"x\"", "Bool": "true", "Decimal": "1",
    "Date": "Date()", "M": "[]", "Size": ".small",
  ]

  init(_ dice: inout Dice) {
    for _ in 0..<2 { entities.append((0..<4).map { _ in property(&dice) }) }
  }

  private mutating func property(_ dice: inout Dice) -> Property {
    counter += 1
    return Property(
      name: "p\(counter)", type: dice.one(of: Self.defaults.keys.sorted()),
      isOptional: dice.isLucky(2), hasDefault: dice.isLucky(2), isUnique: dice.isLucky(9))
  }

  mutating func change(_ dice: inout Dice) {
    for _ in 0...dice.next() % 3 {
      let entity = Int(dice.next() % 2)
      let count = UInt64(entities[entity].count)
      let index = Int(dice.next() % count)
      switch dice.next() % 11 {
      case 0: entities[entity].append(property(&dice))
      case 1: entities[entity].insert(property(&dice), at: 0)
      case 2 where count > 1: entities[entity].remove(at: index)
      case 3: entities[entity][index].type = dice.one(of: Self.defaults.keys.sorted())
      case 4: entities[entity][index].isOptional.toggle()
      case 5: entities[entity][index].hasDefault.toggle()
      case 6:
        let name = entities[entity][index].original ?? entities[entity][index].name
        entities[entity][index].original = name
        counter += 1
        entities[entity][index].name = "q\(counter)"
      case 7:
        flags.shuffle(using: &dice)
        flags = flags.enumerated().map { ($1.0, $0) }
      case 8:
        flags.append(("d\(flags.count)", 6 + flags.count))
        cases.append("c\(cases.count)")
      case 9:
        cases.shuffle(using: &dice)
        isTextual.toggle()
      default:
        flags.removeLast()
        entities[entity][index].isUnique.toggle()
      }
      if flags.isEmpty { flags = [("z", 63)] }
    }
  }

  var text: String {
    var lines = ["struct M: OptionSet { let rawValue: Int64"]
    lines += flags.map { "  static let \($0.0) = M(rawValue: 1 << \($0.1))" }
    lines.append("}")
    let names = cases.contains("small") ? cases : cases + ["small"]
    lines.append(
      "enum Size: \(isTextual ? "String" : "Int") { case \(names.joined(separator: ", ")) }")
    for (index, properties) in entities.enumerated() {
      lines.append("@Model final class E\(index) {")
      lines += properties.map { property in
        let options =
          (property.isUnique ? [".unique"] : [])
          + (property.original.map { ["originalName: \"\($0)\""] } ?? [])
        let attribute = options.isEmpty ? "" : "@Attribute(\(options.joined(separator: ", "))) "
        let value = property.hasDefault ? " = \(Self.defaults[property.type] ?? "")" : ""
        return
          "  \(attribute)var \(property.name): \(property.type)\(property.isOptional ? "?" : "")\(value)"
      }
      lines.append("}")
    }
    return lines.joined(separator: "\n")
  }
}
