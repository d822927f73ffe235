package import FlagModel

/// Converts the values of an attribute from the form of a foreign database to flagdb's form, and
/// checks them. No invalid value reaches the copy.
package final class CellCopier {
  /// The conversions that need no `Value`, which cover nearly all values.
  fileprivate enum Quick {
    case integer(ClosedRange<Int64>)
    case real
    case text
    case blob
    case moment(NumberedDates)
    case date
    case uuid
    case uuidOfBytes
    case none
  }

  private let source: Attribute
  private let target: Attribute
  private let check: ValueCheck
  private let quick: Quick

  package init(_ source: Attribute, to target: Attribute) throws(ValueError) {
    self.source = source
    self.target = target
    check = try ValueCheck(target)
    if target.validity == .anything {
      quick = Quick(source.stored, target.type)
    } else {
      quick = .none
    }
  }

  /// Appends the cell of a source record to a record of the copy.
  package func append(
    _ cell: StoredRow.Cell, of row: StoredRow, to copy: inout StoredRow
  ) throws(ValueError) {
    switch (quick, cell) {
    case (_, .null) where target.isOptional: copy.cells.append(.null)
    case (.integer(let range), .integer(let number)) where range.contains(number):
      copy.cells.append(cell)
    case (.real, .real(let number)) where number.isFinite: copy.cells.append(cell)
    case (.text, .text(let range)):
      try requireText(at: range, of: row)
      copy.appendText { $0.append(contentsOf: row.bytes[range]) }
    case (.blob, .blob(let range)):
      let start = copy.bytes.count
      copy.bytes.append(contentsOf: row.bytes[range])
      copy.cells.append(.blob(start..<copy.bytes.count))
    default:
      if !appendConverted(cell, of: row, to: &copy) { copy.append(try value(cell, of: row)) }
    }
  }

  /// Reports a missing external file of an optional value, which becomes nil in the copy; nil for
  /// all other cells.
  package func missingData(_ cell: StoredRow.Cell, of row: StoredRow) -> String? {
    guard source.stored == .external, target.isOptional, case .text = cell,
      case .text(let words) = row.value(of: cell)
    else { return nil }
    return "\(target.name): \(words), and so nil in the copy"
  }

  /// Converts dates and UUIDs in their usual form. Returns false, and appends nothing, for all
  /// other values.
  private func appendConverted(
    _ cell: StoredRow.Cell, of row: StoredRow, to copy: inout StoredRow
  ) -> Bool {
    switch (quick, cell) {
    case (.moment(let dates), .integer), (.moment(let dates), .real):
      guard let moment = dates.moment(of: row.value(of: cell)) else { return false }
      copy.appendText { moment.appendStoredText(to: &$0) }
      return true
    case (.date, .text(let range)):
      return row.withText(at: range) { text in
        copy.appendAcceptedText { DateBytes.appendStored(text, to: &$0) }
      }
    case (.uuid, .text(let range)):
      return row.withText(at: range) { text in
        copy.appendAcceptedText { UUIDText.append(text, to: &$0) }
      }
    case (.uuidOfBytes, .blob(let range)):
      return row.withText(at: range) { bytes in
        copy.appendAcceptedText { UUIDText.appendText(of: bytes, to: &$0) }
      }
    default: return false
    }
  }

  /// Throws for a text that is not UTF-8 or contains NUL.
  private func requireText(at range: Range<Int>, of row: StoredRow) throws(ValueError) {
    if let problem = row.problem(ofTextAt: range) {
      throw ValueError("\(target.name): \(problem)")
    }
  }

  /// Any other value, in flagdb's form.
  private func value(_ cell: StoredRow.Cell, of row: StoredRow) throws(ValueError) -> Value {
    if case .text(let range) = cell { try requireText(at: range, of: row) }
    let value = inOurForm(source.stored.value(row.value(of: cell), of: source.type))
    try check.check(value)
    return value
  }

  /// Converts a number to the storage class of the type, if its value does not change.
  private func inOurForm(_ value: Value) -> Value {
    switch (target.type, value) {
    case (.double, .integer(let number)), (.float, .integer(let number)):
      Double(exactly: number).map(Value.real) ?? value
    case (.integer, .real(let number)), (.flags, .real(let number)), (.bool, .real(let number)),
      (.enumeration, .real(let number)):
      Int64(exactly: number).map(Value.integer) ?? value
    default: value
    }
  }
}

extension CellCopier.Quick {
  fileprivate init(_ form: StoredForm, _ type: AttributeType) {
    self =
      switch (form, type) {
      case (.own, .bool): .integer(0...1)
      case (.own, .integer(let type)), (.word, .integer(let type)): .integer(type.storedRange)
      case (.own, .flags(let set)) where set.fields.isEmpty && set.rawType.bitWidth < 64,
        (.word, .flags(let set)) where set.fields.isEmpty:
        .integer(set.rawType.storedRange)
      case (.own, .double): .real
      case (.own, .string): .text
      case (.own, .data): .blob
      case (.own, .date), (.text, .date): .date
      case (.own, .uuid): .uuid
      case (.blob, .uuid): .uuidOfBytes
      case (.dates(let dates), .date): .moment(dates)
      default: .none
      }
  }
}

extension StoredRow {
  /// Appends a cell for the text that the body appends; does nothing if the body returns false.
  fileprivate mutating func appendAcceptedText(_ append: (inout [UInt8]) -> Bool) -> Bool {
    let start = bytes.count
    guard append(&bytes) else { return false }
    cells.append(.text(start..<bytes.count))
    return true
  }

  fileprivate mutating func appendText(_ append: (inout [UInt8]) -> Void) {
    let start = bytes.count
    append(&bytes)
    cells.append(.text(start..<bytes.count))
  }

  /// Describes a text that is not UTF-8 or contains NUL; nil for all other cells.
  package func problem(ofTextAt place: Int) -> String? {
    if case .text(let range) = cells[place] { problem(ofTextAt: range) } else { nil }
  }

  fileprivate func problem(ofTextAt range: Range<Int>) -> String? {
    withText(at: range) { text in
      if let offset = firstInvalidUTF8(in: text) {
        return "the text is not UTF-8 at byte \(offset + 1)"
      }
      return text.firstIndex(of: 0).map { "the text holds a NUL at byte \($0 + 1)" }
    }
  }

  /// Runs the body on the bytes of a text or a blob.
  fileprivate func withText<Result>(
    at range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
  }
}
