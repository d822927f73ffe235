import FlagModel
internal import PlainText

/// Brings the values of an attribute from the form that a file of others has to that of ours, and
/// checks them: nothing that breaks the model gets into the copy.
struct CellCopier {
  /// The values that need no look but at their class.
  fileprivate enum Quick {
    case integer(ClosedRange<Int64>)
    case real
    case text
    case blob
    case none
  }

  private let source: Attribute
  private let target: Attribute
  private let check: ValueCheck
  private let quick: Quick

  init(_ source: Attribute, to target: Attribute) throws(ValueError) {
    (self.source, self.target) = (source, target)
    check = try ValueCheck(target)
    quick = source.stored == .own && target.validity == .anything ? Quick(target.type) : .none
  }

  /// Appends a cell of a record that was read to a record that is being written.
  func append(
    _ cell: StoredRow.Cell, of row: StoredRow, to copy: inout StoredRow
  ) throws(ValueError) {
    switch (quick, cell) {
    case (_, .null) where target.isOptional: copy.cells.append(.null)
    case (.integer(let range), .integer(let number)) where range.contains(number):
      copy.cells.append(cell)
    case (.real, .real(let number)) where number.isFinite: copy.cells.append(cell)
    case (.text, .text(let range)):
      copy.cells.append(.text(try append(textAt: range, of: row, to: &copy)))
    case (.blob, .blob(let range)):
      let start = copy.bytes.count
      copy.bytes.append(contentsOf: row.bytes[range])
      copy.cells.append(.blob(start..<copy.bytes.count))
    default: copy.append(try value(cell, of: row))
    }
  }

  private func append(
    textAt range: Range<Int>, of row: StoredRow, to copy: inout StoredRow
  ) throws(ValueError) -> Range<Int> {
    let start = copy.bytes.count
    copy.bytes.append(contentsOf: row.bytes[range])
    if let problem = Self.problem(of: row, range) {
      throw ValueError("\(target.name): \(problem)")
    }
    return start..<copy.bytes.count
  }

  /// The reason why every reader takes a text for something else; nil if there is none.
  private static func problem(of row: StoredRow, _ range: Range<Int>) -> String? {
    row.bytes.withUnsafeBufferPointer { bytes in
      let text = UnsafeBufferPointer(rebasing: bytes[range])
      if let offset = firstInvalidUTF8(in: text) {
        return "the text is not UTF-8 at byte \(offset + 1)"
      }
      return text.firstIndex(of: 0).map { "the text holds a NUL at byte \($0 + 1)" }
    }
  }

  /// Any other value, in our form.
  private func value(_ cell: StoredRow.Cell, of row: StoredRow) throws(ValueError) -> Value {
    if case .text(let range) = cell, let problem = Self.problem(of: row, range) {
      throw ValueError("\(target.name): \(problem)")
    }
    let value = inOurForm(source.stored.value(row.value(of: cell), of: source.type))
    try check.check(value)
    return value
  }

  /// Numbers of the class that the type is kept in, where they are the same.
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
  fileprivate init(_ type: AttributeType) {
    self =
      switch type {
      case .bool: .integer(0...1)
      case .integer(let type): .integer(type.storedRange)
      case .double: .real
      case .string: .text
      case .data: .blob
      default: .none
      }
  }
}
