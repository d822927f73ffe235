/// Some columns of several records, each in contiguous memory.
///
/// This module stores columns of many records in batches, and evaluates conditions, groups and sums
/// on them. It knows neither files nor SQL.
package final class ColumnBatch {
  /// The kinds of values.
  package enum Kind: UInt8 {
    case null, integer, real, text, blob

    /// True if a value has bytes, whose place is its word.
    package var hasBytes: Bool { self == .text || self == .blob }
  }

  /// The values of a column.
  package struct Column {
    package let kinds: UnsafeMutablePointer<Kind>
    /// An integer, the bits of a real number, or the place of a text in the bytes of the batch.
    package let words: UnsafeMutablePointer<Int64>
  }

  /// In memory that needs no counting of references.
  package typealias Columns = UnsafeMutableBufferPointer<Column>

  package let columns: Columns
  /// The number of records.
  package var count = 0
  /// The maximum number of records.
  package private(set) var capacity: Int
  /// The memory with the texts. It belongs to the reader, and is valid until the next batch.
  package var bytes = UnsafeRawBufferPointer(start: nil, count: 0)

  package init(columns count: Int, capacity: Int = 4_096) {
    self.capacity = capacity
    columns = .allocate(capacity: count)
    for index in 0..<count { columns.initializeElement(at: index, to: Self.column(capacity)) }
  }

  deinit {
    for column in columns { Self.free(column) }
    columns.deallocate()
  }

  private static func column(_ capacity: Int) -> Column {
    Column(kinds: .allocate(capacity: capacity), words: .allocate(capacity: capacity))
  }

  private static func free(_ column: Column) {
    column.kinds.deallocate()
    column.words.deallocate()
  }

  /// Enlarges the capacity, and keeps the existing records.
  package func reserve(_ records: Int) {
    guard records > capacity else { return }
    let larger = max(records, 2 * capacity)
    for (index, old) in columns.enumerated() {
      let new = Self.column(larger)
      new.kinds.update(from: old.kinds, count: count)
      new.words.update(from: old.words, count: count)
      Self.free(old)
      columns[index] = new
    }
    capacity = larger
  }

  /// The values of a record.
  package func values(at row: Int) -> [ColumnValue] {
    columns.map { column in
      let word = column.words[row]
      switch column.kinds[row] {
      case .null: return .null
      case .integer: return .integer(word)
      case .real: return .real(Double(bitPattern: UInt64(bitPattern: word)))
      case .text: return .text(Array(text(word)))
      case .blob: return .blob(Array(text(word)))
      }
    }
  }

  // MARK: Texts

  /// The place of a text in the bytes, as a word.
  package static func word(offset: Int, length: Int) -> Int64 {
    Int64(truncatingIfNeeded: offset) << 32 | Int64(truncatingIfNeeded: length)
  }

  /// The place of a text that a word names.
  @inline(__always)
  package static func place(of word: Int64) -> Range<Int> {
    let start = Int(word >> 32)
    return start..<start + Int(word & 0xFFFF_FFFF)
  }

  /// The bytes of a text or blob.
  @inline(__always)
  package func text(_ word: Int64) -> UnsafeRawBufferPointer { bytes.text(word) }
}

extension UnsafeRawBufferPointer {
  /// The bytes of a text whose place is a word.
  @inline(__always)
  func text(_ word: Int64) -> UnsafeRawBufferPointer {
    let place = ColumnBatch.place(of: word)
    guard place.lowerBound >= 0, place.upperBound <= count else {
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return UnsafeRawBufferPointer(rebasing: self[place])
  }
}

/// A value of a column.
package enum ColumnValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text([UInt8])
  case blob([UInt8])
}

/// The reason why columns cannot be read in batches, so that SQL must be used.
package struct ColumnRefusal: Error, Hashable {
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}
