import Databases
import FlagModel
import ForeignModels
import Predicates
import SQLText

/// Finds attributes with infinite numbers in a foreign database.
struct InfiniteNumbers {
  private let database: Database

  init(_ database: Database) { self.database = database }

  /// Gives attributes with infinite numbers the type `any`, because numbers in a flagdb database
  /// are finite. Reports each of them.
  func keepInfinities(of names: [Name]) throws -> [String] {
    guard database.kind.isForeign else { return [] }
    var notes: [String] = []
    let wanted = Set(names)
    var entities: [Entity] = []
    for entity in database.schema.entities {
      let columns = try wanted.contains(entity.name) ? infiniteColumns(of: entity) : []
      var properties = entity.properties
      for (place, property) in properties.enumerated() {
        guard case .attribute(let attribute) = property, columns.contains(attribute.column)
        else { continue }
        notes.append("'\(entity.name).\(attribute.name)' holds infinity, and is 'Any' in the copy")
        properties[place] = .attribute(attribute.ofAnyValue)
      }
      entities.append(columns.isEmpty ? entity : entity.having(properties))
    }
    if !notes.isEmpty { database.useTypes(of: entities) }
    return notes
  }

  private func infiniteColumns(of entity: Entity) throws -> Set<Name> {
    let numbers = entity.properties.flatMap { property -> [Attribute] in
      guard case .attribute(let attribute) = property, attribute.mayBeInfinite else { return [] }
      return [attribute]
    }
    let columns = try database.despiteDamage(of: entity) { () throws -> [Name] in
      var names: [Name] = []
      for part in numbers.chunks(of: Self.mostTests) {
        let tests = part.map { attribute -> SQLText in
          let size: SQLText = "\(.ofNumber(.abs), of: "\(name: attribute.column)")"
          return "max(CASE WHEN \(size) = \(.real(.infinity)) THEN 1 ELSE 0 END)"
        }
        let rows = try database.rows("SELECT \(tests.joined(by: ", "))\(entity.rows())")
        guard try rows.next() else { continue }
        for (index, attribute) in part.enumerated() where rows.integer(at: index) == 1 {
          names.append(attribute.column)
        }
      }
      return names
    }
    return Set(columns ?? [])
  }

  private static let mostTests = 500
}

extension Attribute {
  /// True for a real number in the engine's own form.
  fileprivate var mayBeInfinite: Bool {
    switch (type, stored) {
    case (.double, .own), (.float, .own), (.double, .native), (.float, .native): true
    default: false
    }
  }

  var ofAnyValue: Attribute {
    Attribute(
      name: name, column: column, declaredType: "Any", type: .any, isOptional: isOptional,
      isUnique: isUnique, originalName: originalName, summary: summary)
  }
}
