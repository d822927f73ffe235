package import FlagModel
package import Migrations

extension Schema {
  /// The renames across versions, from this model to the last one.
  /// See Documentation/Decisions/going-back-is-a-new-version.md.
  package func renames(through versions: [Schema]) -> [Rename] {
    let own = versions.dropLast().lastIndex {
      SchemaDiff(from: self, to: $0).changes.isEmpty
    }
    guard let own else { return [] }
    return zip(versions[own...], versions[(own + 1)...]).reduce(into: []) { renames, step in
      renames = renames.followed(by: SchemaDiff(from: step.0, to: step.1).renames)
    }
  }
}

extension [Rename] {
  /// The form in the model table: one rename a line, in the syntax of `--rename`.
  var storedText: String {
    map { "\($0.old)=\($0.new)" }.joined(separator: "\n")
  }

  init(storedText: String) {
    self = storedText.split(separator: "\n").compactMap { Rename(String($0)) }
  }

  /// The combined renames of two migrations.
  func followed(by later: [Rename]) -> [Rename] {
    let moved = later.compactMap { rename in
      original(of: rename.old).map { Rename(old: $0, new: rename.new) }
    }
    let known = Set(moved.map(\.old))
    let kept = filter { !known.contains($0.old) }
    return (kept + moved).filter { $0.new != $0.old.parts.last }
  }

  /// The name before these renames; nil if the object is new.
  private func original(of path: Name) -> Name? {
    var found: [Name] = []
    for part in path.parts {
      let candidates = filter { $0.old.parts.dropLast() == found[...] }
      if let before = candidates.first(where: { $0.new == part }) {
        found = before.old.parts
      } else if candidates.contains(where: { $0.old.parts.last == part }) {
        return nil
      } else {
        found.append(part)
      }
    }
    return Name(path: found)
  }
}
