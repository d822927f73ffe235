import Databases
import Engines
import FlagModel
import Migrations
import Predicates
import Queries
import SQLText

extension Migrator {
  /// Describes a record that violates a rule of the model. Another program can write such a record
  /// if it disables the checks.
  func brokenRecord() throws -> String? {
    for entity in schema.entities {
      for attribute in entity.attributes {
        if let broken = try brokenRecord(entity, attribute) { return broken }
      }
      for rule in entity.groupRules {
        if let (key, half) = try database.halves(of: rule, entity.broken(rule), most: 1).first {
          return "\(entity.name) \(key.text): \(half.message)"
        }
      }
    }
    return nil
  }

  private func brokenRecord(_ entity: Entity, _ attribute: Attribute) throws -> String? {
    let column: SQLText = "\(name: attribute.column)"
    let missing: SQLText = """
      SELECT \(name: entity.keyColumn), \(column)\(entity.rows(where: "\(column) IS NULL"))
      """
    let refused = entity.refused(attribute, in: database.dialect)
    var queries: [SQLText] = []
    if let refused { queries.append(refused) }
    if !attribute.isOptional { queries.append(missing) }
    for query in queries {
      let rows = try database.rows("\(query) LIMIT 1")
      guard try rows.next() else { continue }
      let key = rows.value(at: 0)
      return "\(entity.name) \(key.text): \(problem(attribute, rows.value(at: 1)))"
    }
    return nil
  }

  private func problem(_ attribute: Attribute, _ value: Value) -> String {
    do throws(ValueError) {
      try ValueCheck(attribute).check(value)
      return "\(attribute.name) must be \(attribute.demand)"
    } catch {
      return error.message
    }
  }

  /// The rule violation that made a change of all records fail, if the change itself was correct.
  func brokenRecord(behind error: any Error) -> DatabaseError? {
    guard let error = error as? DatabaseError, let cause = error.cause,
      cause.isConstraintViolation, let broken = try? database.read({ try brokenRecord() })
    else { return nil }
    return DatabaseError(
      .refused,
      "a record violates the present model: \(broken)",
      hint: "correct it first; \(quotedCommand("flagdb", "check", path)) shows all of them",
      outcome: .unchanged,
      cause: cause)
  }
}
