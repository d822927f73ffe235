import FlagModel
import ModelText
import Platform

/// `@Flags struct BIOMarker: OptionSet { … }`: generates the names of its flags, the bits of flags
/// without a value, and properties such as `hasHRM`.
/// See Documentation/Decisions/flag-names-need-no-database.md.
struct FlagsMacro {
  /// The last parsed set, as a cache, because the compiler calls the macro for each member.
  private var last: (text: SourceText, set: FlagSetDeclaration?)?

  mutating func expand(_ use: MacroUse) -> Expansion {
    switch use.role {
    case "member": members(of: use)
    case "memberAttribute": attribute(of: use)
    case "extension": conformance(of: use)
    default: Expansion()
    }
  }

  private mutating func read(_ text: ProgramText, of use: MacroUse) -> FlagSetDeclaration? {
    if let last, last.text == text.source { return last.set }
    let set = FlagSetDeclaration(
      in: text.source, within: use.context.filter { $0 != text.source },
      earlier: EarlierModels { path in
        let bytes = try? readFile(at: path, limit: 16 << 20, in: .ofNoCommand)
        return bytes.map { SourceText(name: path, utf8: $0) }
      })
    last = (text.source, set)
    return set
  }

  // MARK: Roles

  private mutating func members(of use: MacroUse) -> Expansion {
    let text = use.declaration
    guard let set = read(text, of: use) else {
      let mistake = Diagnostic("'@Flags' belongs to a struct that conforms to OptionSet", at: nil)
      return Expansion(diagnoses: [Diagnosis(mistake, in: use.attribute ?? text)])
    }
    let diagnoses =
      set.diagnostics.map { Diagnosis($0, in: text) } + set.constants.map { constant($0, in: text) }
    return Expansion(code: FlagsCode(of: set).members, diagnoses: diagnoses)
  }

  private func constant(_ keyword: SourcePlace, in text: ProgramText) -> Diagnosis {
    let mistake = Diagnostic(
      "a flag without a value must be 'static var', found 'static let'", at: keyword)
    var diagnosis = Diagnosis(mistake, in: text)
    diagnosis.repair = Diagnosis.Repair(
      message: "replace 'let' with 'var'", range: diagnosis.range, text: "var")
    return diagnosis
  }

  /// Adds the attribute that makes a flag without a value a computed property.
  private mutating func attribute(of use: MacroUse) -> Expansion {
    guard let parent = use.parent, let set = read(parent, of: use),
      case let names = FlagSetDeclaration.properties(in: use.declaration.source),
      let name = names.first, set.numbered.contains(name)
    else { return Expansion(code: "") }
    // If no bit could be assigned, an error was already reported. The property is generated anyway.
    let bit = set.members.first { $0.name == name }?.mask.trailingZeroBitCount ?? 0
    return Expansion(code: "@FlagNames.FlagBit(\(bit))")
  }

  /// Conforms the set to the protocols that it lacks. `FlagDB` needs one more than `FlagNames`.
  private mutating func conformance(of use: MacroUse) -> Expansion {
    guard let type = use.extended, read(use.declaration, of: use) != nil else {
      return Expansion(code: "")
    }
    let protocols = use.missingProtocols.map { "\(Self.module(of: $0)).\($0)" }
    if protocols.isEmpty { return Expansion(code: "") }
    return Expansion(code: "extension \(type): \(protocols.joined(separator: ", ")) {}")
  }

  private static func module(of name: Substring) -> String {
    switch name {
    case "NamedFlags": "FlagNames"
    case "Storable": "FlagDB"
    default: "Swift"
    }
  }
}
