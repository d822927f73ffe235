import FlagModel
private import PlainText
import Predicates

/// How differences are noted.
extension SchemaDiff {
  mutating func add(
    _ kind: SchemaChange.Kind, _ subject: SchemaChange.Subject, _ path: String, _ words: String
  ) {
    changes.append(SchemaChange(kind, subject, path, words))
  }

  mutating func note(
    renamed one: String, to two: String, _ owner: String?, _ subject: SchemaChange.Subject
  ) {
    if one.isSame(as: two) { return }
    let path = owner.map { "\($0).\(one)" } ?? one
    renames.append(Rename(old: path, new: two))
    add(.renamed, subject, path, "\(path) is renamed to \(two)")
  }

  mutating func remove(
    _ path: String, _ subject: SchemaChange.Subject, _ more: String = ""
  ) {
    removed.insert(path)
    add(.removed, subject, path, "\(path) goes\(more)")
  }

  mutating func ask(
    _ path: String, _ subject: SchemaChange.Subject, _ candidates: [String]
  ) {
    guard !candidates.isEmpty, !wishes.drops.contains(where: { $0.isSame(as: path) }) else {
      return
    }
    // A person answers a few questions, with a few names to choose from.
    guard questions.count < Self.mostQuestions, candidates.count < Self.mostCandidates else {
      questions.append(
        RenameQuestion(
          subject: subject, old: path, candidates: Array(candidates.prefix(Self.fewCandidates))))
      return
    }
    let isNear: (String) -> Bool = {
      nearestName(to: Self.lastPart(of: path), in: [Self.lastPart(of: $0)]) != nil
    }
    questions.append(
      RenameQuestion(
        subject: subject, old: path,
        candidates: candidates.filter(isNear) + candidates.filter { !isNear($0) }))
  }

  private static let mostQuestions = 20
  private static let mostCandidates = 200
  private static let fewCandidates = 8

  /// The name alone, without what stands around it.
  private static func lastPart(of path: String) -> String {
    path.split(separator: ".").last.map(String.init) ?? ""
  }

  mutating func findFaults() {
    for rename in wishes.renames where !renames.contains(rename) {
      faults.append(
        Diagnostic(
          "'\(rename.old)' cannot be renamed to '\(rename.new)'",
          hint: isInOldModel(rename.old)
            ? "the new model has no such name there, or not for the same kind of thing"
            : hint(for: rename.old, "the model in the database has no such name")))
    }
    for path in wishes.drops + wishes.clears where !removed.contains(path) {
      faults.append(
        Diagnostic(
          isInOldModel(path)
            ? "'\(path)' is in the new model and stays"
            : "'\(path)' is not in the model of the database",
          hint: isInOldModel(path) ? nil : hint(for: path, nil)))
    }
  }

  private var oldPaths: [String] {
    var paths: [String] = []
    func add(_ owner: String, _ names: [String]) {
      paths.append(owner)
      paths += names.map { "\(owner).\($0)" }
    }
    for entity in old.entities { add(entity.name, entity.propertyNames) }
    for set in old.flagSets { add(set.name, set.flags.map(\.name)) }
    for enumeration in old.enumerations { add(enumeration.name, enumeration.cases.map(\.name)) }
    return paths
  }

  private func isInOldModel(_ path: String) -> Bool { oldPaths.contains { $0.isSame(as: path) } }

  private func hint(for path: String, _ otherwise: String?) -> String? {
    nearestName(to: path, in: oldPaths).map { "did you mean '\($0)'?" } ?? otherwise
  }
}
