import Databases
import Definitions
import FlagModel
import ModelText
import Platform

/// An argument that refers to flags in a file: `[NAME=]FILE[:TYPE]`.
struct FlagSource {
  /// The name for the set; nil to use its own name.
  private(set) var name: Name?
  private(set) var path: String
  /// The flag set; nil for the whole file.
  private(set) var type: Name?

  /// Parses the argument. The path of an existing file, or an address, is not split.
  init(_ word: String) {
    path = word
    if word == "-" || Database.isAddress(word) || (try? fileKind(at: word)) != nil { return }
    if let equals = word.firstIndex(of: "="), let name = try? modelName(word[..<equals]) {
      self.name = name
      path = String(word[word.index(after: equals)...])
    }
    if (try? fileKind(at: path)) != nil { return }
    let colons = path.indices.filter { path[$0] == ":" }
    // A path can contain a colon, and a type can be `perm::Flags`. The existing file decides.
    let colon = colons.first { (try? fileKind(at: String(path[..<$0]))) != nil } ?? colons.first
    guard let colon else { return }
    type = Name(path[path.index(after: colon)...])
    path = String(path[..<colon])
  }

  /// True if the argument is a Swift model.
  var isModel: Bool {
    name == nil && type == nil && (DefinitionLanguage(fileName: path) ?? .swift) == .swift
  }

  /// The flags of a set in the file.
  func flags(_ type: Name, _ options: DefinitionOptions, _ session: Session) throws -> FlagSet {
    try FlagDefinitions.read(file: path, type: type, options, in: session).set
  }

  var isSwift: Bool { DefinitionLanguage(fileName: path) == .swift }

  /// True if the file exists.
  var isThere: Bool { (try? fileKind(at: path)) != nil }

  /// The error for `--from FILE` without a type, with the sets of the file.
  func missingType(_ options: DefinitionOptions, _ session: Session) throws -> CommandError {
    var definitions: FlagDefinitions?
    if !isSwift {
      guard let file = DefinitionFile(path, options) else { throw DefinitionFile.unknown(path) }
      definitions = try file.definitions(options, in: session)
    }
    var names = try setNames(definitions, in: session)
    if names.isEmpty { names = definitions?.names ?? [] }
    let hint: Hint
    switch names.count {
    case 0: hint = "add the beginning of their names, as in \(path):STATX_ATTR"
    case 1: hint = "add it, as in \(path):\(names[0])"
    default: hint = .choice("add one, as in \(path):\(names[0]);", names.map(\.text))
    }
    return CommandError("'--from' names no type in '\(path)'", hint: hint)
  }

  /// The names of the sets that are found by themselves.
  private func setNames(_ definitions: FlagDefinitions?, in session: Session) throws -> [Name] {
    if isSwift { return try ModelFile.flagSets(of: path, in: session).names }
    return definitions?.listings.map(\.name) ?? []
  }

  /// The flags of the only set in the file.
  func onlySet(_ options: DefinitionOptions, _ session: Session) throws -> FlagSet {
    var definitions: FlagDefinitions?
    if !isSwift {
      definitions = try DefinitionFile(path, options)?.definitions(options, in: session)
    }
    let names = try setNames(definitions, in: session)
    guard let name = names.first, names.count == 1 else {
      if names.isEmpty { throw noSets(definitions?.names ?? []) }
      throw CommandError(
        "'\(path)' defines several sets of flags",
        hint: .choice("name one, as in \(path):\(names[0]);", names.map(\.text)))
    }
    return try flags(name, options, session)
  }

  /// The error for a file without sets, with the names of its constants.
  private func noSets(_ names: [Name]) -> CommandError {
    let hint: Hint
    switch names.count {
    case 0: hint = "name one, as in \(path):STATX_ATTR"
    case 1: hint = "name its only constants: \(path):\(names[0])"
    default: hint = .choice("name one, as in \(path):\(names[0]);", names.map(\.text))
    }
    return CommandError(
      "'\(path)' defines no flags that are found by themselves", hint: hint, exit: .failed)
  }

  /// The constants as the cases of an enum.
  func cases(_ type: Name, _ options: DefinitionOptions, _ session: Session) throws -> Enumeration {
    guard let file = DefinitionFile(path, options) else { throw DefinitionFile.unknown(path) }
    let defined = try file.definitions(options, in: session).readEnumeration(type)
    session.say(shownInPart(defined.notes) { $0.rendered() })
    return defined.enumeration
  }

  /// The flag sets as Swift.
  func model(in session: Session) throws -> String {
    let types = try sets(in: session).flatMap { set in
      set.named(name ?? Name(path: [set.name.parts.last ?? set.name])).types
    }
    return Schema(types: types, entities: []).swiftSource
  }

  private func sets(in session: Session) throws -> [FlagSet] {
    if let type {
      return [try FlagDefinitions.read(file: path, type: type, in: session).set]
    }
    guard let file = DefinitionFile(path) else { throw DefinitionFile.unknown(path) }
    let definitions = try file.definitions(DefinitionOptions(), in: session)
    let names = definitions.listings.map(\.name)
    guard !names.isEmpty else { throw noSets(definitions.names) }
    if name != nil, names.count > 1 {
      throw CommandError(
        "'\(path)' defines several sets of flags",
        hint: .choice("name one, as in \(path):\(names[0]);", names.map(\.text)))
    }
    return try names.map { name in
      let defined = try definitions.read(name)
      DefinitionFile.say(defined, in: session)
      return defined.set
    }
  }
}

extension FlagSet {
  /// The flag set under another name, which also begins the names of its fields' enums.
  func named(_ name: Name) -> FlagSet {
    FlagSet(
      name: name, rawType: rawType, flags: flags, combinations: combinations,
      fields: fields.map { $0.renamed(from: self.name, to: name) }, summary: summary)
  }

  /// The set and the enums of its fields.
  var types: [NamedType] {
    fields.compactMap(\.enumeration).map(NamedType.enumeration) + [.flagSet(self)]
  }
}

extension BitField {
  fileprivate func renamed(from old: Name, to new: Name) -> BitField {
    guard let enumeration, enumeration.name.utf8.starts(with: old.utf8) else { return self }
    let name = Name(new.text + enumeration.name.text.dropFirst(old.text.count))
    return BitField(
      name: self.name, bits: bits, declaredType: name, type: .enumeration(enumeration.named(name)),
      isOptional: isOptional, isInPlace: isInPlace, summary: summary)
  }
}

extension Enumeration {
  /// The enum under another name.
  func named(_ name: Name) -> Enumeration {
    Enumeration(
      name: name, rawType: rawType, cases: cases, fallback: declaredFallback, summary: summary)
  }
}
