import FlagModel
import Predicates
import Queries
import SQLText

/// The form in which a column of others keeps the values of an attribute: as the model says, and as
/// the values that are there show it.
final class ColumnForm {
  let attribute: Attribute
  private let entity: Entity
  private let connection: Connection

  /// Nil if the column keeps values as a column of ours does.
  init?(_ attribute: Attribute, of entity: Entity, in database: Database) {
    guard attribute.stored != .own || attribute.narrowBits != nil else { return nil }
    (self.attribute, self.entity, connection) = (attribute, entity, database.connection)
  }

  /// The value that the column keeps for one of ours.
  func stored(_ value: Value) throws(SQLiteError) -> Value {
    shaped(attribute.stored.stored(value, of: attribute.type), try shape(for: value))
  }

  /// The cell for a date as we keep it, without the way over its text as a value of its own; nil for
  /// any other text.
  func quickCell(
    _ range: Range<Int>, in row: inout StoredRow
  ) throws(SQLiteError) -> StoredRow.Cell? {
    let moment = row.bytes.withUnsafeBufferPointer { DateBytes.moment(.init(rebasing: $0[range])) }
    guard let moment else { return nil }
    switch attribute.stored {
    case .dates(let dates): return row.cell(of: dates.value(of: moment))
    case .text:
      guard let style = try dateStyle() else { return .text(range) }
      let (kept, start) = (Array(row.bytes[range]), row.bytes.count)
      style.append(kept, to: &row.bytes)
      return .text(start..<row.bytes.count)
    default: return nil
    }
  }

  /// The same for a value that is in the form of the model already.
  func shaped(_ value: Value) throws(SQLiteError) -> Value { shaped(value, try shape(for: value)) }

  private enum Shape {
    case plain
    case word(isSigned: Bool)
    case text(DateTextStyle)
  }

  private func shaped(_ value: Value, _ shape: Shape) -> Value {
    switch (shape, value) {
    case (.word(let isSigned), .integer(let number)):
      guard let bits = attribute.narrowBits else { return value }
      return .integer(bits.number(number, isSigned: isSigned))
    case (.text(let style), .text(let text)):
      return (try? Timestamp(text)).map { .text(style.text(of: $0)) } ?? value
    default: return value
    }
  }

  private func shape(for value: Value) throws(SQLiteError) -> Shape {
    switch (attribute.stored, value) {
    case (.text, .text): return try dateStyle().map(Shape.text) ?? .plain
    case (_, .integer(let number)):
      guard let bits = attribute.narrowBits, bits.hasSign(number) else { return .plain }
      return .word(isSigned: try isSigned())
    default: return .plain
    }
  }

  // MARK: Masks

  /// Changes that set, clear and turn over bits, where the highest of them may make the number
  /// negative.
  func change(
    adding: Int64, removing: Int64, toggling: Int64
  ) throws(SQLiteError) -> Assignment.Change {
    guard let bits = attribute.narrowBits, bits.hasSign(adding) || bits.hasSign(toggling)
    else { return .flags(adding: adding, removing: removing, toggling: toggling) }
    let isSigned = try isSigned()
    let added = bits.hasSign(adding) ? bits.number(adding, isSigned: isSigned) : adding
    guard bits.hasSign(toggling) else {
      return .flags(adding: added, removing: removing, toggling: toggling)
    }
    return .flags(
      adding: added, removing: removing, toggling: bits.number(toggling, isSigned: false),
      word: .init(bits: bits.count, isSigned: isSigned))
  }

  // MARK: Looking at the column

  private var knownSign: Bool?
  private var knownStyle: DateTextStyle??

  /// True if the highest bit makes numbers negative: as any number of the column shows, or else as
  /// the raw type has it.
  private func isSigned() throws(SQLiteError) -> Bool {
    if let knownSign { return knownSign }
    let column: SQLText = "\(name: attribute.column)"
    let bits = attribute.narrowBits?.count ?? 32
    let rows = try connection.prepare(
      """
      SELECT min(\(column)) < 0, max(\(column)) >= \(.integer(1 << Int64(bits - 1)))\
      \(entity.rows(where: "typeof(\(column)) = 'integer'"))
      """)
    let isFound = try rows.step()
    let isSigned =
      if isFound, rows.value(at: 0) == .integer(1) {
        true
      } else if isFound, rows.value(at: 1) == .integer(1) {
        false
      } else {
        attribute.type.isSigned
      }
    knownSign = isSigned
    return isSigned
  }

  /// The style of the last date; nil if there is none.
  private func dateStyle() throws(SQLiteError) -> DateTextStyle? {
    if let knownStyle { return knownStyle }
    let column: SQLText = "\(name: attribute.column)"
    let order: SQLText =
      entity.source.key.map { " ORDER BY \(name: $0.column) DESC" } ?? ""
    let text = try connection.value(
      """
      SELECT \(column)\(entity.rows(where: "typeof(\(column)) = 'text'"))\(order) LIMIT 1
      """)
    let style: DateTextStyle? =
      if case .text(let text)? = text { DateTextStyle(showing: text) } else { nil }
    knownStyle = .some(style)
    return style
  }
}

/// The numbers of a type of fewer than 64 bits, the highest of which may make them negative or not.
struct NarrowBits {
  let count: Int

  private var mask: Int64 { 1 << Int64(count) - 1 }

  func hasSign(_ number: Int64) -> Bool { number >> Int64(count - 1) & 1 != 0 }

  func number(_ number: Int64, isSigned: Bool) -> Int64 {
    let bits = number & mask
    return isSigned && hasSign(bits) ? bits - (1 << Int64(count)) : bits
  }
}

extension Attribute {
  /// The bits of flags in fewer than 64, and of numbers that are words; nil for other attributes.
  fileprivate var narrowBits: NarrowBits? {
    switch type {
    case .flags(let set) where set.rawType.bitWidth < 64: NarrowBits(count: set.rawType.bitWidth)
    case .integer where stored == .word: NarrowBits(count: 32)
    default: nil
    }
  }
}
