import FlagModel

/// New names of flags and cases in the types of stored values. Values that SQL cannot take apart are
/// converted by these names.
extension SchemaDiff {
  /// The old type of an attribute, with the new names of the flags and cases that the new type has
  /// too. If only names differ, the result is the new type.
  func withNewNames(_ was: AttributeType, in now: AttributeType) -> AttributeType {
    let names = Set(now.usedNames)
    func newName(_ name: Name) -> Name? {
      let new = types.new(of: name)
      return new.map(names.contains) == true ? new : nil
    }
    return was.replacing(
      flags: { set in
        guard let name = newName(set.name) else { return set }
        if let cases = set.enumeration, let after = new.enumeration(named: name) {
          return FlagSet(casesOf: renamed(cases, mapping(cases, after))) ?? set
        }
        return new.flagSet(named: name).map { withNewNames(set, of: $0) } ?? set
      },
      cases: { enumeration in
        guard let after = newName(enumeration.name).flatMap(new.enumeration(named:)) else {
          return enumeration
        }
        let mapping = mapping(enumeration, after)
        return mapping.isIdentity ? after : renamed(enumeration, mapping)
      })
  }

  private func withNewNames(_ before: FlagSet, of after: FlagSet) -> FlagSet {
    let mapping = mapping(before, after)
    if mapping.isIdentity && mapping.removed.isEmpty && mapping.removedFields.isEmpty {
      return after
    }
    return FlagSet(
      name: after.name, rawType: before.rawType,
      flags: before.flags.map { flag in
        Flag(name: mapping.pairing.newName(of: flag.name), mask: flag.mask, summary: flag.summary)
      }, combinations: before.combinations,
      fields: before.fields.map { field in
        let move = mapping.fieldMoves.first { $0.old?.name == field.name }
        return BitField(
          name: move?.new.name ?? field.name, bits: field.bits, declaredType: field.declaredType,
          type: withNewNames(field.type, in: move?.new.type ?? field.type),
          isOptional: field.isOptional, isInPlace: field.isInPlace, summary: field.summary)
      }, summary: before.summary)
  }

  private func renamed(_ before: Enumeration, _ mapping: CaseMapping) -> Enumeration {
    Enumeration(
      name: mapping.new.name, rawType: before.rawType,
      cases: before.cases.map { enumCase in
        Enumeration.Case(
          name: mapping.pairing.newName(of: enumCase.name), rawValue: enumCase.rawValue,
          summary: enumCase.summary)
      }, summary: before.summary)
  }
}

extension NamePairing {
  /// The new name of an old one. A removed name stays, unless it means something else in the new
  /// model.
  fileprivate func newName(of name: Name) -> Name {
    if let new = new(of: name) { return new }
    return old(of: name) == nil ? name : "\(name) (removed)"
  }
}
