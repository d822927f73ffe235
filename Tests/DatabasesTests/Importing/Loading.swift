import FlagModel
import Queries

@testable import Databases
@testable import Importing

/// The result of an import of plain values.
struct Loaded {
  var counts = ImportCounts()
  var failures: [ImportFailure] = []

  /// The numbers of the records that were not taken.
  var failed: [Int] { failures.map(\.number) }
}

extension Database {
  /// Imports records that are numbered from 0, whose values belong to properties by their names.
  func load(
    _ name: String, _ properties: [String], _ records: [[Value]],
    conflict: ImportConflict = .stop, fixed: [Assignment] = [], inOneTransaction: Bool = true,
    takesKeys: Bool = false
  ) throws -> Loaded {
    let entity = try entity(name)
    var loaded = Loaded()
    try write {
      let importer = try Importer(
        ImportLayout(entity, properties.map { field($0, of: entity) }, fixed: fixed), into: self,
        conflict: conflict, inOneTransaction: inOneTransaction, takesKeys: takesKeys
      ) { loaded.failures.append($0) }
      for (number, values) in records.enumerated() {
        try importer.add(number) { row in for value in values { row.append(value) } }
      }
      try importer.finish()
      loaded.counts = importer.counts
    }
    return loaded
  }

  func field(_ name: String, of entity: Entity) -> ImportField {
    let name = Name(name)
    if let attribute = entity.attribute(named: name) { return .attribute(attribute) }
    return entity.relationship(named: name).map(ImportField.relationship) ?? .key(entity.keyColumn)
  }
}
