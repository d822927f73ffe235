import Databases
import FlagModel
import ModelText

// Swift types that the user pastes into a session.

extension ReplSession {
  /// The error for Swift declarations, with the commands that add them to the model.
  func refusal(ofDeclaration text: String) -> CommandError {
    let message = "a session does not read Swift declarations"
    let types = readModel([SourceText(text)]).schema
    let allowed: Void? = try? database.open(database.path, for: .reading)
      .requireAllowed(.changeTables)
    guard let types, types.entities.isEmpty, !types.types.isEmpty, allowed != nil,
      let lines = DefinitionLine.lines(for: types.types, in: database.schema)
    else {
      return CommandError(
        message,
        hint: "save them in a file with the rest of the model, and write migrate FILE.swift")
    }
    if lines.isEmpty {
      return CommandError(
        message, hint: "the model has \(listed(types.types.map(\.name), "and")) already")
    }
    let words = lines.map { $0.map(shellWord).joined(separator: " ") }
    return CommandError(message, hint: .words("write \(words.joined(separator: ", then "))"))
  }
}

/// The arguments of `define` that add a type to a model.
enum DefinitionLine {
  /// A line for each type with something new; nil if `define` cannot add all of them.
  static func lines(for types: [NamedType], in schema: Schema) -> [[String]]? {
    var lines: [[String]] = []
    for type in types {
      let words: [String]? =
        switch type {
        case .flagSet(let set): self.words(for: set, in: schema)
        case .enumeration(let enumeration): self.words(for: enumeration, in: schema)
        case .alias, .structure, .payloads: nil
        }
      guard let words else { return nil }
      if words.count > 3 { lines.append(words) }
    }
    return lines
  }

  private static func words(for set: FlagSet, in schema: Schema) -> [String]? {
    guard set.fields.isEmpty, set.enumeration == nil else { return nil }
    let isFree = !schema.types.contains { $0.name == set.name }
    guard isFree || schema.flagSet(called: set.name) != nil else { return nil }
    var existing =
      schema.flagSet(called: set.name) ?? FlagSet(name: set.name, rawType: .int64, flags: [])
    var words = ["define", "flags", set.name.text]
    for flag in set.flags + set.combinations {
      if let mask = existing.mask(named: flag.name) {
        if mask == flag.mask { continue }
        return nil
      }
      words.append(word(for: flag, in: existing))
      existing = existing.adding([flag])
    }
    return words
  }

  /// `RAW` for the next bit, `ECG=0x40` for another one, `vitals=HRM,PLX`
  private static func word(for flag: Flag, in set: FlagSet) -> String {
    if flag.mask == set.freeBit() { return flag.name.text }
    let isCombination = flag.mask.nonzeroBitCount > 1 && set.undeclaredBits(in: flag.mask) == 0
    if isCombination { return "\(flag.name)=\(set.names(of: flag.mask).joined(separator: ","))" }
    return "\(flag.name)=0x\(String(flag.mask, radix: 16, uppercase: true))"
  }

  private static func words(for enumeration: Enumeration, in schema: Schema) -> [String]? {
    let existing = schema.enumeration(called: enumeration.name)
    if let existing {
      let isSame = existing.cases.map(\.name) == enumeration.cases.map(\.name)
      if isSame { return ["define", "enum", enumeration.name.text] }
      return nil
    }
    guard !schema.types.contains(where: { $0.name == enumeration.name }) else { return nil }
    var words = ["define", "enum", enumeration.name.text]
    for enumCase in enumeration.cases {
      switch enumCase.rawValue {
      case .integer(let number): words.append("\(enumCase.name)=\(number)")
      case .text(let text) where enumCase.name == Name(text): words.append(text)
      case .text(let text): words.append("\(enumCase.name)=\(text)")
      case .null, .real, .blob: return nil
      }
    }
    return words
  }
}
