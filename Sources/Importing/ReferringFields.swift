import Databases
import FlagModel

/// The fields of an import that refer to other records, with the names that they can refer to.
struct ReferringFields {
  private(set) var toOnes:
    [(field: Int, relationship: Relationship, references: ImportReferences)] = []
  private(set) var toManys: [(field: Int, link: ImportLinks.Kind)] = []

  init(of layout: ImportLayout, in database: Database, takesKeys: Bool) {
    for (index, field) in layout.fields.enumerated() {
      guard case .relationship(let relationship) = field,
        let target = database.schema.entity(named: relationship.target)
      else { continue }
      let references = ImportReferences(
        relationship, target, database.connection, takesKeys: takesKeys)
      if case .joinTable(let join) = relationship.storage {
        let link = ImportLinks.Kind(relationship: relationship, join: join, references: references)
        toManys.append((index, link))
      } else {
        toOnes.append((index, relationship, references))
      }
    }
  }

  var isEmpty: Bool { toOnes.isEmpty && toManys.isEmpty }

  /// The names that a field can refer to; nil for a field that does not refer to records.
  func references(of field: Int) -> ImportReferences? {
    toOnes.first { $0.field == field }?.references
      ?? toManys.first { $0.field == field }?.link.references
  }

  /// Forgets the records that were looked up, because they may have changed.
  func forget() {
    for field in toOnes { field.references.forget() }
    for field in toManys { field.link.references.forget() }
  }
}
