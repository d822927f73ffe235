import Databases
import Engines
package import FlagModel
import Migrations
import Predicates
import SQLText

extension DatabaseChecker {
  /// The maximum number of bits in one finding.
  private static let mostBits = 8

  /// The bits that no flag declares, each with its number of records. There are few combinations,
  /// so these are counted first.
  func undeclaredBits(_ attribute: Attribute, of entity: Entity) throws -> [Finding] {
    guard case .flags(let set) = attribute.type else { return [] }
    let rows = try undeclaredRows(attribute, set, of: entity)
    var counts: [UInt64: (records: Int64, example: Value)] = [:]
    while try rows.next() {
      guard let stored = rows.integer(at: 0), let count = rows.integer(at: 1) else { continue }
      let key = rows.value(at: 2)
      var bits = set.undeclaredBits(in: set.mask(stored: stored))
      while bits != 0 {
        let bit = bits & (~bits &+ 1)
        bits &= ~bit
        let before = counts[bit] ?? (0, key)
        counts[bit] = (before.records + count, lesser(before.example, key))
      }
    }
    if counts.count > Self.mostBits {
      return [
        Finding(
          problem:
            "no flag is declared for \(counts.count) bits that records have; perhaps the numbers are "
            + "not flags",
          entity: entity.name, attribute: attribute.name,
          key: counts.values.map(\.example).reduce(.null, lesser))
      ]
    }
    return counts.sorted { $0.key < $1.key }.map { bit, count in
      Finding(
        problem: "no flag is declared for 0x\(String(bit, radix: 16, uppercase: true)), "
          + "which \(counted(count.records, "record")) \(have(count.records))",
        entity: entity.name, attribute: attribute.name, key: count.example)
    }
  }

  /// The undeclared bits in the records of all attributes of a flag set.
  package func undeclaredBits(of name: Name) throws -> UInt64 {
    var bits: UInt64 = 0
    for entity in schema.tables.entities {
      for attribute in entity.attributes {
        guard case .flags(let set) = attribute.type, set.name == name else { continue }
        let rows = try undeclaredRows(attribute, set, of: entity)
        while try rows.next() {
          guard let stored = rows.integer(at: 0) else { continue }
          bits |= set.undeclaredBits(in: set.mask(stored: stored))
        }
      }
    }
    return bits
  }

  /// Each combination with undeclared bits, with the number of its records and the key of one.
  private func undeclaredRows(
    _ attribute: Attribute, _ set: FlagSet, of entity: Entity
  ) throws -> RowCursor {
    try database.rows(undeclaredQuery(attribute, set, of: entity))
  }

  private func undeclaredQuery(
    _ attribute: Attribute, _ set: FlagSet, of entity: Entity
  ) -> SQLText {
    let declared = Value.integer(Int64(bitPattern: set.declaredMask))
    return """
      SELECT \(Term(attribute).sql), count(*), \(entity.leastKey)\
      \(entity.rows(where: "\(Term(attribute).sql) & ~\(declared) != 0")) \
      GROUP BY \(name: attribute.column)
      """
  }

  /// Stored values that no enum case declares. Another program can write them if it disables the
  /// checks.
  func unknownCases(_ attribute: Attribute, of entity: Entity) throws -> [Finding] {
    guard case .enumeration(let enumeration) = attribute.type else {
      return try attribute.fields.flatMap { try unknownCases($0, of: entity) }
    }
    let rows = try database.rows(unknownQuery(attribute, enumeration, of: entity))
    return try rows.all {
      guard let count = rows.integer(at: 1) else { return nil }
      let value = attribute.type.rawText(of: rows.value(at: 0))
      return Finding(
        problem: "no case of \(enumeration.name) is \(value), which \(counted(count, "record")) "
          + have(count),
        entity: entity.name, attribute: attribute.name, key: rows.value(at: 2))
    }
  }

  private func unknownQuery(
    _ attribute: Attribute, _ enumeration: Enumeration, of entity: Entity
  ) -> SQLText {
    """
    SELECT \(Term(attribute).sql), count(*), \(entity.leastKey)\
    \(entity.rows(where: "\(Term(attribute).sql) NOT IN \(list: enumeration.cases.map(\.rawValue))")) \
    GROUP BY 1 LIMIT 100
    """
  }

  /// The questions on the values of an attribute whose answers are short.
  func questions(on attribute: Attribute, of entity: Entity) -> [SQLText] {
    if case .enumeration(let enumeration) = attribute.type {
      return [unknownQuery(attribute, enumeration, of: entity)]
    }
    var questions: [SQLText] = []
    if case .flags(let set) = attribute.type {
      questions.append(undeclaredQuery(attribute, set, of: entity))
    }
    if !needsLook(attribute), let refused = entity.refused(attribute, in: database.dialect) {
      questions.append(Self.any(of: refused))
    }
    return questions + attribute.fields.flatMap { self.questions(on: $0, of: entity) }
  }

  /// Values that SQL cannot check, such as a pattern or the elements of an array, and values that
  /// SQL would refuse unless another program disabled the checks. SQLite's own check skips
  /// constraints in a file that is open for reading.
  func invalidValues(_ attribute: Attribute, of entity: Entity) throws -> [Finding] {
    switch attribute.type {
    case .enumeration: return []
    case .flags(let set) where !set.fields.isEmpty: return []
    default: break
    }
    let all: SQLText = """
      SELECT \(name: entity.keyColumn), \(Term(attribute).sql)\
      \(entity.rows(where: "\(name: attribute.column) IS NOT NULL"))
      """
    let suspect =
      if needsLook(attribute) { all } else { entity.refused(attribute, in: database.dialect) }
    guard let suspect, try needsLook(attribute) || mayHaveRows(suspect) else { return [] }
    let check = try ValueCheck(attribute)
    let rows = try database.rows(suspect)
    rows.read([attribute.type], from: 1)
    return try rows.all(atMost: 100) {
      do throws(ValueError) {
        try check.check(rows.value(at: 1))
        return nil
      } catch {
        return Finding(
          problem: error.message, entity: entity.name, attribute: attribute.name,
          key: rows.value(at: 0))
      }
    }
  }

  /// True if a CHECK alone cannot find all invalid values.
  private func needsLook(_ attribute: Attribute) -> Bool {
    // A CHECK restricts only columns that flagdb created.
    if attribute.validity.pattern != nil || attribute.stored != .own { return true }
    switch attribute.type {
    case .array, .json, .url, .float: return true
    // A server has a type for them.
    case .date: return !connection.isRemote
    default: return false
    }
  }

  /// Texts that are not UTF-8 or contain NUL, which most readers would change or cut off. A server stores none.
  func brokenTexts(_ attribute: Attribute, of entity: Entity) throws -> [Finding] {
    guard attribute.type == .string, !connection.isRemote else { return [] }
    let rows = try database.rows(
      """
      SELECT \(name: entity.keyColumn), \(name: attribute.column)\
      \(entity.rows(where: "\(name: attribute.column) IS NOT NULL"))
      """)
    var row = StoredRow()
    return try rows.all(atMost: 100) {
      // The raw bytes are needed, because a `Value` would have repaired them.
      try rows.copy(into: &row)
      return row.problem(ofTextAt: 1).map {
        Finding(problem: $0, entity: entity.name, attribute: attribute.name, key: row.value(at: 0))
      }
    }
  }
}

/// The smaller of two keys.
private func lesser(_ left: Value, _ right: Value) -> Value {
  left == .null || right.isOrdered(before: left) ? right : left
}
