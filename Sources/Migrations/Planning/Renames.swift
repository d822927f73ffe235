package import FlagModel

extension Schema {
  /// The renames across versions, from this model to the last one.
  /// See Documentation/Decisions/going-back-is-a-new-version.md.
  package func renames(through versions: [Schema]) -> [Rename] {
    let current = versions.dropLast().lastIndex {
      SchemaDiff(from: self, to: $0).changes.isEmpty
    }
    guard let current else { return [] }
    return zip(versions[current...], versions[(current + 1)...]).reduce(into: []) { renames, step in
      renames = renames.followed(by: SchemaDiff(from: step.0, to: step.1).renames)
    }
  }
}

extension [Rename] {
  /// The form in the model table: one rename a line, in the syntax of `--rename`.
  package var storedText: String { map { "\($0.old)=\($0.new)" }.joined(separator: "\n") }

  package init(storedText: String) {
    let lines = storedText.split(separator: "\n").filter { !$0.hasPrefix([MaskParts].mark) }
    self = lines.compactMap { Rename(String($0)) }
  }

  /// The combined renames of two migrations.
  package func followed(by later: [Rename]) -> [Rename] {
    let earlier = filter { !$0.isOfKinds }
    var moved: [Rename] = []
    for rename in later where !rename.isOfKinds {
      guard let original = earlier.original(of: rename.old) else { continue }
      moved.append(Rename(old: original, new: rename.new))
    }
    let movedNames = Set(moved.map(\.old))
    let kept = earlier.filter { !movedNames.contains($0.old) }
    return (kept + moved).filter { $0.new.parts[...] != $0.old.parts.suffix($0.new.parts.count) }
  }

  /// The path after all renames.
  private func newPath(of rename: Rename) -> Name {
    let owner = Name(path: rename.old.parts.dropLast(rename.new.parts.count))
    let newOwner = first { $0.old == owner }?.new ?? owner
    return "\(newOwner).\(rename.new)"
  }

  /// The name before these renames; nil if the object is new.
  private func original(of path: Name) -> Name? {
    // A part of a struct is renamed together with it: `A.pt.x=pos.x`.
    if let whole = first(where: { $0.new.parts.count > 1 && newPath(of: $0) == path }) {
      return whole.old
    }
    var original: [Name] = []
    for part in path.parts {
      let candidates = filter { $0.old.parts.dropLast() == original[...] }
      if let before = candidates.first(where: { $0.new == part }) {
        original = before.old.parts
      } else if candidates.contains(where: { $0.old.parts.last == part }) {
        return nil
      } else {
        original.append(part)
      }
    }
    return Name(path: original)
  }
}

extension Rename {
  /// True for the type of an entity's kinds, `P.kind=R.kind`, which follows from the rename of the
  /// entity.
  fileprivate var isOfKinds: Bool { new.parts.count > 1 && new.parts.count == old.parts.count }
}

extension [MaskParts] {
  /// The beginning of each line in the model table, which no rename has.
  fileprivate static var mark: String { "into " }

  /// The form in the model table, among the renames: `into Mail.status=isUnread:unread`.
  package var storedText: String { map { "\(Self.mark)\($0.text)" }.joined(separator: "\n") }

  package init(storedText: String) {
    let lines = storedText.split(separator: "\n").filter { $0.hasPrefix(Self.mark) }
    self = lines.compactMap { MaskParts(String($0.dropFirst(Self.mark.count))) }
  }
}
