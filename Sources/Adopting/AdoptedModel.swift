import Engines
package import FlagModel
import ForeignModels

/// The model for `adopt`, and the effect of changed tables on it.
package struct AdoptedModel {
  package var schema: Schema
  /// The fingerprint of the tables that the model describes.
  let fingerprint: String
  /// The tables and columns that are new since the last `adopt`: `item`, `item.price`.
  package internal(set) var gained: [Name] = []
  /// The tables and columns that were removed.
  package internal(set) var lost: [Name] = []

  /// Applies the names of a sidecar to the model of the tables.
  /// - Parameter takesWhole: true to take the whole model of the sidecar if the tables have not
  ///   changed.
  mutating func keep(
    _ sidecar: Sidecar, _ tables: [TableShape], isStore: Bool, takesWhole: Bool
  ) throws(DatabaseError) {
    let plain = schema
    let old = sidecar.schema
    if takesWhole, fingerprint == sidecar.fingerprint {
      schema = old
      return
    }
    schema = isStore ? try plain.named(by: old) : old.fitted(to: tables, and: plain)
    let before = Set(old.paths)
    let after = Set(schema.paths)
    gained = schema.paths.filter { !before.contains($0) }
    lost = old.paths.filter { !after.contains($0) }
  }
}

extension Schema {
  /// The names of the tables and columns: `item` and `item.price`.
  fileprivate var paths: [Name] {
    var paths: [Name] = []
    for entity in entities {
      paths.append(entity.name)
      for property in entity.properties { paths.append("\(entity.name).\(property.name)") }
    }
    return paths
  }
}
