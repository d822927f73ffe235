import Databases
import FlagModel
import ForeignModels
import Guessing

/// A model to which options add the types of columns, one after the other.
struct ColumnNaming {
  private(set) var schema: Schema
  let database: Database
  let definitions: DefinitionOptions
  let session: Session

  mutating func addFlags(_ text: String) throws {
    let word = try word(text)
    try word.requireValue("a set of flags", "old,rare")
    let type = type(word, word.value)
    var set = try type.flagSet()
    if type.isListOfFlags { set = try widened(set, to: word) }
    try add(flags: set, to: word)
  }

  private mutating func add(flags set: FlagSet, to word: ColumnWord) throws {
    try adopt(.flags(set), set.name, .foreign(.flags(set)), word)
  }

  /// Adds a field: `visits.transition:0xFF=Core`, or `visits.transition.core:0xFF=Core` with a name
  /// for the field.
  mutating func addField(_ text: String) throws {
    let word = try word(text)
    let parts = word.rest.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let equals = parts.last?.firstIndex(of: "=")
    guard parts.count == 2, let equals, parts[1].index(after: equals) < parts[1].endIndex,
      let bits = BitField.bits(parts[1][..<equals])
    else {
      throw word.error(
        "expected the bits and the type of a field",
        hint: "as in \(word.entity.name).\(word.attribute.name):0xFF=Core, or …:0...7=Core")
    }
    let type = parts[1][parts[1].index(after: equals)...]
    let set = try flagSet(of: word)
    do {
      let field = try field(parts[0].dropFirst(), bits, String(type), in: set, word)
      try add(flags: set.adding(field), to: word)
    } catch let error as FieldError {
      throw word.error(error.message, hint: error.hint)
    }
  }

  /// The column at the start of an option's value. An error says why a table is not read.
  private func word(_ text: String) throws -> ColumnWord {
    do {
      return try ColumnWord(text, in: schema)
    } catch {
      let table = Name(text.prefix { $0 != "." })
      guard let obstacle = try database.obstacle(toAsking: table) else { throw error }
      throw CommandError(obstacle.message, hint: obstacle.hint, exit: .failed)
    }
  }

  /// The flag set of the column; an empty one if it has none.
  private func flagSet(of word: ColumnWord) throws -> FlagSet {
    if case .flags(let set) = word.attribute.type { return set }
    return FlagSet(
      name: .type(word.entity.name, word.attribute.name), rawType: try rawType(of: word), flags: [])
  }

  private func rawType(of word: ColumnWord) throws -> IntegerType {
    if case .integer(let type) = word.attribute.type, type.bitWidth < 64 { return type }
    return try Guesser(database).wordOfFlags(in: word.attribute, of: word.entity) ?? .int64
  }

  /// The flag set with the width of the column's values. A 32-bit set can have negative numbers.
  private func widened(_ set: FlagSet, to word: ColumnWord) throws -> FlagSet {
    guard set.rawType.bitWidth == 64, case .integer = word.attribute.type,
      let type = try Guesser(database).wordOfFlags(in: word.attribute, of: word.entity),
      set.declaredMask >> UInt64(type.bitWidth) == 0
    else { return set }
    return FlagSet(
      name: set.name, rawType: type, flags: set.flags, combinations: set.combinations,
      fields: set.fields, summary: set.summary)
  }

  private func field(
    _ name: Substring, _ bits: ClosedRange<Int>, _ text: String, in set: FlagSet,
    _ word: ColumnWord
  ) throws -> BitField {
    let isOptional = text.last == "?"
    let type = isOptional ? String(text.dropLast()) : text
    if let integer = IntegerType(rawValue: type) {
      if name.isEmpty {
        throw word.error(
          "expected a name for the field",
          hint: "as in \(word.entity.name).\(word.attribute.name).size:0xFF00=Int")
      }
      return try BitField(
        checking: modelName(name), bits, in: set.rawType, declaredType: Name(type),
        .integer(integer), isOptional: isOptional)
    }
    let typeWord = self.type(word, type[...])
    if name.isEmpty, typeWord.isUnnamedList {
      throw word.error(
        "expected a name for the field or its type",
        hint: "as in \(word.entity.name).\(word.attribute.name):0xFF=Core:\(type)")
    }
    let freeName = try name.isEmpty ? nil : schema.freeTypeName(word.entity.name, modelName(name))
    let enumeration = try typeWord.enumeration(inBits: bits.count, called: freeName)
    var fieldName = name
    if name.isEmpty {
      let typeName = enumeration.name.text
      fieldName = typeName.prefix(1).lowercased() + typeName.dropFirst()
    }
    return try BitField(
      checking: modelName(fieldName), bits, in: set.rawType,
      declaredType: enumeration.name, .enumeration(enumeration),
      isOptional: isOptional || enumeration.caseName(of: .integer(0)) == nil)
  }

  mutating func addEnumeration(_ text: String) throws {
    let word = try word(text)
    try word.requireValue("an enum", "first,second")
    let enumeration = try type(word, word.value).enumeration()
    try adopt(.enumeration(enumeration), enumeration.name, .own, word)
  }

  mutating func addDate(_ text: String) throws {
    let word = try word(text)
    try word.requireValue("the form of the dates", "milliseconds")
    guard let form = DateForm(adopted: String(word.value)) else {
      let names = DateForm.allCases.map(\.adopted)
      throw word.error(
        "'\(word.value)' is not a form of dates",
        hint: .name(for: String(word.value), in: names, orAll: "the forms are"))
    }
    try adopt(.date, "Date", form.stored, word)
  }

  mutating func addBool(_ text: String) throws {
    let word = try word(text)
    try word.requireNothing()
    try adopt(.bool, "Bool", .anyNumber, word)
  }

  mutating func addURL(_ text: String) throws {
    let word = try word(text)
    try word.requireNothing()
    try adopt(.url, "URL", .own, word)
  }

  // MARK: The model

  private func type(_ word: ColumnWord, _ text: Substring) -> TypeWord {
    TypeWord(word, text, in: schema, definitions, session, database)
  }

  private mutating func adopt(
    _ type: AttributeType, _ declaredType: Name, _ form: StoredForm, _ word: ColumnWord
  ) throws {
    let attribute: Attribute
    do throws(ValueError) {
      attribute = try word.attribute.becoming(type, declaredType, form)
    } catch {
      throw word.columnError(error)
    }
    do throws(ValueError) {
      schema = try schema.adopting(attribute, of: word.entity.name)
    } catch {
      throw word.error(error.message, hint: error.hint)
    }
  }
}

extension DateForm {
  /// The name of the form for `--date`.
  var adopted: String {
    switch self {
    case .iso: "text"
    case .epoch: "seconds"
    default: rawValue
    }
  }

  /// The stored form of a column with such dates.
  var stored: StoredForm { numbered.map(StoredForm.dates) ?? .text }

  init?(adopted word: String) {
    guard let form = Self.allCases.first(where: { $0.adopted == word }) else { return nil }
    self = form
  }

  init(_ form: StoredForm) {
    self = Self.allCases.first { $0.numbered.map(StoredForm.dates) == form } ?? .iso
  }
}
