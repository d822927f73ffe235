package import FlagModel

/// Derives a model from the records of an input.
package struct ModelDetector {
  private var columns: [DetectedColumn] = []
  private var names: [Name] = []
  private var records = 0
  /// The indexes of the current input's columns among those of all inputs.
  private var places: [Int] = []
  private var columnIndexes: [Name: Int] = [:]
  private let settings: DetectionSettings

  package init(_ settings: DetectionSettings = DetectionSettings()) { self.settings = settings }

  /// Processes the current record.
  package mutating func add(_ reader: RecordReader) {
    takeColumns(of: reader)
    records += 1
    for (column, place) in places.enumerated() { columns[place].add(reader, column) }
  }

  /// Processes the header, so that an input without records has columns too.
  package mutating func takeColumns(of reader: RecordReader) {
    while places.count < reader.columns.count {
      let name = reader.columns[places.count]
      // A second column with the same name in one input is refused later, and counts as another
      // column here.
      if let place = columnIndexes[name], !places.contains(place) {
        places.append(place)
      } else {
        columnIndexes[name] = columns.count
        places.append(columns.count)
        names.append(name)
        columns.append(
          DetectedColumn(
            settings.type(of: name), dates: settings.dates,
            separators: settings.separators(of: name)))
      }
    }
  }

  /// Starts another input, whose columns may be in another order.
  package mutating func beginInput() { places = [] }

  /// The model, with unique type names. Throws if an option of the user cannot be satisfied.
  package func model(
    named entity: Name, besides schema: Schema = .empty
  ) throws(ValueError) -> DetectedModel {
    var draft = ModelDraft(
      settings, taken: schema.types.map(\.name) + schema.entities.map(\.name) + [entity])
    let chosen = settings.names(of: names)
    try settings.requireMet(by: names, called: chosen)
    draft.refused = settings.repeated(in: names)
    for (index, column) in columns.enumerated() {
      try draft.add(column, of: names[index], named: chosen[index], among: records)
    }
    return DetectedModel(
      entity: Entity(
        name: entity, properties: draft.attributes.map(Property.attribute),
        summary: draft.passedOver.isEmpty
          ? nil : NamesInFiles.summary(passingOver: draft.passedOver)),
      types: draft.types, numbered: draft.withNumbers, notes: draft.notes,
      notesOnTypes: draft.notesOnTypes)
  }
}

/// The detected declarations, which contain the names of the input's columns.
package struct DetectedModel: Sendable {
  package let entity: Entity
  package let types: [NamedType]
  package let numbered: NumberedAttributes
  /// Notes on renamed and omitted columns.
  package let notes: [String]
  /// Notes on the reasons for types.
  package let notesOnTypes: [String]

  /// The spelling of a detected type.
  package static func name(of type: AttributeType) -> Name {
    switch type {
    case .bool: "Bool"
    case .integer(let integer): Name(integer.rawValue)
    case .double: "Double"
    case .date: "Date"
    case .uuid: "UUID"
    case .any: "Any"
    case .array(let element, _): "[\(name(of: element))]"
    default: "String"
    }
  }
}

/// The declarations so far, with valid and unique names.
private struct ModelDraft {
  private(set) var attributes: [Attribute] = []
  private(set) var types: [NamedType] = []
  private(set) var notes: [String] = []
  private(set) var notesOnTypes: [String] = []
  private(set) var withNumbers = NumberedAttributes()
  private(set) var passedOver: [Name] = []
  /// JSON columns that are omitted, or whose objects are values: their members are omitted too.
  private var closed: [Name] = []
  /// The names of several columns, for which the input is refused.
  var refused: Set<Name> = []
  private let settings: DetectionSettings
  private var takenTypes: Set<Name.Folded>

  init(_ settings: DetectionSettings, taken: [Name]) {
    self.settings = settings
    takenTypes = Set(taken.map(\.folded))
  }

  mutating func add(
    _ column: DetectedColumn, of name: Name, named attribute: Name, among records: Int
  ) throws(ValueError) {
    if settings.mapping.skips(name) { return passOver(name) }
    if closed.contains(where: name.isInside) { return }
    let isWhole = column.isWholeObject
    // Its members are separate columns.
    if column.isObject, !isWhole, column.reason == nil, column.isUnknown { return }
    guard !column.isObject || isWhole, let detected = column.type else {
      let keeping =
        if column.isOfNumbersAndTexts { "; --type \(shellWord("\(name):Any")) keeps it" } else {
          ""
        }
      notes.append(
        "the column '\(name)' is left out: \(column.reason ?? "no attribute can hold it")\(keeping)"
      )
      return passOver(name)
    }
    if isWhole { closed.append(name) }
    if settings.tells(attribute, of: name), !refused.contains(settings.mapping.name(of: name)) {
      notes.append("the column '\(name)' is named '\(attribute)'")
    }
    note(column, detected, attribute)
    let (type, declared) = try declare(detected, column, attribute)
    if column.hasNumbers(of: type) { withNumbers.raw.insert(attribute) }
    if column.areMasks { withNumbers.masks.insert(attribute) }
    let isOptional = column.isOptional(type, among: records)
    var inFiles = attribute == name ? [] : [name]
    // The reader of the records looks for the name that a mapping gives, even if it is no identifier.
    let mapped = settings.mapping.name(of: name)
    if mapped != name, mapped != attribute { inFiles.append(mapped) }
    attributes.append(
      Attribute(
        name: attribute, declaredType: declared, type: type, isOptional: isOptional,
        isUnique: settings.isUnique(name, attribute),
        summary: inFiles.isEmpty ? nil : NamesInFiles.summary(inFiles)))
  }

  private mutating func passOver(_ name: Name) {
    passedOver.append(name)
    closed.append(name)
  }

  private mutating func note(_ column: DetectedColumn, _ detected: DetectedType, _ attribute: Name)
  {
    if detected == .value(.string), column.wanted == nil, let reason = column.reason {
      notesOnTypes.append("'\(attribute)' is a text: \(reason)")
    }
    if detected == .value(.any), column.wanted == nil, let reason = column.reason {
      notesOnTypes.append("'\(attribute)' is an Any: \(reason)")
    }
    if detected == .value(.date), column.wanted == nil, column.possible.contains(.double) {
      notesOnTypes.append(
        "'\(attribute)' has numbers, which --dates reads as dates; for integers: "
          + "--type \(attribute):Int"
      )
    }
  }

  private mutating func declare(
    _ detected: DetectedType, _ column: DetectedColumn, _ attribute: Name
  ) throws(ValueError) -> (AttributeType, Name) {
    switch detected {
    case .value(let type):
      if case .attribute(let wanted) = column.wanted { return (type, wanted.declaredType) }
      return (type, DetectedModel.name(of: type))
    case .flags(let names): return try declareFlags(names, of: column, attribute)
    case .bits:
      let set = FlagSet(
        name: typeName(for: attribute), rawType: column.numbers.rawType,
        flags: column.numbers.flags)
      types.append(.flagSet(set))
      return (.flags(set), set.name)
    case .declaredFlags(let set): return declare(set)
    case .cases(let values): return try declareCases(values, of: column, attribute)
    }
  }

  /// Declares a set with the names in a column. Numbers beside them keep their bits.
  private mutating func declareFlags(
    _ names: [String], of column: DetectedColumn, _ attribute: Name
  ) throws(ValueError) -> (AttributeType, Name) {
    if column.names.isFull {
      throw ValueError("'\(attribute)' has more than 64 names, and a flag set has 64 flags at most")
    }
    let existing = settings.flagSets.first { set in
      names.allSatisfy { set.mask(named: Name($0)) != nil }
    }
    if let existing { return (.flags(existing), existing.name) }
    var set = FlagSet(name: typeName(for: attribute), rawType: .int64, flags: [])
    let chosen = chosenNames(for: names.map { Name($0) }, or: "flag", where: \.isMemberName) { $0 }
    for (name, flag) in zip(names, chosen) {
      guard let bit = set.freeBit(besides: column.numbers.bits) else {
        throw ValueError("'\(attribute)' has no free bit for '\(name)' beside its numbers")
      }
      set = set.adding([Flag(name: flag, mask: bit, summary: Self.summary(Name(name), flag))])
    }
    types.append(.flagSet(set))
    return (.flags(set), set.name)
  }

  /// Declares a set that the user names, and the enums of its fields.
  private mutating func declare(_ set: FlagSet) -> (AttributeType, Name) {
    if types.contains(.flagSet(set)) { return (.flags(set), set.name) }
    for case let enumeration? in set.fields.map(\.enumeration)
    where takenTypes.insert(enumeration.name.folded).inserted {
      types.append(.enumeration(enumeration))
    }
    let name = numbered(set.name) { takenTypes.insert($0.folded).inserted }
    let named = FlagSet(
      name: name, rawType: set.rawType, flags: set.flags, combinations: set.combinations,
      fields: set.fields, summary: set.summary)
    types.append(.flagSet(named))
    return (.flags(named), name)
  }

  private mutating func declareCases(
    _ values: [String], of column: DetectedColumn, _ attribute: Name
  ) throws(ValueError) -> (AttributeType, Name) {
    if column.cases.isFull { throw ValueError("'\(attribute)' has more than 1,000 values") }
    if values.isEmpty { throw ValueError("'\(attribute)' has no texts for the cases of an enum") }
    let chosen = chosenNames(for: values.map { Name($0) }, or: "case", where: \.isMemberName) { $0 }
    let cases = zip(values, chosen).map {
      Enumeration.Case(name: $1, rawValue: .text($0), summary: Self.summary(Name($0), $1))
    }
    let enumeration = Enumeration(name: typeName(for: attribute), rawType: .string, cases: cases)
    types.append(.enumeration(enumeration))
    return (.enumeration(enumeration), enumeration.name)
  }

  private static func summary(_ inFiles: Name, _ name: Name) -> String? {
    inFiles == name ? nil : NamesInFiles.summary([inFiles])
  }

  private mutating func typeName(for attribute: Name) -> Name {
    let capital = Name(attribute.text.prefix(1).uppercased() + attribute.text.dropFirst())
    return numbered(capital) { takenTypes.insert($0.folded).inserted }
  }
}
