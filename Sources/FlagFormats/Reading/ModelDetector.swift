package import FlagModel

/// Finds out, record by record, which model an input could have.
package struct ModelDetector {
  private var columns: [DetectedColumn] = []
  private var names: [Name] = []
  private var records = 0
  /// The places of the present input's columns among those of all inputs.
  private var places: [Int] = []
  private var known: [Name: Int] = [:]

  package init() {}

  /// Takes the record that was read last into account.
  package mutating func add(_ reader: RecordReader) {
    takeColumns(of: reader)
    records += 1
    for (column, place) in places.enumerated() { columns[place].add(reader, column) }
  }

  /// Takes the header into account, so that an input without records has columns too.
  package mutating func takeColumns(of reader: RecordReader) {
    while places.count < reader.columns.count {
      let name = reader.columns[places.count]
      // A column that stands twice in one input is refused later, and has a place of its own.
      if let place = known[name], !places.contains(place) {
        places.append(place)
      } else {
        known[name] = columns.count
        places.append(columns.count)
        names.append(name)
        columns.append(DetectedColumn())
      }
    }
  }

  /// Lets another input begin, in which the columns may stand in another order.
  package mutating func beginInput() { places = [] }

  /// The model, in which the types have names of their own; columns may have been given names, or
  /// be left out.
  package func model(
    named entity: Name, besides schema: Schema, mapping: ImportMapping = ImportMapping()
  ) -> DetectedModel {
    var draft = ModelDraft(
      taken: schema.types.map(\.name) + schema.entities.map(\.name) + [entity], mapping)
    for (index, column) in columns.enumerated() {
      draft.add(column, named: names[index], number: index + 1, records: records)
    }
    return DetectedModel(
      entity: Entity(name: entity, properties: draft.attributes.map(Property.attribute)),
      flagSets: draft.flagSets, mapping: draft.mapping, notes: draft.notes)
  }
}

/// Declarations for an input, and how its columns are named in them.
package struct DetectedModel: Sendable {
  package let entity: Entity
  package let flagSets: [FlagSet]
  /// From the column's name to that of its attribute, where they differ.
  package let mapping: ImportMapping
  /// Facts that the user should know, such as changed names.
  package let notes: [String]
}

/// The declarations found so far, with names that are legal and differ.
private struct ModelDraft {
  private(set) var attributes: [Attribute] = []
  private(set) var flagSets: [FlagSet] = []
  private(set) var mapping: ImportMapping
  private(set) var notes: [String] = []
  private var takenTypes: Set<Name.Folded>
  private var takenNames: Set<Name.Folded> = []

  init(taken: [Name], _ mapping: ImportMapping) {
    self.mapping = mapping
    takenTypes = Set(taken.map(\.folded))
  }

  mutating func add(
    _ column: DetectedColumn, named name: Name, number: Int, records: Int
  ) {
    if mapping.skips(name) { return }
    if column.isObject {
      // Its members have columns of their own.
      mapping.skip(name)
      return
    }
    guard let (found, flags) = column.type else {
      mapping.skip(name)
      notes.append("the column '\(name)' holds what no attribute can and is skipped")
      return
    }
    let wanted = mapping.name(of: name)
    let attribute = Self.unused(identifier(for: wanted, number: number), &takenNames)
    if attribute != wanted {
      notes.append("the column '\(name)' is named '\(attribute)'")
    }
    if attribute != name {
      mapping.map(name, to: attribute)
    }
    let type = flags.isEmpty ? found : .flags(addFlagSet(for: attribute, flags))
    // Without a flag there are no flags: nothing that is not said.
    let isOptional = flags.isEmpty && column.isOptional(among: records)
    attributes.append(
      Attribute(
        name: attribute, declaredType: Self.name(of: type), type: type, isOptional: isOptional))
  }

  private mutating func addFlagSet(for attribute: Name, _ names: [String]) -> FlagSet {
    let capital = Name(attribute.text.prefix(1).uppercased() + attribute.text.dropFirst())
    let flags = names.enumerated().map { Flag(name: Name($1), mask: 1 << UInt64($0)) }
    let set = FlagSet(name: Self.unused(capital, &takenTypes), rawType: .int64, flags: flags)
    flagSets.append(set)
    return set
  }

  private static func name(of type: AttributeType) -> Name {
    switch type {
    case .bool: "Bool"
    case .integer(let integer): Name(integer.rawValue)
    case .double: "Double"
    case .date: "Date"
    case .uuid: "UUID"
    case .array(let element): "[\(name(of: element))]"
    case .flags(let set): set.name
    default: "String"
    }
  }

  /// `sampleCode` for `Sample Code`; what is a name stays as it is.
  private func identifier(for name: Name, number: Int) -> Name {
    if isIdentifier(name.text) { return name }
    let words = name.text.unicodeScalars.split { !$0.properties.isXIDContinue || $0 == "_" }
      .map { String($0) }
    var joined = ""
    for word in words {
      joined +=
        joined.isEmpty
        ? word.prefix(1).lowercased() + word.dropFirst()
        : word.prefix(1).uppercased() + word.dropFirst()
    }
    if joined.isEmpty { return "column\(number)" }
    return isIdentifier(joined) ? Name(joined) : "_\(joined)"
  }

  /// The name, with a number behind it where another differs from it in case only.
  private static func unused(_ name: Name, _ taken: inout Set<Name.Folded>) -> Name {
    var candidate = name
    var number = 2
    while !taken.insert(candidate.folded).inserted {
      candidate = "\(name)\(number)"
      number += 1
    }
    return candidate
  }
}
