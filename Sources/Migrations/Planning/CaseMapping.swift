import FlagModel
import SQLText

/// Maps the old cases of an enum to the new ones by name, whatever their raw values are.
struct CaseMapping {
  struct Move {
    let name: Name
    let from: Value
    let to: Value
  }

  let old: Enumeration
  let new: Enumeration
  let pairing: NamePairing
  /// The cases whose raw value changes.
  let moves: [Move]
  let removed: [Enumeration.Case]
  let added: [Enumeration.Case]

  init(from old: Enumeration, to new: Enumeration, renaming: (Name) -> Name?) {
    self.old = old
    self.new = new
    let pairing = NamePairing(
      old: old.cases.map(\.name), new: new.cases.map(\.name), renaming: renaming)
    self.pairing = pairing
    moves = old.cases.compactMap { oldCase in
      guard let name = pairing.new(of: oldCase.name), let value = new.rawValue(of: name),
        value != oldCase.rawValue
      else { return nil }
      return Move(name: name, from: oldCase.rawValue, to: value)
    }
    removed = old.cases.filter { pairing.new(of: $0.name) == nil }
    added = new.cases.filter { pairing.old(of: $0.name) == nil }
  }

  var isIdentity: Bool { moves.isEmpty && removed.isEmpty }

  /// The column's value in the new enum; NULL for a removed case.
  func expression(of column: SQLText) -> SQLText {
    if isIdentity { return column }
    let moved = moves.map { SQLText("WHEN \($0.from) THEN \($0.to) ") }.joined(by: "")
    let gone = removed.map { SQLText("WHEN \($0.rawValue) THEN NULL ") }.joined(by: "")
    let other: SQLText = "\(.asColumn(.enumeration(new)), of: column)"
    return "CASE \(column) \(moved)\(gone)ELSE \(other) END"
  }
}
