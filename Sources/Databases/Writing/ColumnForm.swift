package import Engines
package import FlagModel
import Predicates
import Queries
import SQLText

/// The form in which a foreign column stores the values of an attribute, from the model or else
/// from existing values.
/// See Documentation/Decisions/changes-follow-the-rules-of-the-foreign-database.md.
package final class ColumnForm {
  package let attribute: Attribute
  private let entity: Entity
  private let connection: any Connection
  private let word: NumberWord?
  /// The integer width that the engine enforces for the column; nil if it enforces none.
  private let declared: NumberWord?

  /// Nil if the column has the same form as in a flagdb database.
  package init?(_ attribute: Attribute, of entity: Entity, in database: Database) {
    if attribute.stored == .own { return nil }
    self.attribute = attribute
    self.entity = entity
    connection = database.connection
    switch attribute.stored {
    case .word: word = attribute.type.word
    case .native(let native) where attribute.type.isFlags: word = native.word
    default: word = nil
    }
    declared = try? ForeignTableRules(database).declaredWord(of: attribute, in: entity)
  }

  /// Converts a value to the form of the column.
  package func stored(_ value: Value) throws(EngineError) -> Value {
    shaped(attribute.stored.stored(value, of: attribute.type), try shape(for: value))
  }

  /// Converts a date in flagdb's form to a cell without an intermediate text; nil for any other
  /// text.
  package func quickCell(
    _ range: Range<Int>, in row: inout StoredRow
  ) throws(EngineError) -> StoredRow.Cell? {
    let moment = row.bytes.withUnsafeBufferPointer { DateBytes.moment(.init(rebasing: $0[range])) }
    guard let moment else { return nil }
    switch attribute.stored {
    case .dates(let dates): return row.cell(of: dates.value(of: moment))
    case .text:
      guard let style = try dateStyle() else { return .text(range) }
      let kept = Array(row.bytes[range])
      let start = row.bytes.count
      style.append(kept, to: &row.bytes)
      return .text(start..<row.bytes.count)
    default: return nil
    }
  }

  /// Converts a value that already has the form of the model to the form of the column.
  func shaped(_ value: Value) throws(EngineError) -> Value { shaped(value, try shape(for: value)) }

  private enum Shape {
    case plain
    case word(NumberWord)
    case text(DateTextStyle)
  }

  private func shaped(_ value: Value, _ shape: Shape) -> Value {
    switch (shape, value) {
    case (.word(let word), .integer(let number)): return .integer(word.value(of: number))
    case (.text(let style), .text(let text)):
      return (try? Timestamp(text)).map { .text(style.text(of: $0)) } ?? value
    default: return value
    }
  }

  private func shape(for value: Value) throws(EngineError) -> Shape {
    switch (attribute.stored, value) {
    case (.text, .text): return try dateStyle().map(Shape.text) ?? .plain
    case (.word, .integer(let number)), (.native, .integer(let number)):
      guard let word, word.hasSign(number) else { return .plain }
      return .word(try columnWord(word))
    default: return .plain
    }
  }

  // MARK: Calculations

  /// The form of a value that SQL calculates.
  func calculated() throws(EngineError) -> Calculation.Form {
    switch attribute.stored {
    case .word: try word.map { (word) throws(EngineError) in .word(try columnWord(word)) } ?? .own
    case .text: .other(.text, attribute.type, sample: try dateSample())
    case .native where attribute.type.isFlags:
      try word.map { (word) throws(EngineError) in .word(try columnWord(word)) } ?? .own
    case .dates, .real, .blob, .native: .other(attribute.stored, attribute.type, sample: nil)
    case .own, .anyNumber, .digits, .coded, .rawValue, .external: .own
    }
  }

  // MARK: Masks

  /// Changes that set, clear and toggle bits, with a sign conversion if the highest bit is among
  /// them.
  func change(
    adding: Int64, removing: Int64, toggling: Int64, calculated: [CalculatedBits]
  ) throws(EngineError) -> Assignment.Change {
    guard let word, word.hasSign(adding) || word.hasSign(toggling) || !calculated.isEmpty else {
      return .flags(adding: adding, removing: removing, toggling: toggling, calculated: calculated)
    }
    let kept = try columnWord(word)
    let added = kept.value(of: adding)
    guard word.hasSign(toggling) || !calculated.isEmpty else {
      return .flags(adding: added, removing: removing, toggling: toggling)
    }
    return .flags(
      adding: added, removing: removing, toggling: word.signed(false).value(of: toggling),
      word: kept, calculated: calculated)
  }

  // MARK: Inspecting the column

  private var knownWord: NumberWord?
  private var knownStyle: DateTextStyle??

  /// The signedness of the column: as any negative or large number in it shows, or else as the raw
  /// type has it.
  private func columnWord(_ word: NumberWord) throws(EngineError) -> NumberWord {
    if let knownWord { return knownWord }
    if let declared, declared.width == word.width { return declared }
    let column: SQLText = "\(name: attribute.column)"
    let rows = try connection.prepare(
      """
      SELECT min(\(column)) < 0, max(\(column)) >= \(.integer(word.highPositives?.lowerBound ?? .max))\
      \(entity.rows(where: "\(.isWhole, of: column)"))
      """)
    let isFound = try rows.step()
    let isSigned =
      if isFound, rows.value(at: 0) == .integer(1) {
        true
      } else if isFound, rows.value(at: 1) == .integer(1) {
        false
      } else {
        word.isSigned
      }
    knownWord = word.signed(isSigned)
    return word.signed(isSigned)
  }

  /// The style of the last date; nil if there is none.
  private func dateStyle() throws(EngineError) -> DateTextStyle? {
    if let knownStyle { return knownStyle }
    let style: DateTextStyle? =
      if case .text(let text)? = try dateSample() { DateTextStyle(showing: text) } else { nil }
    knownStyle = .some(style)
    return style
  }

  /// The last date that is a text; nil if there is none.
  private func dateSample() throws(EngineError) -> Value? {
    let column: SQLText = "\(name: attribute.column)"
    let order: SQLText = entity.source.key.map { " ORDER BY \(name: $0.column) DESC" } ?? ""
    return try connection.value(
      """
      SELECT \(column)\(entity.rows(where: "\(.isText, of: column)"))\(order) LIMIT 1
      """)
  }
}
