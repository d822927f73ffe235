import FlagModel
import TestSupport

@testable import ModelText

/// Schemas made by chance, in the form in which reading gives them: whatever the model language
/// can say, in names and values that are hard to spell.
struct SchemaGenerator {
  private var random: RandomSource
  private var types: [NamedType] = []
  private var taken: Set<Name.Folded> = []

  init(seed: UInt64) {
    random = RandomSource(seed: seed)
  }

  mutating func schema() -> Schema {
    let entityNames = (0..<number(1...4)).map { _ in name(capital: true) }
    for _ in 0..<number(0...5) { addType(in: nil) }
    var nested: [[NamedType]] = []
    for entity in entityNames {
      let before = types
      types = []
      for _ in 0..<number(0...2) { addType(in: entity) }
      nested.append(types)
      types = before
    }
    let all = types + nested.joined()
    types = all
    var entities = entityNames.map { entity(named: $0) }
    link(&entities)
    // Only used structs are part of a schema that is read.
    let used = usedStructures(entities)
    let kept = types.filter {
      guard let structure = structure(behind: $0) else { return true }
      return used.contains(structure.name)
    }
    let alias = TypeAlias(
      name: name(capital: true), target: pick(entityNames), summary: summary())
    return Schema(
      types: (chance(1, of: 4) ? [.alias(alias)] : []) + kept, entities: entities.map(\.entity))
  }

  // MARK: Names and texts

  private static let names = [
    "a", "code", "select", "group", "order", "default", "init", "self", "Type", "class", "größe",
    "名前", "x1", "_hidden", "case", "in", "is", "where", "table", "index", "protocol", "🍎", "é",
    "two words", "static", "lazy", "final", "set", "any",
  ]

  private mutating func name(capital: Bool = false) -> Name {
    while true {
      var name = pick(SchemaGenerator.names)
      if capital { name = "T" + (name == "two words" ? "wo" : name) }
      if chance(1, of: 2) { name += "\(number(0...99))" }
      if taken.insert(Name(name).folded).inserted { return Name(name) }
    }
  }

  private mutating func text() -> String {
    pick(["", "x", "it's \"so\"", "back\\slash\n", "\u{1}\u{202E}", "日本 🇪🇺", "#\"", "${a}", "\\(b)"])
  }

  private mutating func summary() -> String? {
    chance(1, of: 4)
      ? pick(["One line.", "Two\n  lines", "*/ and /* and //", "A\n\n    code\nB"]) : nil
  }

  // MARK: Types

  private mutating func addType(in owner: Name?) {
    let simple = name(capital: true)
    let name: Name = owner.map { "\($0).\(simple)" } ?? simple
    switch number(0...3) {
    case 0: types.append(.flagSet(flagSet(name)))
    case 1: types.append(.enumeration(enumeration(name)))
    case 2:
      let (spelling, _, isOptional) = type()
      types.append(
        .alias(
          TypeAlias(
            name: name, target: "\(spelling)\(isOptional ? "?" : "")", summary: summary())))
    default:
      let properties = (0..<number(1...3)).map { _ in Property.attribute(attribute()) }
      types.append(
        .structure(Structure(name: name, properties: properties, summary: summary())))
    }
  }

  private mutating func flagSet(_ name: Name) -> FlagSet {
    let rawType = pick(IntegerType.allCases)
    let width = UInt64.max >> UInt64(64 - rawType.bitWidth)
    var flags: [Flag] = []
    var combinations: [Flag] = []
    for _ in 0..<number(0...6) {
      let bit = UInt64(number(0...(rawType.bitWidth - 1)))
      flags.append(Flag(name: self.name(), mask: 1 << bit, summary: summary()))
    }
    for _ in 0..<number(0...3) {
      let bits = flags.reduce(into: UInt64(0)) { if chance(1, of: 2) { $0 |= $1.mask } }
      let mask = chance(1, of: 4) ? UInt64.random(in: 0...width, using: &random) : bits
      guard mask.nonzeroBitCount != 1 else { continue }
      combinations.append(Flag(name: self.name(), mask: mask, summary: summary()))
    }
    var set = FlagSet(
      name: name, rawType: rawType, flags: flags, combinations: combinations, summary: summary())
    for _ in 0..<number(0...2) { set = field(of: set).flatMap { try? set.adding($0) } ?? set }
    return set
  }

  /// Some bits as a number or as an enum that is there already; nil where these do not fit.
  private mutating func field(of set: FlagSet) -> BitField? {
    let first = number(0...(set.rawType.bitWidth - 1))
    let bits = first...min(first + number(0...11), set.rawType.bitWidth - 1)
    let enumerations = types.compactMap { type -> Enumeration? in
      if case .enumeration(let one) = type { one } else { nil }
    }
    let name = self.name()
    guard let one = enumerations.isEmpty ? nil : pick(enumerations), chance(2, of: 3) else {
      let type = pick(IntegerType.allCases)
      return try? BitField(
        checking: name, bits, in: set.rawType, declaredType: Name(type.rawValue), .integer(type),
        summary: summary())
    }
    return try? BitField(
      checking: name, bits, in: set.rawType, declaredType: one.name, .enumeration(one),
      isOptional: one.caseName(of: .integer(0)) == nil, isInPlace: pick([nil, true, false]),
      summary: summary())
  }

  private mutating func enumeration(_ name: Name) -> Enumeration {
    let rawType = pick(
      [
        .integer(pick(IntegerType.allCases)), .string, .character, .real("Double"), .real("Float"),
      ] as [Enumeration.RawType])
    var cases: [Enumeration.Case] = []
    for _ in 0..<number(1...5) {
      let caseName = self.name()
      let value = rawValue(rawType, caseName)
      guard !cases.contains(where: { $0.rawValue == value }) else { continue }
      cases.append(Enumeration.Case(name: caseName, rawValue: value, summary: summary()))
    }
    return Enumeration(
      name: name, rawType: rawType, cases: cases, fallback: pick([nil, cases.last?.name]),
      summary: summary())
  }

  private mutating func rawValue(_ type: Enumeration.RawType, _ name: Name) -> Value {
    switch type {
    case .integer(let type):
      chance(1, of: 2)
        ? .integer(Int64(number(0...5)))
        : .integer(pick([type.storedRange.lowerBound, type.storedRange.upperBound]))
    // An enum without a raw type is in a model only where something uses it.
    case .caseName: .text(name.text)
    case .string: .text(chance(1, of: 2) ? name.text : text())
    case .character: .text(pick(["a", "\"", "é", "🇪🇺", "\n", "\\"]))
    case .real: .real(pick([0, 1, -2, 0.5, -0.25, 1e9]))
    }
  }

  // MARK: Attributes

  private typealias Declared = (spelling: Name, attribute: Attribute?, isOptional: Bool)

  /// A type that an attribute may have, as it is spelled.
  private mutating func type() -> Declared {
    let builtin: Name = pick([
      "Bool", "Int", "UInt8", "Int64", "Double", "Float", "Decimal", "String", "Date", "UUID",
      "URL", "Data",
    ])
    if chance(1, of: 3), let named = types.randomElement(using: &random) {
      if case .structure(let structure) = named, structure.properties.count > 1 {
        return (builtin, nil, false)
      }
      return (named.name, nil, false)
    }
    return chance(1, of: 5)
      ? (pick(["[\(builtin)]", "Set<\(builtin)>"]), nil, false) : (builtin, nil, chance(1, of: 5))
  }

  /// The meaning of a spelling: its type, and what a wrapper or an alias adds.
  private func resolved(_ spelling: Name) -> Attribute {
    func plain(_ type: AttributeType) -> Attribute {
      Attribute(name: "", declaredType: spelling, type: type)
    }
    for start in ["[", "Set<"] where spelling.text.hasPrefix(start) {
      let element = resolved(Name(spelling.text.dropFirst(start.count).dropLast())).type
      return plain(.array(element, isSet: start != "["))
    }
    if let builtin = AttributeType(builtin: spelling) { return plain(builtin) }
    switch types.first(where: { $0.name == spelling }) {
    case .flagSet(let set): return plain(.flags(set))
    case .enumeration(let enumeration): return plain(.enumeration(enumeration))
    case .alias(let alias):
      let inner = resolved(alias.plainTarget)
      return Attribute(
        name: "", declaredType: spelling, type: inner.type,
        isOptional: alias.isOptional || inner.isOptional, isUnique: inner.isUnique,
        validity: inner.validity)
    case .structure(let structure): return structure.properties[0].attributes[0]
    case .payloads, nil: return plain(.string)
    }
  }

  private mutating func attribute() -> Attribute {
    let declared = type()
    let base = resolved(declared.spelling)
    var type = base.type
    if case .decimal(let places) = type, places == 6, chance(1, of: 2) {
      type = .decimal(places: number(0...18))
    }
    let isOptional = base.isOptional || declared.isOptional
    let plain = Attribute(
      name: name(), declaredType: declared.spelling, type: type, isOptional: isOptional,
      isUnique: base.isUnique || chance(1, of: 6),
      validity: base.validity == .anything ? validity(type) : base.validity,
      originalName: chance(1, of: 8) ? "\(text())x" : nil, summary: summary())
    guard let value = defaultValue(plain) else { return plain }
    return Attribute(
      name: plain.name, declaredType: plain.declaredType, type: type, isOptional: isOptional,
      defaultValue: value, isUnique: plain.isUnique, validity: plain.validity,
      originalName: plain.originalName, summary: plain.summary)
  }

  private mutating func validity(_ type: AttributeType) -> Validity {
    guard chance(1, of: 3) else { return .anything }
    switch type {
    case .string, .url, .data:
      let lower = number(0...3)
      return Validity(length: lower...pick([lower, 10, Int.max]))
    case .integer(let integer):
      return Validity(
        bounds: Validity.Bounds(
          lower: .integer(integer.storedRange.lowerBound), upper: .integer(100),
          includesUpper: chance(1, of: 2)))
    case .double, .float:
      return Validity(
        bounds: Validity.Bounds(lower: nil, upper: .real(99.5), includesUpper: chance(1, of: 2)))
    case .decimal:
      return Validity(
        bounds: Validity.Bounds(lower: .integer(-12_345), upper: nil, includesUpper: true))
    case .date:
      return Validity(
        bounds: Validity.Bounds(
          lower: .text("1999-12-31 23:59:59.000001"), upper: nil, includesUpper: true))
    default: return .anything
    }
  }

  private mutating func defaultValue(_ attribute: Attribute) -> DefaultValue? {
    guard chance(1, of: 2) else { return nil }
    let value: DefaultValue? =
      switch attribute.type {
      case .bool: .value(.integer(Int64(number(0...1))))
      case .integer(let type): .value(.integer(pick([0, 7, type.storedRange.lowerBound])))
      case .double: .value(.real(pick([0, -1.5, 1e-7, 1e300, 50])))
      case .float: .value(.real(Double(pick([0.1, -2, 1e10] as [Float]))))
      case .decimal: .value(.integer(pick([0, 1, -1, 123_456, .max, .min])))
      case .string: pick([.newUUID, .newLowercasedUUID, .value(.text(text()))])
      case .date:
        pick(
          [
            .now, .moment(after: 3_600_000_000), .moment(after: -500_000),
            .value(.text("1969-12-31 23:59:59.999999")),
            .value(.text("9999-12-31 23:59:59.999999")), .value(.text("0001-01-01 00:00:00")),
          ] as [DefaultValue])
      case .uuid: pick([.newUUID, .value(.text("E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))])
      case .url: .value(.text("https://example.org/a?b=%20"))
      case .data: .value(.blob(pick([[], [0], [1, 2, 255]])))
      case .array(let element, _): arrayDefault(attribute.type, of: element)
      case .flags(let set): .value(.integer(set.stored(mask(of: set))))
      case .enumeration(let enumeration):
        enumeration.cases.randomElement(using: &random).map { .value($0.rawValue) }
      case .json, .any: nil
      }
    guard case .value(let stored)? = value else { return value }
    return (try? ValueCheck(attribute).check(stored)) == nil ? nil : value
  }

  private mutating func arrayDefault(
    _ array: AttributeType, of element: AttributeType
  ) -> DefaultValue? {
    let json =
      switch element {
      case .string: "[\"a\",\"it's \\\"so\\\"\"]"
      case .integer: "[0,1]"
      case .bool: "[true,false]"
      case .decimal: "[\"1\",\"2.5\"]"
      default: "[]"
      }
    return (try? array.value(from: json)).map { .value($0) }
  }

  private mutating func mask(of set: FlagSet) -> UInt64 {
    let named = set.flags.reduce(into: UInt64(0)) { if chance(1, of: 2) { $0 |= $1.mask } }
    return chance(1, of: 4) && set.fields.isEmpty ? named | 1 : named
  }

  // MARK: Entities

  private struct Draft {
    let name: Name
    let kind: Entity.Kind
    var properties: [Property]
    var uniques: [[Name]] = []
    let originalName: Name?
    let summary: String?

    var entity: Entity {
      Entity(
        name: name, kind: kind, properties: properties, uniques: uniques, indexes: uniques,
        originalName: originalName, summary: summary)
    }
  }

  private mutating func entity(named entityName: Name) -> Draft {
    var properties = (0..<number(1...6)).map { _ in Property.attribute(attribute()) }
    for type in types {
      guard case .structure(let structure) = type, structure.properties.count > 1,
        chance(1, of: 3)
      else { continue }
      let (name, isOptional) = (name(), chance(1, of: 2))
      properties.append(
        .group(
          Group(
            name: name, declaredType: structure.name, isOptional: isOptional,
            isUnique: chance(1, of: 4),
            properties: structure.properties.map { $0.within(name, isOptional: isOptional) },
            originalName: chance(1, of: 4) ? "Old" : nil, summary: summary())))
    }
    let names = properties.flatMap(\.attributes).map(\.name)
    return Draft(
      name: entityName, kind: chance(1, of: 3) ? .record : .model, properties: properties,
      uniques: chance(1, of: 4) ? [Array(names.prefix(2))] : [],
      originalName: chance(1, of: 6) ? "Old" : nil, summary: summary())
  }

  /// Relationships of every form between the entities.
  private mutating func link(_ entities: inout [Draft]) {
    for _ in 0..<number(0...4) {
      let (first, second) = (
        Int.random(in: entities.indices, using: &random),
        Int.random(in: entities.indices, using: &random)
      )
      let (one, two) = (name(), name())
      let (a, b) = (entities[first].name, entities[second].name)
      let rule = pick(Relationship.DeleteRule.allCases)
      func add(_ index: Int, _ relationship: Relationship) {
        entities[index].properties.append(.relationship(relationship))
      }
      let toOne = Relationship.Cardinality.toOne(isOptional: chance(1, of: 2))
      let toMany = Relationship.Cardinality.toMany(isOptional: chance(1, of: 3))
      switch number(0...4) {
      case 4:
        let own = Name(a.text.prefix(1).lowercased() + a.text.dropFirst())
        let other: Name = own.folded == one.folded ? "\(one)_inverse" : one
        add(
          first,
          Relationship(
            name: one, target: b, cardinality: toMany, deleteRule: rule,
            storage: .joinTable(
              .init(name: "\(a)_\(one)", ownColumn: own, otherColumn: other, isOwner: true))))
      case 0:
        add(
          first,
          Relationship(
            name: one, target: b, cardinality: toMany, inverse: two, deleteRule: rule,
            storage: .inverse(.init(column: two)), summary: summary()))
        add(
          second,
          Relationship(
            name: two, target: a, cardinality: toOne, inverse: one,
            storage: .column(.init(column: two)), originalName: chance(1, of: 3) ? "was" : nil))
      case 1:
        add(
          first,
          Relationship(
            name: one, target: b, cardinality: toOne, inverse: two, deleteRule: rule,
            storage: .inverse(.init(column: two, isUnique: true))))
        add(
          second,
          Relationship(
            name: two, target: a, cardinality: toOne, inverse: one, deleteRule: rule,
            storage: .column(.init(column: two, isUnique: true))))
      case 2:
        add(
          first,
          Relationship(
            name: one, target: b, cardinality: toOne, deleteRule: rule,
            storage: .column(.init(column: one))))
      default:
        // The side that is declared first makes the table.
        let (owner, member) = (min(first, second), max(first, second))
        let table: Name = "\(entities[owner].name)_\(one)"
        add(
          owner,
          Relationship(
            name: one, target: entities[member].name, cardinality: toMany, inverse: two,
            deleteRule: rule,
            storage: .joinTable(.init(name: table, ownColumn: two, otherColumn: one, isOwner: true))
          ))
        add(
          member,
          Relationship(
            name: two, target: entities[owner].name, cardinality: toMany, inverse: one,
            storage: .joinTable(
              .init(name: table, ownColumn: one, otherColumn: two, isOwner: false))))
      }
    }
  }

  /// The struct that a type is, or is an alias of.
  private func structure(behind type: NamedType) -> Structure? {
    switch type {
    case .structure(let structure): return structure
    case .alias(let alias):
      let name = Name(alias.target.utf8.filter { !"[]?".utf8.contains($0) })
      return types.first { $0.name == name }.flatMap(structure)
    default: return nil
    }
  }

  private func usedStructures(_ entities: [Draft]) -> Set<Name> {
    var used: Set<Name> = []
    func use(_ spelling: Name) {
      let name = Name(spelling.utf8.filter { !"[]?".utf8.contains($0) })
      switch types.first(where: { $0.name == name }) {
      case .alias(let alias): use(alias.target)
      case .structure(let structure):
        if used.insert(structure.name).inserted { structure.properties.forEach(use) }
      default: break
      }
    }
    func use(_ property: Property) {
      switch property {
      case .attribute(let attribute): use(attribute.declaredType)
      case .group(let group): use(group.declaredType)
      case .relationship: break
      }
    }
    entities.flatMap(\.properties).forEach(use)
    return used
  }

  // MARK: Chance

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  private mutating func chance(_ wins: Int, of all: Int) -> Bool {
    number(1...all) <= wins
  }

  private mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[number(0...(choices.count - 1))]
  }
}
