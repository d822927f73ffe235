import FlagModel

/// Pairs the fields of two flag sets by name, and finds flags that became fields or fields that
/// became flags.
struct FieldPairing {
  private(set) var moves: [FieldMove] = []
  let removed: [BitField]
  let added: [BitField]
  let names: NamePairing

  /// - Parameter flags: pairs the flags. The remaining flags can be fields in the other set.
  init(
    _ old: FlagSet, _ new: FlagSet, besides flags: NamePairing, renaming: (Name) -> Name?,
    _ cases: (Enumeration, Enumeration) -> CaseMapping
  ) {
    let before = old.fields + old.flags.filter { flags.new(of: $0.name) == nil }.map(BitField.init)
    let after = new.fields + new.flags.filter { flags.old(of: $0.name) == nil }.map(BitField.init)
    names = NamePairing(old: before.map(\.name), new: after.map(\.name), renaming: renaming)
    let pairing = names
    for field in before {
      guard let other = after.first(where: { $0.name == pairing.new(of: field.name) }) else {
        continue
      }
      moves.append(FieldMove(from: field, to: other, cases))
    }
    removed = old.fields.filter { pairing.new(of: $0.name) == nil }
    added = new.fields.filter { pairing.old(of: $0.name) == nil }
    for field in added where field.mask & ~old.namedBits != 0 {
      moves.append(FieldMove(unnamed: field.mask & ~old.namedBits, to: field))
    }
  }
}
