import Engines
import FlagModel
import SQLText

/// The types of the columns of a schema, and the corresponding types of flagdb.
struct ServerTypes {
  private struct Entry {
    let name: String
    /// The kind: `b` for a base type, `d` for a domain, `e` for an enum.
    let sort: String
    /// The base type of a domain, and its modifier.
    let base: Int64
    let baseModifier: Int64
    /// The element type of an array; 0 for all others.
    let element: Int64
  }

  private var entries: [Int64: Entry] = [:]
  private var labels: [Int64: [String]] = [:]

  static func question(on columns: SQLText) -> SQLText {
    """
    SELECT t.oid, CASE WHEN n.nspname IN ('pg_catalog', current_schema()) THEN '' \
    ELSE n.nspname || '.' END || t.typname, t.typtype, t.typbasetype, t.typtypmod, \
    CASE WHEN t.typcategory = 'A' THEN t.typelem ELSE 0 END FROM pg_type AS t \
    JOIN pg_namespace AS n ON n.oid = t.typnamespace WHERE t.oid IN (\
    WITH RECURSIVE used AS (SELECT * FROM (\(columns)) AS own (type) UNION SELECT next.type FROM used \
    JOIN pg_type AS t ON t.oid = used.type CROSS JOIN LATERAL \
    (VALUES (t.typbasetype), (CASE WHEN t.typcategory = 'A' THEN t.typelem END)) AS next (type) \
    WHERE next.type != 0) SELECT type FROM used)
    """
  }

  /// - Parameter columns: a query for the type numbers of the columns.
  init(_ columns: SQLText, of connection: PostgreSQLConnection) throws(EngineError) {
    let types = try connection.rows(Self.question(on: columns))
    for row in types {
      guard case .integer(let number) = row[0], case .text(let name) = row[1],
        case .text(let sort) = row[2], case .integer(let base) = row[3],
        case .integer(let modifier) = row[4], case .integer(let element) = row[5]
      else { continue }
      entries[number] = Entry(
        name: name, sort: sort, base: base, baseModifier: modifier, element: element)
    }
    guard entries.values.contains(where: { $0.sort == "e" }) else { return }
    let enums = entries.filter { $0.value.sort == "e" }.keys.sorted().map(Value.integer)
    let rows = try connection.rows(
      """
      SELECT enumtypid, enumlabel FROM pg_enum WHERE enumtypid IN \(list: enums) \
      ORDER BY enumtypid, enumsortorder
      """)
    for row in rows {
      guard case .integer(let number) = row[0], case .text(let label) = row[1] else { continue }
      labels[number, default: []].append(label)
    }
  }

  /// The flagdb type and stored form for a column of a type.
  func kept(_ number: Int64, modifier: Int64) -> ColumnShape.Kept {
    guard let entry = entries[number] else { return .init(.string, .native(NativeType("text"))) }
    if entry.sort == "d" { return kept(domain: entry) }
    if let labels = labels[number] {
      return .init(.enumeration(enumeration(entry.name, labels)), .native(NativeType(entry.name)))
    }
    if entry.element != 0 { return array(of: entry.element) }
    switch entry.name {
    case "bool": return .init(.bool)
    case "int2": return .init(.integer(.int16), .native(NativeType(entry.name)))
    case "int4": return .init(.integer(.int32), .native(NativeType(entry.name)))
    case "int8": return .init(.integer(.int64))
    case "float4": return .init(.float, .native(NativeType(entry.name)))
    case "float8": return .init(.double)
    case "text", "varchar", "name": return .init(.string)
    case "timestamptz": return .init(.date)
    case "timestamp", "date": return .init(.date, .native(NativeType(entry.name)))
    case "uuid": return .init(.uuid)
    case "bytea": return .init(.data)
    case "oid": return .init(.integer(.int64), .native(NativeType("oid")))
    case "numeric": return Self.number(modifier)
    default: return .init(.string, .native(NativeType(entry.name)))
    }
  }

  /// A domain has its base type. A domain of an enum is a text, because the server has no operators for it.
  private func kept(domain entry: Entry) -> ColumnShape.Kept {
    let base = kept(entry.base, modifier: entry.baseModifier)
    if case .enumeration = base.type {
      return .init(.string, .native(NativeType(entry.name)))
    }
    return base
  }

  /// A declared number of digits is a decimal where 64 bits hold each.
  private static func number(_ modifier: Int64) -> ColumnShape.Kept {
    let form = StoredForm.native(NativeType("numeric"))
    let digits = (modifier - 4) >> 16 & 0xFFFF
    let places = (((modifier - 4) & 0x7FF) ^ 0x400) - 0x400
    if modifier < 4 { return .init(.double, form) }
    guard digits <= 18, 0...digits ~= places else {
      return .init(.double, .native(NativeType("numeric(\(digits),\(places))")))
    }
    if places == 0 { return .init(.integer(.int64), form) }
    return .init(.decimal(places: Int(places)), form)
  }

  /// Arrays of what JSON has; others are shown as the server writes them.
  private func array(of element: Int64) -> ColumnShape.Kept {
    let item = kept(element, modifier: -1)
    guard let entry = entries[element] else { return item }
    let isNumber = if case .integer = item.type { true } else { false }
    let form = StoredForm.native(NativeType("\(entry.name)[]"))
    guard item.stored == .own || isNumber || entry.sort == "e" else { return .init(.string, form) }
    switch item.type {
    case .bool, .integer, .double, .string, .enumeration:
      return .init(.array(item.type), form)
    default: return .init(.string, form)
    }
  }

  /// `OrderStatus` for `order_status`.
  private func enumeration(_ name: String, _ labels: [String]) -> Enumeration {
    let last = name.split(separator: ".").last ?? ""
    let words = last.split { !$0.isLetter && !$0.isNumber }
    var type = ""
    for word in words { type += word.prefix(1).uppercased() + word.dropFirst() }
    if type.isEmpty { type = "Enum" }
    let cases = zip(chosenNames(for: labels.map { Name($0) }, or: "case") { $0 }, labels).map {
      Enumeration.Case(name: $0, rawValue: .text($1))
    }
    return Enumeration(name: Name(type), rawType: .string, cases: cases)
  }
}
