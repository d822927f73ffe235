import FlagModel

/// The bits of flags without a value in a set with `@Flags`, such as `static var HRM: Self`. In the
/// order of declaration, each gets the lowest free bit. A flag of the earlier model in
/// `@Flags(model: "zoo.swift")` keeps its bit.
extension Checker {
  func isNumbered(_ property: PropertyDeclaration, of scope: Scope) -> Bool {
    scope.attribute(named: "Flags") != nil && property.initialiser == nil
      && property.getter == nil && isMember(property, of: scope)
  }

  /// The bit of a flag without a written value.
  func number(
    of property: PropertyDeclaration, in scope: Scope
  ) throws(Rejection) -> UInt64 {
    // While the bits are chosen, only written values count.
    if numbered === scope { return 0 }
    guard let number = try numbers(of: scope)[property.name.value] else { throw .alreadySaid }
    return number
  }

  func numbers(of scope: Scope) throws(Rejection) -> [Name: UInt64] {
    try find(scope.numbers, name: scope.path, at: scope.place) {
      () throws(Rejection) in try chooseNumbers(for: scope)
    }
  }

  private func chooseNumbers(for scope: Scope) throws(Rejection) -> [Name: UInt64] {
    let members = scope.properties.filter { isMember($0, of: scope) }
    let earlier = try earlierSet(of: scope)
    if let earlier { noteGone(members, earlier, at: scope.place) }
    var taken = try writtenBits(of: scope, members, earlier)
    let raw = try rawType(of: scope)
    var numbers: [Name: UInt64] = [:]
    for property in members where isNumbered(property, of: scope) {
      let name = property.name
      if let mask = earlier?.set.mask(named: name.value) {
        numbers[name.value] = mask
        continue
      }
      let bit = (~taken).trailingZeroBitCount
      guard bit < raw.bitWidth else {
        throw Rejection(
          "no bit of \(raw.rawValue) is left for '\(excerpt(name.value))'", at: name.place)
      }
      numbers[name.value] = 1 << UInt64(bit)
      taken |= 1 << UInt64(bit)
    }
    return numbers
  }

  /// The bits of written values, fields and the earlier model. A flag with another value than in
  /// the earlier model is refused.
  private func writtenBits(
    of scope: Scope, _ members: [PropertyDeclaration], _ earlier: EarlierSet?
  ) throws(Rejection) -> UInt64 {
    let outer = numbered
    numbered = scope
    defer { numbered = outer }
    var taken = earlier?.set.declaredMask ?? 0
    let isComplete = !members.contains { isNumbered($0, of: scope) }
    for property in members where !isNumbered(property, of: scope) {
      guard let mask = try writtenMask(of: property, in: scope, maybe: isComplete) else { continue }
      taken |= mask
      if let earlier { try requireSame(mask, property.name, earlier) }
    }
    for property in scope.properties where property.attribute(named: "Bits") != nil {
      let (bits, _, _) = try bits(on: property, in: scope)
      taken |= BitField.mask(of: bits.clamped(to: 0...63))
    }
    return taken
  }

  /// Nil for a value that is only known at run time, if `maybe` allows it.
  private func writtenMask(
    of property: PropertyDeclaration, in scope: Scope, maybe: Bool
  ) throws(Rejection) -> UInt64? {
    do throws(Rejection) {
      return try mask(of: property, in: scope)
    } catch {
      guard error.isUnknowable, let reason = error.diagnostic else { throw error }
      if maybe { return nil }
      throw Rejection(
        "the bits of flags without a value cannot be chosen: \(reason.message)", at: reason.place,
        hint: "write the value of each flag")
    }
  }

  private func requireSame(
    _ mask: UInt64, _ name: NameSyntax, _ earlier: EarlierSet
  ) throws(Rejection) {
    guard mask.nonzeroBitCount == 1, let before = earlier.set.mask(named: name.value),
      before.nonzeroBitCount == 1, before != mask
    else { return }
    let was = before.trailingZeroBitCount
    let bit = mask.trailingZeroBitCount
    throw Rejection(
      "'\(excerpt(name.value))' has bit \(was) in '\(excerpt(earlier.path))', found bit \(bit)",
      at: name.place, hint: "a flag without a value keeps its bit")
  }

  /// Notes the flags of the earlier model that are not declared any more.
  private func noteGone(
    _ members: [PropertyDeclaration], _ earlier: EarlierSet, at place: SourcePlace?
  ) {
    let names = Set(members.map(\.name.value))
    for flag in earlier.set.flags where !names.contains(flag.name) {
      diagnostics.append(
        Diagnostic(
          "'\(excerpt(flag.name))' of '\(excerpt(earlier.path))' is not declared; "
            + "its bit \(flag.mask.trailingZeroBitCount) is not reused",
          at: place, severity: .note))
    }
  }

  // MARK: The earlier model

  /// A flag set in an earlier model.
  private struct EarlierSet {
    let set: FlagSet
    let path: String
  }

  private func earlierSet(of scope: Scope) throws(Rejection) -> EarlierSet? {
    guard let code = scope.attribute(named: "Flags")?.arguments else { return nil }
    let arguments = try parsing { () throws(Diagnostic) in try code.argumentList() }
    guard let argument = arguments.first else { return nil }
    guard argument.label?.value == "model", case .string(let path) = argument.value.kind else {
      throw Rejection(
        "expected 'model: \"FILE.swift\"'", at: argument.label?.place ?? argument.value.place)
    }
    let sets = try parsing { () throws(Diagnostic) in
      try earlierModels.flagSets(path, namedAt: argument.value.place)
    }
    let set = names(of: scope).lazy.compactMap { name in sets.first { $0.name == name } }.first
    return set.map { EarlierSet(set: $0, path: path) }
  }

  /// The possible names of a set in a model, which may lack some of the types around it.
  private func names(of scope: Scope) -> [Name] {
    let parts = surroundings + scope.path.parts
    return parts.indices.map { Name(parts[$0...].map(\.text).joined(separator: ".")) }
  }
}
