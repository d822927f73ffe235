import Databases
import FlagModel
import ForeignModels
import Predicates
import SQLText

/// Finds numbers in a foreign database that a `Double` would round.
struct LongNumbers {
  private let database: Database

  init(_ database: Database) { self.database = database }

  /// Gives columns of a server's decimal numbers the type `Int` if they have no decimal places and
  /// 64 bits hold each number, and the type `any` if a `Double` would round a number. Reports each
  /// of them. A key gets the same type, and its references follow it.
  func keepDigits(of names: [Name]) throws -> [String] {
    guard database.kind.isForeign else { return [] }
    var notes: [String] = []
    let wanted = Set(names)
    let entities = try database.schema.entities.map { entity -> Entity in
      guard wanted.contains(entity.name) else { return entity }
      let exact = try exactAttributes(of: entity)
      notes += exact.map { $0.note(in: entity) }
      return exact.isEmpty ? entity : entity.having(exact)
    }
    if !notes.isEmpty { database.useTypes(of: entities) }
    return notes
  }

  /// The attributes that need another type, with this type.
  private func exactAttributes(of entity: Entity) throws -> [Attribute] {
    var columns = entity.properties.compactMap { property -> NumberColumn? in
      if case .attribute(let attribute) = property { NumberColumn(attribute) } else { nil }
    }
    if columns.isEmpty { return [] }
    let names = columns.map { "\(name: $0.attribute.column)" as SQLText }.joined(by: ", ")
    _ = try database.despiteDamage(of: entity) {
      try database.rows("SELECT \(names)\(entity.rows())").pass { row in
        for place in columns.indices { columns[place].add(row.value(at: place)) }
      }
    }
    return columns.compactMap(\.exact)
  }
}

/// A column of decimal numbers, which have all their digits when they are read.
private struct NumberColumn {
  let attribute: Attribute
  /// True if a `Double` has all digits of each number.
  private var fitsDouble = true
  /// True if the column has no decimal places, and 64 bits hold each number.
  private var fitsInteger: Bool

  /// Nil for another column.
  init?(_ attribute: Attribute) {
    guard attribute.type == .double, case .native(let native) = attribute.stored, native.isNumeric
    else { return nil }
    self.attribute = attribute
    fitsInteger = native.places.map { $0 <= 0 } ?? false
  }

  mutating func add(_ value: Value) {
    switch value {
    // A real number was read without loss.
    case .null, .real: return
    case .integer(let number):
      // A Double has all digits of an integer below this limit.
      if number.magnitude < 1 << 53 { return }
    case .text, .blob: fitsInteger = false
    }
    if fitsDouble { fitsDouble = DecimalNumber.fitsDouble(value.text) }
  }

  /// The attribute with a type that keeps all digits; nil if it has one.
  var exact: Attribute? {
    if fitsInteger {
      return Attribute(
        name: attribute.name, column: attribute.column, declaredType: "Int",
        type: .integer(.int64), stored: attribute.stored, isOptional: attribute.isOptional,
        isUnique: attribute.isUnique, originalName: attribute.originalName,
        summary: attribute.summary)
    }
    return fitsDouble ? nil : attribute.ofAnyValue
  }
}

extension Attribute {
  /// The note on another type in the copy.
  fileprivate func note(in entity: Entity) -> String {
    let reason = type == .any ? "holds more digits than a Double" : "has no decimal places"
    return "'\(entity.name).\(name)' \(reason), and is '\(declaredType)' in the copy"
  }
}

extension Entity {
  /// The entity with other types of attributes, and of its key.
  fileprivate func having(_ attributes: [Attribute]) -> Entity {
    let properties = properties.map { property in
      let other = attributes.first { $0.name == property.name }
      return other.map(Property.attribute) ?? property
    }
    let changed = having(properties)
    let isOfKey = attributes.contains { $0.column == shownKey }
    return isOfKey ? changed.withTypeOfKey() : changed
  }
}
