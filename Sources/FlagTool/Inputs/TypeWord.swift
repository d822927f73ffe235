import Databases
import Definitions
import FlagModel
import ForeignModels

/// The type that an option gives to a column: `Marks`, `attr.h:ATTR`, `Marks=attr.h:ATTR`, or
/// names, as in `old,rare=0x4` and `Marks:old,rare`.
struct TypeWord {
  private let word: ColumnWord
  private let text: String
  private let schema: Schema
  private let definitions: DefinitionOptions
  private let session: Session
  /// The database with a table of flags; nil for a record file.
  private let database: Database?

  init(
    _ word: ColumnWord, _ text: Substring, in schema: Schema, _ definitions: DefinitionOptions,
    _ session: Session, _ database: Database? = nil
  ) {
    self.database = database
    self.word = word
    self.text = String(text)
    self.schema = schema
    self.definitions = definitions
    self.session = session
  }

  /// The flag set for the column.
  func flagSet() throws -> FlagSet {
    let sets = schema.flagSets
    if let set = sets.first(where: { $0.name == Name(text) }) { return set }
    if let table = FlagTable(text), let database {
      return try table.flags(in: database, session).named(ownName)
    }
    if let (name, names) = listedFlags {
      let old = sets.first { $0.name == name }
      let empty = Schema(types: schema.types.filter { $0.name != name }, entities: [])
      let made = try adding {
        try FlagSetAddition(name.text, names).added(to: empty, now: session.now)
      }
      let set = made.flagSets.first { $0.name == name }
      guard let set else { throw unknown("set of flags", sets.map(\.name)) }
      return try keepingFields(
        of: old,
        in: FlagSet(
          name: name, rawType: old?.rawType ?? rawType(of: set), flags: set.flags,
          combinations: set.combinations, summary: old?.summary))
    }
    let source = FlagSource(text)
    guard isFile(source) else { throw unknown("set of flags", sets.map(\.name)) }
    let set =
      try source.type.map { try source.flags($0, definitions, session) }
      ?? source.onlySet(definitions, session)
    return set.named(source.name ?? Name(path: [set.name.parts.last ?? set.name]))
  }

  /// The integer type of the column, if it is narrower than the set's type and holds all flags.
  private func rawType(of set: FlagSet) -> IntegerType {
    guard case .integer(let type) = word.attribute.type, type.bitWidth < set.rawType.bitWidth,
      set.declaredMask >> UInt64(type.bitWidth) == 0
    else { return set.rawType }
    return type
  }

  private func keepingFields(of old: FlagSet?, in set: FlagSet) throws -> FlagSet {
    do throws(FieldError) {
      var set = set
      for field in old?.fields ?? [] { set = try set.adding(field) }
      return set
    } catch {
      throw word.error(error.message, hint: error.hint)
    }
  }

  /// True if the text is a list of flags, or a single one, and not a set defined elsewhere.
  var isListOfFlags: Bool {
    !schema.flagSets.contains { $0.name == Name(text) } && listedFlags != nil
  }

  /// True if the text is a list of names and not a type defined elsewhere.
  var isListed: Bool { !schema.flagSets.contains { $0.name == Name(text) } && listed != nil }

  /// True if the text is a list of names without a type name.
  var isUnnamedList: Bool { isListed && FlagSource(text).type == nil }

  /// The enum for the column.
  /// - Parameter own: the name of an enum that is listed without one; nil for a name from the
  ///   column.
  /// - Parameter bits: the width of the field that gets the enum; nil for a whole column. Constants
  ///   that do not fit, and a name for the mask, are left out.
  func enumeration(inBits bits: Int? = nil, called newName: Name? = nil) throws -> Enumeration {
    let enumerations = schema.enumerations
    if let match = enumerations.first(where: { $0.name == Name(text) }) { return match }
    if let (listedName, names) = listed {
      let name = isUnnamedList ? newName ?? listedName : listedName
      let made = try adding {
        try EnumerationAddition(name.text, forColumn(names)).added(to: .empty, now: session.now)
      }
      guard let enumeration = made.enumerations.first else {
        throw unknown("enum", enumerations.map(\.name))
      }
      return enumeration
    }
    let source = FlagSource(text)
    guard isFile(source) else { throw unknown("enum", enumerations.map(\.name)) }
    guard let type = source.type else {
      throw word.error(
        "expected the name of an enum after '\(source.path)'", hint: "as in \(source.path):Status")
    }
    let defined =
      if source.isSwift {
        try enumeration(type, in: source.path)
      } else {
        try source.cases(type, definitions, session)
      }
    return defined.fitting(bits)
      .named(source.name ?? Name(path: [defined.name.parts.last ?? defined.name]))
  }

  /// A Swift enum, read with the model that contains it.
  private func enumeration(_ type: Name, in path: String) throws -> Enumeration {
    let enumerations = try ModelFile.read([path], in: session).enumerations
    if let match = enumerations.first(where: { $0.name.mayBeCalled(type) }) { return match }
    throw word.error(
      "'\(path)' declares no enum '\(type)'",
      hint: .name(for: type, in: enumerations.map(\.name), orAll: "it has"))
  }

  /// The cases for a column of integers, numbered from 0.
  private func forColumn(_ names: [String]) -> [String] {
    guard case .string = word.attribute.type else {
      guard let first = names.first, !names.contains(where: { $0.contains("=") }) else {
        return names
      }
      return ["\(first)=0"] + names.dropFirst()
    }
    return names
  }

  // MARK: Names on the line

  /// Splits `old,rare` and `Marks:old,rare` into a type name and names.
  private var listed: (name: Name, names: [String])? {
    let source = FlagSource(text)
    if isFile(source) { return nil }
    if let type = source.type, source.name == nil {
      return (Name(source.path), Self.names(in: type.text))
    }
    guard text.contains(",") || isSingleBit else { return nil }
    return (ownName, Self.names(in: text))
  }

  /// The same for flags. A single name is a flag if no set could be meant.
  private var listedFlags: (name: Name, names: [String])? {
    if let listed { return listed }
    guard schema.flagSets.isEmpty, !isFile(FlagSource(text)), let name = try? modelName(text[...])
    else { return nil }
    return (ownName, [name.text])
  }

  /// True for a single flag with its bit: `old=0x4`.
  private var isSingleBit: Bool {
    guard let equals = text.firstIndex(of: "=") else { return false }
    return text[text.index(after: equals)...].utf8.first.map { (0x30...0x39).contains($0) } ?? false
  }

  private static func names(in text: String) -> [String] {
    text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }

  /// `ItemFlags` for `item.flags`, or another name if that exists.
  private var ownName: Name {
    let attribute = word.attribute
    if schema.types.contains(where: { $0.name == attribute.declaredType }) {
      return attribute.declaredType
    }
    return schema.freeTypeName(word.entity.name, attribute.name)
  }

  /// True if the text is a file: the file exists, or the text looks like a path.
  private func isFile(_ source: FlagSource) -> Bool {
    source.isThere || source.path.contains("/")
      || source.path.contains(".") && DefinitionLanguage(fileName: source.path) != nil
  }

  private func adding(_ body: () throws -> Schema) throws -> Schema {
    do {
      return try body()
    } catch let error as CommandError {
      throw word.error(error.message, hint: error.hint)
    }
  }

  private func unknown(_ what: String, _ names: [Name]) -> Diagnostic {
    let column = "\(word.entity.name).\(word.attribute.name)"
    let near = nearestName(to: text, in: names.map(\.text)).map { Hint.meant([$0]) }
    return word.error(
      "'\(text)' is no \(what) and no file",
      hint: near
        ?? "name them, as in \(column)=FIRST,SECOND, or a file, as in \(column)=FILE.h:TYPE")
  }
}

extension Enumeration {
  /// The enum with the cases that fit into a number of bits. If none fits, it stays complete, so
  /// that an error names a case.
  fileprivate func fitting(_ bits: Int?) -> Enumeration {
    guard let bits, (1..<63).contains(bits) else { return self }
    let most = Int64(1) << Int64(bits) - 1
    let fitting = cases.filter { enumCase in
      guard case .integer(let number) = enumCase.rawValue else { return true }
      let isMask = number == most && enumCase.name.text.lowercased().hasSuffix("mask")
      return (0...most).contains(number) && !isMask
    }
    if fitting.isEmpty { return self }
    return Enumeration(name: name, rawType: rawType, cases: fitting, summary: summary)
  }
}
