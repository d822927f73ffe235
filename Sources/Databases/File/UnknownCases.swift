package import FlagModel
import ModelText
import Predicates
import SQLText

/// Finds enum values that have no case.
package struct UnknownCases {
  private let database: Database

  package init(_ database: Database) { self.database = database }

  /// The model with additional cases for enum values that have none.
  func addingUnknownCases(to schema: Schema) throws -> Schema {
    let (cases, _) = try unknownCases(of: schema.entities)
    if cases.isEmpty { return schema }
    // The text is parsed again, so that attributes use the new types.
    let text = SourceText(name: database.path, schema.adding(cases).swiftSource)
    return readModel([text], isStored: true).schema ?? schema
  }

  /// Cases for enum values that have none, so that the copy does not lose them.
  package func unknownCases(
    of entities: [Entity]
  ) throws -> (cases: [Name: [Value]], notes: [String]) {
    var cases: [Name: [Value]] = [:]
    if database.kind.hasTablesOfModel, database.mistakes == nil { return ([:], []) }
    for entity in entities {
      for attribute in entity.attributes.flatMap({ [$0] + $0.fields }) {
        guard case .enumeration(let enumeration) = attribute.type else { continue }
        let values = try database.despiteDamage(of: entity) {
          try unknownValues(attribute, enumeration, of: entity)
        }
        for value in values ?? []
        where cases[enumeration.name]?.contains(value) != true {
          cases[enumeration.name, default: []].append(value)
        }
      }
    }
    let notes = cases.sorted { $0.key < $1.key }.map { name, values in
      "\(name) gets \(counted(values.count, "case")) more, for \(listed(values.map(\.text), "and"))"
    }
    return (cases, notes)
  }

  private func unknownValues(
    _ attribute: Attribute, _ enumeration: Enumeration, of entity: Entity
  ) throws -> [Value] {
    let value = Term(attribute).sql
    let rows = try database.rows(
      """
      SELECT DISTINCT \(value)\(entity.rows(
        where: "\(value) NOT IN \(list: enumeration.cases.map(\.rawValue))")) \
      ORDER BY 1 LIMIT \(literal: Self.mostCases)
      """)
    return try rows.all { rows.value(at: 0) }.filter(enumeration.canHave)
  }

  /// The maximum number of additional cases. Beyond it, the values are taken for plain numbers.
  private static let mostCases: Int64 = 100
}

extension Enumeration {
  /// True if the raw value is valid for a case.
  fileprivate func canHave(_ value: Value) -> Bool {
    switch (rawType, value) {
    case (.integer(let type), .integer(let number)): type.storedRange.contains(number)
    case (.string, .text): true
    default: false
    }
  }

  /// The enum with additional cases: `unknown7`.
  fileprivate func adding(_ values: [Value]) -> Enumeration {
    var cases = cases
    for value in values {
      var name: Name = "unknown"
      if case .integer(let number) = value {
        name = number < 0 ? "unknownMinus\(number.magnitude)" : "unknown\(number)"
      } else if case .text(let text) = value, !text.isEmpty {
        name = Name(text).asPropertyName
      }
      while cases.contains(where: { $0.name == name }) { name = "\(name)_" }
      cases.append(Case(name: name, rawValue: value))
    }
    return Enumeration(
      name: self.name, rawType: rawType, cases: cases, fallback: declaredFallback, summary: summary)
  }
}

extension Schema {
  /// The model with additional cases in its enums.
  package func adding(_ cases: [Name: [Value]]) -> Schema {
    if cases.isEmpty { return self }
    return Schema(
      types: types.map { type in
        guard case .enumeration(let enumeration) = type, let more = cases[enumeration.name] else {
          return type
        }
        return .enumeration(enumeration.adding(more))
      }, entities: entities)
  }
}
