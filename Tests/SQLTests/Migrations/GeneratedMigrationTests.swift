import FlagModel
import Foundation
import TestSupport
import Testing

@testable import Migrations
@testable import SQLText

/// Pairs of models at random, with records at random: whatever the pair, the new tables are those
/// of a fresh database, and where nothing was lost the way back leads to the same records.
@Suite struct GeneratedMigrationTests {
  @Test(arguments: Campaign.seeds(12, many: 60, all: 300))
  func thereAndBack(_ seed: UInt64) throws {
    var dice = Dice(seed: seed)
    var draft = DraftModel(&dice)
    let text = draft.text
    let old = try model(text)
    let wasAlone = draft.link.isAlone
    draft.change(&dice)
    let new = try model(draft.text)
    let database = try MemoryDatabase(old)
    let plain = try MemoryDatabase(old)
    for row in rows(of: old, &dice) {
      // What the tables refuse is no matter: other records will do.
      _ = try? database.run(row)
      _ = try? plain.run(row)
    }
    let before = try records(database, old)
    let decisions = try drops(from: old, to: new, renames: draft.renames)
    // Tables of many records get their new columns last.
    let areLarge = dice.isLucky(3)
    // A server takes longer to make tables.
    let isOnServer = seed % 3 == 0
    let there: Migrated
    do {
      there = try Migrated(
        database, from: old, to: new, decisions: decisions,
        tables: areLarge ? large(database, old) : [:], onServerToo: isOnServer)
    } catch let stopped as Migrated.Stopped {
      #expect(stopped.findings.last?.hasPrefix("obstacle") ?? false, "\(stopped.findings)")
      return
    }
    try plain.runScript(there.plan.script(in: SQLiteDialect()))
    #expect(try records(plain, new) == records(database, new), "the script does the same")
    guard !there.findings.contains(where: { $0.hasPrefix("loss") }) else { return }
    let back = try drops(from: new, to: old, renames: there.plan.renames.reversed)
    let again: Migrated
    do {
      again = try Migrated(
        database, from: new, to: old, decisions: back,
        tables: areLarge ? large(database, new) : [:], onServerToo: isOnServer)
    } catch let stopped as Migrated.Stopped {
      #expect(stopped.findings.last?.hasPrefix("obstacle") ?? false, "\(stopped.findings)")
      return
    }
    // Two that become each other's inverse have the links of one, and both keep them on the way back.
    let isLossy =
      again.findings.contains { $0.hasPrefix("loss") } || wasAlone && !draft.link.isAlone
    #expect(try isLossy || records(database, old) == before, "\(text)\n\(draft.text)")
  }

  /// A to-many relationship becomes a mask, and the entity with the names goes; another may get its name.
  @Test(arguments: Campaign.seeds(12, many: 60, all: 300))
  func linksBecomeAMask(_ seed: UInt64) throws {
    var dice = Dice(seed: seed)
    let names = ["a", "b", "c", "d"]
    let flags = names.filter { _ in !dice.isLucky(4) } + ["z"]
    let (areShared, takesName, hasOne) = (dice.isLucky(2), dice.isLucky(2), dice.isLucky(3))
    let inverse = areShared ? "owners: [E] = []" : "owner: E?"
    let old = try model(
      """
      @Model final class Other { var q: Int\(hasOne ? "; var e: E?" : "") }
      @Model final class E {
        var p: Int
        @Relationship(inverse: \\T.\(inverse.prefix { $0 != ":" })) var tags: [T] = []
      }
      @Model final class T { \(areShared ? "@Attribute(.unique) " : "")var word: String; var \(inverse) }
      """)
    let new = try model(
      """
      struct M: OptionSet { let rawValue: UInt8
      \(flags.enumerated().map { "static let \($1) = M(rawValue: 1 << \($0))" }.joined(separator: "\n"))
      }
      @Model final class \(takesName ? "T" : "Other") { var q: Int\(hasOne ? "; var e: E?" : "") }
      @Model final class E { var p: Int; var tags: M = [] }
      """)
    let database = try MemoryDatabase(old)
    let count = 1 + dice.next() % 4
    for key in 1...count {
      try database.run("INSERT INTO E (id, p) VALUES (\(key), 7)")
      try database.run("INSERT INTO Other (q) VALUES (\(key))")
    }
    var masks = [Int64](repeating: 0, count: Int(count))
    var pairs: Set<[Int]> = []
    for _ in 0..<dice.next() % 9 {
      pairs.insert([1 + Int(dice.next() % count), Int(dice.next() % 4)])
    }
    if areShared {
      for (key, name) in names.enumerated() {
        try database.run("INSERT INTO T (id, word) VALUES (\(key + 1), '\(name)')")
      }
    }
    for pair in pairs.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      let row: String =
        if areShared {
          "INSERT INTO E_tags (owners, tags) VALUES (\(pair[0]), \(pair[1] + 1))"
        } else {
          "INSERT INTO T (owner, word) VALUES (\(pair[0]), '\(names[pair[1]])')"
        }
      try database.run(row)
      if let bit = flags.firstIndex(of: names[pair[1]]) { masks[pair[0] - 1] |= 1 << Int64(bit) }
    }
    let renames = takesName ? [Rename(old: "Other", new: "T")] : []
    let migrated = try Migrated(
      database, from: old, to: new, decisions: MigrationDecisions(renames: renames),
      onServerToo: seed % 3 == 0)
    let unknown = Set(pairs.filter { !flags.contains(names[$0[1]]) }.map { $0[0] }).count
    #expect(migrated.findings.contains { $0.hasSuffix("are no flag of M") } == (unknown > 0))
    #expect(
      try database.run("SELECT tags FROM E ORDER BY id").map { $0[0] }
        == masks.map { .integer($0) })
    let others: String = "SELECT q FROM \(takesName ? "T" : "Other")"
    #expect(try database.run(others).count == Int(count))
  }

  /// No to every question.
  private func drops(from old: Schema, to new: Schema, renames: [Rename] = []) throws
    -> MigrationDecisions
  {
    let decisions = MigrationDecisions(renames: renames)
    let asked = SchemaDiff(from: old, to: new, decisions: decisions).questions
    return MigrationDecisions(renames: renames, drops: asked.map(\.old))
  }

  /// The content of the tables, those of pairs too, whatever the order of their columns.
  private func records(_ database: MemoryDatabase, _ schema: Schema) throws -> [[[Value]]] {
    try schema.tables.map { table in
      let columns = try columns(of: table, database).sorted().map { "\(name: $0)" as SQLText }
      let rows = try database.run(
        "SELECT \(columns.joined(by: ", ")) FROM \(name: table)" as SQLText)
      return rows.sorted { "\($0)" < "\($1)" }
    }
  }

  private func columns(of table: Name, _ database: MemoryDatabase) throws -> [Name] {
    try database.run(
      "SELECT name FROM pragma_table_info(\(.text(table.text))) ORDER BY cid" as SQLText
    )
    .map { if case .text(let name)? = $0.first { Name(name) } else { "?" } }
  }

  private func large(
    _ database: MemoryDatabase, _ schema: Schema
  ) throws -> [Name: StoredTable] {
    var tables: [Name: StoredTable] = [:]
    for entity in schema.entities {
      let columns = try columns(of: entity.name, database).filter { $0 != entity.keyColumn }
      tables[entity.name] = StoredTable(columns: columns, isLarge: true)
    }
    return tables
  }

  private func rows(of schema: Schema, _ dice: inout Dice) -> [SQLText] {
    var rows: [SQLText] = []
    // The second entity may be needed by the first.
    for entity in schema.entities.reversed() {
      for _ in 0..<dice.next() % 6 { rows.append(insertion(into: entity, &dice)) }
    }
    for case .joinTable(let join) in schema.entities.flatMap(\.relationships).map(\.storage)
    where join.isOwner {
      for _ in 0..<dice.next() % 5 {
        rows.append(
          "INSERT INTO \(name: join.name) VALUES (\(key(&dice)), \(key(&dice)))")
      }
    }
    return rows
  }

  private func key(_ dice: inout Dice) -> SQLText {
    "\(.integer(Int64(1 + dice.next() % 3)))"
  }

  private func insertion(into entity: Entity, _ dice: inout Dice) -> SQLText {
    var names: [SQLText] = []
    var values: [SQLText] = []
    for attribute in entity.attributes where attribute.column != entity.keyColumn {
      if case .value? = attribute.defaultValue, dice.isLucky(3) { continue }
      names.append("\(name: attribute.column)")
      let isNull = attribute.isOptional && dice.isLucky(3)
      values.append(isNull ? "NULL" : "\(value(of: attribute.type, &dice))")
    }
    for relationship in entity.relationships {
      guard case .column = relationship.storage else { continue }
      names.append("\(name: relationship.name)")
      let isNull = relationship.cardinality == .toOne(isOptional: true) && dice.isLucky(3)
      values.append(isNull ? "NULL" : key(&dice))
    }
    if names.isEmpty { return "INSERT INTO \(name: entity.name) DEFAULT VALUES" }
    return """
      INSERT INTO \(name: entity.name) (\(names.joined(by: ", "))) VALUES (\(values.joined(by: ", ")))
      """
  }

  private func value(of type: AttributeType, _ dice: inout Dice) -> Value {
    switch type {
    case .bool: return .integer(dice.one(of: [0, 1]))
    case .integer:
      return .integer(dice.one(of: [0, 1, 2, 7, 9, 10, 127, 128, 255, -1, -128, 70_000]))
    case .double: return .real(dice.one(of: [0, 1, 1.5, -2.25, 0.1, 7, 10, 1e300]))
    case .float: return .real(dice.one(of: [0, 1, 1.5, -2.25, 0.1, 7, 10, 3e38]))
    case .uuid: return .text("A0B1C2D3-0000-1111-2222-333344445555")
    case .url: return .text(dice.one(of: ["https://a.example/b", "[a]", "x"]))
    case .decimal: return .integer(dice.one(of: [0, 1_000_000, 1_500_000, -2_250_000]))
    case .date: return .text(dice.one(of: ["2026-01-02 03:04:05", "1999-12-31 00:00:00"]))
    case .flags: return .integer(dice.one(of: [0, 1, 2, 3, 4, 6, 64, .min, .min + 5]))
    case .enumeration(let enumeration): return dice.one(of: enumeration.cases).rawValue
    case .array, .json:
      return (try? type.stored(ofCoded: json(of: type, &dice))) ?? .null
    default: return .text(dice.one(of: ["x", "1.5", "small", "a|b", "it's", "", "[]"]))
    }
  }
}

extension GeneratedMigrationTests {
  /// A value in JSON with raw values.
  private func json(of type: AttributeType, _ dice: inout Dice) -> String {
    switch type {
    case .array(let element, _):
      return "[\(list(dice.next() % 4, of: element, &dice).joined(separator: ","))]"
    case .json(.optional(let type)): return dice.isLucky(3) ? "null" : json(of: type, &dice)
    case .json(.object(_, let fields)): return object(fields, &dice)
    case .json(.dictionary(let key, let value)):
      // Each key is given once.
      let keys = Set(list(dice.next() % 3, of: key, &dice)).sorted()
      let isObject = type.isObject
      let entries = keys.map { key in
        let item = value.isOptional && dice.isLucky(3) ? "null" : json(of: value.type, &dice)
        return "\(key)\(isObject ? ":" : ",")\(item)"
      }.joined(separator: ",")
      return isObject ? "{\(entries)}" : "[\(entries)]"
    case .json(.cases(let enumeration)):
      let enumCase = dice.one(of: enumeration.cases)
      return "{\"\(enumCase.name)\":\(object(enumCase.fields, &dice))}"
    case .bool: return dice.one(of: ["true", "false"])
    case .date: return "\"2026-01-02T03:04:05Z\""
    // Nobody names the other bits in a struct.
    case .flags(let set): return "\(dice.one(of: set.flags.map(\.mask) + [0]))"
    default:
      switch value(of: type, &dice) {
      case .text(let text): return "\"\(text)\""
      case .integer(let number): return "\(number)"
      case let value: return "\(value)"
      }
    }
  }

  private func list(_ count: UInt64, of type: AttributeType, _ dice: inout Dice) -> [String] {
    (0..<count).map { _ in json(of: type, &dice) }
  }

  private func object(_ fields: [JSONField], _ dice: inout Dice) -> String {
    let members = fields.compactMap { field -> String? in
      if field.isOptional, dice.isLucky(2) { return nil }
      return "\"\(field.key)\":\(json(of: field.type, &dice))"
    }
    return "{\(members.joined(separator: ","))}"
  }
}

extension Schema {
  /// Entities and pairs.
  fileprivate var tables: [Name] {
    entities.map(\.name)
      + entities.flatMap(\.relationships).compactMap {
        if case .joinTable(let join) = $0.storage, join.isOwner { join.name } else { nil }
      }
  }
}

/// The text of a model that can be changed.
private struct DraftModel {
  struct Property {
    var name: String
    var type: String
    var isOptional: Bool
    var value: String?
    var rule: String?
    var isUnique: Bool
    var original: String?
  }

  var flags: [(String, Int)] = [("a", 0), ("b", 1), ("c", 2)]
  var cases = ["small", "large", "huge"]
  var isTextual = false
  var entities: [[Property]] = []
  /// Names of the entities, and what they were.
  var names = ["E0", "E1"]
  var originals: [String?] = [nil, nil]
  var link = Link()
  private var counter = 0
  /// What each renamed flag or case was first, with its owner.
  private var formerNames: [String: String] = [:]

  /// The relationship between the two entities, by a property of each.
  struct Link {
    static let kinds = [
      [nil, nil], ["E1?", "[E0] = []"], ["E1?", nil], ["[E1] = []", "[E0] = []"], ["E1?", "E0?"],
      ["[E1] = []", "E0?"], ["E1", "[E0] = []"], [nil, "E0?"], ["E1", nil],
      ["[E1] = []", nil], [nil, "[E0]?"],
    ]
    var kind = 1
    var names = ["there", "back"]
    var originals: [String?] = [nil, nil]
    var rule = "nullify"
    /// True if each property stands without inverse.
    var isAlone = false
  }

  /// Rules refuse none of a type's defaults.
  static let defaults = [
    "Int": ["7", "0", "1"], "Int8": ["1", "7"], "Int16": ["7"], "UInt8": ["0", "7"],
    "UInt64": ["1"], "Double": ["1.5", "1", "0.1"], "Float": ["1.5", "0.1"],
    "String": ["\"x\"", "\"it's\"", "\"a, b) CHECK (\\\"p1\\\"\""], "Bool": ["true", "false"],
    "Decimal": ["1", "0.5"], "Date": ["Date()"], "M": ["[]"], "Size": [".small"], "[M]": ["[]"],
    "[Size]": ["[]"], "[String]": ["[]"], "UUID": [], "URL": [], "[Int?]": ["[]"],
    "[String?]": [], "[M?]": ["[]"], "[Size?]": [], "Set<Size?>": [], "[[Size?]]": ["[]"],
    "[[M]?]": [],
  ]

  /// The types of values that are stored as JSON and have parts; they become no others.
  static let structures = [
    "[Part]", "[Part?]", "Choice", "[String: Size]", "[Size: Int]", "[String: [M?]]",
    "[String: Size?]",
  ]

  static let numberRules = ["0...100", "0..<10", "...7", "0...", "-1...9", "0...10"]

  static let rules = [
    "Int": numberRules, "Int8": numberRules, "Int16": numberRules,
    "UInt8": ["0...100", "0..<10", "...7", "0...10"], "UInt64": ["1...7"],
    "Double": numberRules + ["0.1..<1.6"], "Float": numberRules + ["0.1...1.5"],
    "Decimal": ["0...2.5", "0.25..<10", "places: 2", "0...2.5, places: 2"],
    "String": ["length: 1...80", "length: 1...", "length: 0..<20"],
  ]

  init(_ dice: inout Dice) {
    for _ in 0..<2 { entities.append((0..<4).map { _ in property(&dice) }) }
    if dice.isLucky(3) { flags[1].1 = 63 }
    if dice.isLucky(9) { flags[2].1 = 0 }
    link.kind = Int(dice.next() % UInt64(Link.kinds.count))
    link.isAlone = dice.isLucky(3)
  }

  private mutating func property(_ dice: inout Dice) -> Property {
    counter += 1
    let type = dice.one(of: Self.defaults.keys.sorted() + Self.structures)
    return Property(
      name: "p\(counter)", type: type, isOptional: dice.isLucky(2), value: value(type, &dice),
      rule: rule(type, &dice), isUnique: dice.isLucky(9))
  }

  private func value(_ type: String, _ dice: inout Dice) -> String? {
    let values = Self.defaults[type] ?? []
    return values.isEmpty || dice.isLucky(2) ? nil : dice.one(of: values)
  }

  private func rule(_ type: String, _ dice: inout Dice) -> String? {
    let rules = Self.rules[type] ?? []
    return rules.isEmpty || dice.isLucky(2) ? nil : dice.one(of: rules)
  }

  private func retyped(_ property: Property, as type: String, _ dice: inout Dice) -> Property {
    var other = property
    other.type = type
    other.value = value(type, &dice)
    other.rule = rule(type, &dice)
    return other
  }

  mutating func change(_ dice: inout Dice) {
    for _ in 0...dice.next() % 3 {
      let entity = Int(dice.next() % 2)
      let count = UInt64(entities[entity].count)
      let index = Int(dice.next() % count)
      switch dice.next() % 22 {
      case 0: entities[entity].append(property(&dice))
      case 1: entities[entity].insert(property(&dice), at: 0)
      case 2 where count > 1: entities[entity].remove(at: index)
      case 3:
        let isStructure = Self.structures.contains(entities[entity][index].type)
        let type = dice.one(of: isStructure ? Self.structures : Self.defaults.keys.sorted())
        entities[entity][index] = retyped(entities[entity][index], as: type, &dice)
      case 4: entities[entity][index].isOptional.toggle()
      case 5, 17:
        entities[entity][index].value = value(entities[entity][index].type, &dice)
      case 6:
        let name = entities[entity][index].original ?? entities[entity][index].name
        entities[entity][index].original = name
        counter += 1
        entities[entity][index].name = "q\(counter)"
      case 7:
        flags.shuffle(using: &dice)
        flags = flags.enumerated().map { ($1.0, dice.isLucky(9) ? 63 : $0) }
      case 8:
        counter += 1
        flags.append(("d\(counter)", dice.one(of: [6, 7, 8, 62, 63])))
        cases.append("c\(counter)")
      case 9:
        cases.shuffle(using: &dice)
        isTextual.toggle()
      case 10:
        names[entity] = "F\(entity)"
        originals[entity] = "E\(entity)"
      case 11: link.kind = Int(dice.next() % UInt64(Link.kinds.count))
      case 12: link.isAlone.toggle()
      case 13:
        link.originals[entity] = link.originals[entity] ?? link.names[entity]
        counter += 1
        link.names[entity] = "l\(counter)"
      case 14: link.rule = dice.one(of: ["cascade", "nullify", "deny", "noAction"])
      case 15: flags.remove(at: Int(dice.next() % UInt64(flags.count)))
      case 16 where cases.count > 1: cases.remove(at: Int(dice.next() % UInt64(cases.count)))
      case 20:
        let place = Int(dice.next() % UInt64(flags.count))
        flags[place].0 = renamed("M", flags[place].0)
      case 21:
        let place = Int(dice.next() % UInt64(cases.count))
        cases[place] = renamed("Size", cases[place])
      case 18, 19: entities[entity][index].rule = rule(entities[entity][index].type, &dice)
      default:
        flags.removeLast()
        entities[entity][index].isUnique.toggle()
      }
      if flags.isEmpty { flags = [("z", 63)] }
    }
  }

  /// A new name for a flag or a case.
  private mutating func renamed(_ owner: String, _ name: String) -> String {
    counter += 1
    let new = "n\(counter)"
    let former = formerNames.removeValue(forKey: "\(owner).\(name)")
    formerNames["\(owner).\(new)"] = former ?? "\(owner).\(name)"
    return new
  }

  /// The renamed flags and cases that both models have.
  var renames: [Rename] {
    let names = flags.map { ("M", $0.0) } + cases.map { ("Size", $0) }
    return names.compactMap { owner, name in
      guard let former = formerNames["\(owner).\(name)"], Self.firstNames.contains(former) else {
        return nil
      }
      return Rename(old: Name(former), new: Name(name))
    }
  }

  private static let firstNames = ["M.a", "M.b", "M.c", "Size.small", "Size.large", "Size.huge"]

  var text: String {
    var lines = ["struct M: OptionSet { let rawValue: Int64"]
    lines += flags.map { "  static let \($0.0) = M(rawValue: 1 << \($0.1))" }
    lines.append("}")
    let cases = cases.contains("small") ? cases : cases + ["small"]
    lines.append(
      "enum Size: \(isTextual ? "String" : "Int") { case \(cases.joined(separator: ", ")) }")
    lines.append(
      "struct Part: Codable { var size: Size; var marks: M?; var all: [Size?]; var a: Int }")
    lines.append("enum Choice: Codable { case none, one(Size), two(marks: M, all: [Size]) }")
    for (index, properties) in entities.enumerated() {
      let original = originals[index].map { "@Entity(originalName: \"\($0)\") " } ?? ""
      lines.append("\(original)@Model final class \(names[index]) {")
      lines += properties.map { property in
        let options =
          (property.isUnique ? [".unique"] : [])
          + (property.original.map { ["originalName: \"\($0)\""] } ?? [])
        let attribute = options.isEmpty ? "" : "@Attribute(\(options.joined(separator: ", "))) "
        let rule = property.rule.map { "@Valid(\($0)) " } ?? ""
        let value = property.value.map { " = \($0)" } ?? ""
        return
          "  \(attribute)\(rule)var \(property.name): \(property.type)\(property.isOptional ? "?" : "")\(value)"
      }
      if let line = self.line(ofLink: index) { lines.append(line) }
      lines.append("}")
    }
    return lines.joined(separator: "\n")
  }

  private func line(ofLink index: Int) -> String? {
    let kind = Link.kinds[link.kind]
    guard let type = kind[index] else { return nil }
    var options = link.originals[index].map { ["originalName: \"\($0)\""] } ?? []
    if index == 1 {
      options.append("deleteRule: .\(link.rule)")
      let inverse = link.isAlone ? "nil" : "\\\(names[0]).\(link.names[0])"
      if kind[0] != nil { options.append("inverse: \(inverse)") }
    }
    let target = type.replacing("E\(1 - index)", with: names[1 - index])
    let relationship = options.isEmpty ? "" : "@Relationship(\(options.joined(separator: ", "))) "
    return "  \(relationship)var \(link.names[index]): \(target)"
  }
}
