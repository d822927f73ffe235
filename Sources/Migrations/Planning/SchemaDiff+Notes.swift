import FlagModel

/// The notes about differences.
extension SchemaDiff {
  mutating func add(
    _ kind: SchemaChange.Kind, _ subject: SchemaChange.Subject, _ path: Name, _ words: String
  ) {
    changes.append(SchemaChange(kind: kind, subject: subject, path: path, words: words))
  }

  mutating func note(
    renamed oldName: Name, to newName: Name, _ owner: Name?, _ subject: SchemaChange.Subject
  ) {
    if oldName == newName { return }
    let path: Name = owner.map { "\($0).\(oldName)" } ?? oldName
    renames.append(Rename(old: path, new: newName))
    add(.renamed, subject, path, "\(path) is renamed to \(newName)")
  }

  mutating func remove(_ path: Name, _ subject: SchemaChange.Subject, _ more: String = "") {
    removed.insert(path)
    add(.removed, subject, path, "\(path) is removed\(more)")
  }

  mutating func ask(_ path: Name, _ subject: SchemaChange.Subject, _ candidates: [Name]) {
    guard !candidates.isEmpty, !decisions.drops.contains(path) else { return }
    // A user can answer a few questions with a few candidates each.
    guard questions.count < Self.mostQuestions, candidates.count < Self.mostCandidates else {
      questions.append(
        RenameQuestion(
          subject: subject, old: path, candidates: Array(candidates.prefix(Self.fewCandidates))))
      return
    }
    let isNear: (Name) -> Bool = {
      Self.lastPart(of: path).nearest(in: [Self.lastPart(of: $0)]) != nil
    }
    questions.append(
      RenameQuestion(
        subject: subject, old: path,
        candidates: candidates.filter(isNear) + candidates.filter { !isNear($0) }))
  }

  private static let mostQuestions = 20
  private static let mostCandidates = 200
  private static let fewCandidates = 8

  /// The last part of a path.
  private static func lastPart(of path: Name) -> Name { path.parts.last ?? "" }

  mutating func findFaults() {
    for rename in decisions.renames where !renames.contains(rename) {
      var hint: Hint? = "the new model lacks that name, or uses it for something else"
      if !isInOldModel(rename.old) {
        hint = self.hint(for: rename.old, "the model of the database lacks that name")
      }
      faults.append(Diagnostic("'\(rename.old)' cannot be renamed to '\(rename.new)'", hint: hint))
    }
    for path in decisions.drops + decisions.clears where !removed.contains(path) {
      if isInOldModel(path) {
        faults.append(Diagnostic("'\(path)' is in the new model and stays"))
      } else {
        faults.append(
          Diagnostic("'\(path)' is not in the model of the database", hint: hint(for: path, nil)))
      }
    }
  }

  private var oldPaths: [Name] {
    var paths: [Name] = []
    func add(_ owner: Name, _ names: [Name]) {
      paths.append(owner)
      paths += names.map { "\(owner).\($0)" }
    }
    for entity in old.entities { add(entity.name, entity.propertyNames) }
    for set in old.flagSets { add(set.name, set.flags.map(\.name) + set.fields.map(\.name)) }
    for (owner, fields) in old.keptParts {
      paths += fields.map { "\(owner).\($0.name)" }
    }
    for enumeration in old.enumerations { add(enumeration.name, enumeration.cases.map(\.name)) }
    return paths
  }

  private func isInOldModel(_ path: Name) -> Bool { oldPaths.contains(path) }

  private func hint(for path: Name, _ otherwise: Hint?) -> Hint? {
    .name(for: path, in: oldPaths) ?? otherwise
  }
}
