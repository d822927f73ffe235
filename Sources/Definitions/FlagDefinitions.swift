package import FlagModel
import ModelText
private import PlainText

/// The flag sets in a source of any language.
///
/// Each is parsed on request, and the rest of the source need not be valid.
package final class FlagDefinitions {
  /// The size limit in bytes, above any real source.
  static let largestSource = 16 << 20

  let source: SourceText
  private let path: String
  let language: DefinitionLanguage
  private let surroundings: any DefinitionSurroundings
  let sourceList: SourceList
  let groups: [DefinedGroup]
  private let declarations: Declarations?
  let swift: DeclaredFlagSets?
  private let header: HeaderSource?

  /// Finds the flag sets of a source.
  ///
  /// - Parameter path: the path of the source, to which the paths of included sources are relative.
  package init(
    _ source: SourceText, at path: String, _ language: DefinitionLanguage,
    _ surroundings: any DefinitionSurroundings = NoSurroundings()
  ) throws(Diagnostics) {
    guard source.utf8.count <= Self.largestSource else {
      throw Diagnostics([
        Diagnostic(
          "the source is larger than \(Self.largestSource >> 20) MB", at: SourcePlace(source, 0..<0)
        )
      ])
    }
    let needsCPlusPlus = language == .c && HeaderSource.needsCPlusPlus(source)
    self.language = if needsCPlusPlus { .cpp } else { language }
    let reading = try SourceReading(source, at: path, self.language, surroundings)
    self.source = source
    self.path = path
    self.surroundings = surroundings
    sourceList = reading.sourceList
    groups = reading.groups
    declarations = reading.declarations
    swift = reading.swift
    header = reading.header
  }

  /// True unless the source is a table or JSON without flags, so that it may have records.
  package static func canRead(
    _ type: Name?, in source: SourceText, _ language: DefinitionLanguage
  ) -> Bool {
    if language == .table { return TableSource.hasFlags(source) }
    guard language == .json else { return true }
    guard let definitions = try? FlagDefinitions(source, at: "", language) else { return false }
    return type.map { (try? definitions.read($0)) != nil } ?? !definitions.listings.isEmpty
  }

  // MARK: Listing

  /// The flag sets of the source itself, in its order. Those of included sources can only be read
  /// by name.
  package var listings: [FlagListing] {
    if let swift {
      return swift.read(swift.names.indices).sets.map {
        FlagListing(name: $0.name, flags: $0.flags.count, place: nil, summary: $0.summary)
      }
    }
    var seen: Set<Name> = []
    var listings: [FlagListing] = []
    for group in groups where group.isListed {
      let numbers = group.members().compactMap { try? $0.value.get() }
      let isFlags = group.areFlags && !numbers.isEmpty || FamilyFinder.areFlags(numbers)
      guard isFlags || !group.fields.isEmpty, seen.insert(group.name).inserted else { continue }
      listings.append(
        FlagListing(
          name: group.name, flags: numbers.count { $0.bits.nonzeroBitCount == 1 },
          place: group.place.map(sourceList.place), summary: group.summary))
    }
    return listings
  }

  /// The names of constants in the source that can be read, as flags or as an enum.
  package var names: [Name] { swift?.names ?? groups.filter(\.isListed).map(\.name) }

  // MARK: Reading

  /// Reads the flag set with a name, or the constants with this prefix.
  package func read(_ typed: Name) throws(Diagnostics) -> DefinedFlags {
    if let swift { return try read(typed, of: swift) }
    let group = try group(typed)
    let made = try FlagSetMaker.flags(maker(of: group, hasFields: true))
    return DefinedFlags(set: made.set, notes: made.notes + missing(made.notes))
  }

  /// Reads the same constants as an enum.
  package func readEnumeration(
    _ typed: Name
  ) throws(Diagnostics) -> (enumeration: Enumeration, notes: [Diagnostic]) {
    if swift != nil {
      throw Diagnostics([Diagnostic("a Swift enum is read from the model that contains it")])
    }
    return try FlagSetMaker.enumeration(maker(of: try group(typed), hasFields: false))
  }

  /// A note about missing headers, if constants had to be omitted.
  private func missing(_ notes: [Diagnostic]) -> [Diagnostic] {
    guard let header, !notes.isEmpty, !header.missing.isEmpty else { return [] }
    return [
      Diagnostic(
        "not found: \(listedInQuotes(header.missing))", severity: .note,
        hint: "name their folder, as in -I include")
    ]
  }

  private func maker(of group: DefinedGroup, hasFields: Bool) -> FlagSetMaker {
    let members = compiled(group)
    let finder: FieldFinder? = if hasFields, header != nil { FieldFinder(members) } else { nil }
    return FlagSetMaker(
      group.name, summary: group.summary, rawType: group.rawType, repeatsName: group.repeatsName,
      members: finder?.others ?? members, fields: group.fields + (finder?.fields ?? []),
      source: sourceList.place)
  }

  private func read(_ typed: Name, of swift: DeclaredFlagSets) throws(Diagnostics) -> DefinedFlags {
    let fitting = swift.names.indices.filter { swift.names[$0].mayBeCalled(typed) }
    guard let first = fitting.first else { throw unknown(typed, among: swift.names) }
    let exact = fitting.first { swift.names[$0] == typed }
    guard exact != nil || fitting.count == 1 else {
      throw ambiguous(typed, among: fitting.map { swift.names[$0] })
    }
    let place = exact ?? first
    let (sets, diagnostics) = swift.read(place..<place + 1)
    guard let set = sets.first else { throw Diagnostics(diagnostics) }
    return DefinedFlags(set: set, notes: diagnostics)
  }

  // MARK: Finding

  private func group(_ typed: Name) throws(Diagnostics) -> DefinedGroup {
    let wanted = Name(path: typed.text.split(separator: "::").map { Name($0) })
    if let exact = groups.first(where: { $0.name == wanted }) { return exact }
    if let other = groups.first(where: { $0.otherNames.contains(wanted) }) {
      return other.named(wanted)
    }
    if let near = groups.first(where: { DefinedGroup.isName($0.name, typed: wanted) }) {
      return near
    }
    let fitting = groups.filter { $0.name.mayBeCalled(wanted) }
    if fitting.count > 1 { throw ambiguous(typed, among: fitting.map(\.name)) }
    if let group = fitting.first ?? declarations?.group(beginning: wanted) { return group }
    if let group = declarations?.group(ofScope: wanted) { return group }
    throw unknown(typed, among: listings.map(\.name))
  }

  /// The group with exactly this name, or else the constants that begin with it.
  func smallGroup(named name: Name) -> DefinedGroup? {
    if let group = groups.first(where: { $0.name == name }) { return group.isListed ? group : nil }
    return declarations?.smallFamily(named: name) { header?.isOwn($0) ?? true }
  }

  private func ambiguous(_ typed: Name, among names: [Name]) -> Diagnostics {
    Diagnostics([
      Diagnostic(
        "'\(typed)' may be \(listedInQuotes(names, "or"))", hint: "write the full name of the set")
    ])
  }

  private func unknown(_ typed: Name, among names: [Name]) -> Diagnostics {
    let missing = header?.missing ?? []
    var notes: [Diagnostic.Note] = []
    if !missing.isEmpty { notes.append(Diagnostic.Note("not found: \(listed(missing))")) }
    return Diagnostics([
      Diagnostic(
        "'\(source.name ?? "the source")' defines no flags '\(typed)'", notes: notes,
        hint: .name(for: typed, in: names, orAll: "there is"))
    ])
  }

  // MARK: Compiler

  /// `Widget::Mode::` before the members of a C++ enum.
  func compiledScope(of group: DefinedGroup) -> String {
    guard language == .cpp else { return "" }
    let path = if group.repeatsName { group.name.parts.dropLast() } else { group.name.parts[...] }
    return path.map { "\($0)::" }.joined()
  }

  /// The members of a group; for a header, with the values from a compiler.
  func compiled(_ group: DefinedGroup) -> [DefinedMember] {
    let members = group.members()
    guard header != nil, !members.isEmpty else { return members }
    let scope = compiledScope(of: group)
    let program = CompilerProgram(
      header: path, language: language, names: members.map { "\(scope)\($0.name)" })
    guard let values = program.values(by: surroundings.compile) else { return members }
    return zip(members, values).map { member, value in
      guard let value else { return member }
      return DefinedMember(
        name: member.name, value: .success(Number(value)), place: member.place,
        comment: member.comment)
    }
  }
}

extension Number {
  /// The bits of the value; a negative number has 64 bits.
  var bits: UInt64 { UInt64(truncatingIfNeeded: value) }
}
