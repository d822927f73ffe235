import Columns

/// Decodes the values of some columns from the pages of a table.
struct LeafDecoder {
  /// A requested column, in the order of the columns in records.
  private struct Wanted {
    let place: Int
    let isReal: Bool
    let output: Int
    /// The number of columns between the previous requested column and this one.
    var skipped = 0
  }

  private let file: PageFile
  private let buffer: PageBuffer
  private let wanted: UnsafeBufferPointer<Wanted>
  /// The default values of the batch's columns.
  private let missing: [ColumnValue?]
  /// The columns of the batch that are the rowid.
  private let rowNumbers: [Int]
  private let kind: TreeKind
  /// The sizes of values by the first byte of their serial type.
  private let sizes: UnsafePointer<UInt8>
  private let numbers: UnsafePointer<NumberDecoding>
  private let tables: Tables
  private let mostLocal: Int
  /// The end of the bytes from overflow pages in the buffer, and the end from which a batch is full.
  private var end = 0
  private var most = 0
  private let link: PageBuffer

  /// The maximum length of a record with overflow pages; SQL reads longer ones.
  static let longest = 1 << 23
  /// The maximum size of such records in one batch, except for the last one.
  private static let mostOverflow = 1 << 21
  /// The maximum number of values in one leaf.
  private static let mostValues = 1 << 20

  init(_ scan: TableScan, _ buffer: PageBuffer) {
    file = scan.file
    self.buffer = buffer
    kind = scan.kind
    link = PageBuffer(file.pageSize)
    mostLocal = kind.mostLocal(file.usable)
    let columns = scan.columns
    var wanted: [Wanted] = []
    var rowNumbers: [Int] = []
    var missing = [ColumnValue?](repeating: nil, count: columns.count)
    for (output, column) in columns.enumerated() {
      switch column {
      case .rowNumber: rowNumbers.append(output)
      case .value(let place, let isReal, let value):
        wanted.append(Wanted(place: place, isReal: isReal, output: output))
        missing[output] = value
      }
    }
    self.missing = missing
    wanted.sort { $0.place < $1.place }
    var next = 0
    for index in wanted.indices {
      wanted[index].skipped = wanted[index].place - next
      next = wanted[index].place + 1
    }
    tables = Tables(wanted)
    numbers = UnsafePointer(tables.numbers)
    self.wanted = UnsafeBufferPointer(tables.wanted)
    sizes = UnsafePointer(tables.sizes)
    self.rowNumbers = rowNumbers
  }

  /// Tables for decoding, in memory that needs no counting of references.
  private final class Tables {
    let wanted: UnsafeMutableBufferPointer<Wanted>
    let sizes: UnsafeMutablePointer<UInt8>
    let numbers: UnsafeMutablePointer<NumberDecoding>
    /// Stands for the size of a type that is reserved, or longer than a byte.
    static let unknown: UInt8 = 0xFF

    init(_ columns: [Wanted]) {
      wanted = .allocate(capacity: columns.count)
      _ = wanted.initialize(from: columns)
      sizes = .allocate(capacity: 256)
      numbers = .allocate(capacity: NumberDecoding.count)
      for type in 0..<NumberDecoding.count {
        (numbers + type).initialize(to: NumberDecoding(UInt8(type)))
      }
      for type in 0..<256 {
        let size = type < 0x80 ? SerialType.size(UInt64(type)) : nil
        sizes[type] = size.map { UInt8($0) } ?? Self.unknown
      }
    }

    deinit {
      wanted.deallocate()
      sizes.deallocate()
      numbers.deallocate()
    }
  }

  /// Begins with a number of pages in the buffer.
  mutating func begin(pages: Int) {
    end = pages * file.pageSize
    most = end + Self.mostOverflow
  }

  /// Adds records of a page at an offset of the buffer, from an index on. If the memory is full, it
  /// returns the index of the next record, and otherwise nil.
  mutating func decode(
    _ item: TreeItem, at offset: Int, from first: Int, into batch: ColumnBatch
  ) throws(ColumnRefusal) -> Int? {
    var page = try TreePage(buffer.base + offset, number: item.page, of: kind, in: file)
    guard page.isLeaf == (item.cell == nil) else {
      throw .damaged("the branches of a tree are not equally long")
    }
    guard page.cellCount * missing.count <= Self.mostValues else {
      throw ColumnRefusal("a page has too many values")
    }
    let first = max(first, item.cell ?? 0)
    let last = item.cell.map { min($0 + 1, page.cellCount) } ?? page.cellCount
    if first >= last { return nil }
    batch.reserve(batch.count + last - first)
    let outputs = batch.columns
    let isTable = kind == .table
    let isShowingRowNumbers = !rowNumbers.isEmpty
    let pointerLength = page.isLeaf ? 0 : 4
    var row = batch.count
    for index in first..<last {
      guard let cell = page.cell(index) else {
        throw .damaged("a cell lies outside its page")
      }
      var place = cell + pointerLength
      let length = page.base.number(&place)
      if isShowingRowNumbers {
        show(Int64(bitPattern: page.base.number(&place)), row, outputs)
      } else if isTable {
        page.base.skipNumber(&place)
      }
      if length <= UInt64(mostLocal) {
        let isWhole =
          place + Int(length) <= file.usable
          && decode(page.base + place, Int(length), at: offset + place, row, outputs)
        guard isWhole else { throw .damaged("a record is not as long as it says") }
      } else {
        guard length <= UInt64(Self.longest) else {
          throw ColumnRefusal("a record has more than \(Self.longest) bytes")
        }
        try decodeLong(Int(length), at: offset, place, row, outputs)
        if end > most {
          batch.count = row + 1
          return index + 1
        }
        // The buffer may have moved.
        page = try TreePage(buffer.base + offset, number: item.page, of: kind, in: file)
      }
      row += 1
    }
    batch.count = row
    return nil
  }

  private func show(_ rowNumber: Int64, _ row: Int, _ outputs: ColumnBatch.Columns) {
    for output in rowNumbers {
      outputs[output].kinds[row] = ColumnBatch.Kind.integer
      outputs[output].words[row] = rowNumber
    }
  }

  /// Decodes the values of a record; returns false if some are on overflow pages.
  @inline(__always)
  private func decode(
    _ record: UnsafeRawPointer, _ available: Int, at offset: Int, _ row: Int,
    _ outputs: ColumnBatch.Columns
  ) -> Bool {
    var header = 0
    let headerLength = Int(truncatingIfNeeded: record.number(&header))
    guard headerLength >= header, headerLength <= available else { return false }
    var body = headerLength
    for column in wanted {
      for _ in 0..<column.skipped {
        guard header < headerLength else { return fill(from: column, row, outputs) }
        let type = record.load(fromByteOffset: header, as: UInt8.self)
        let size = sizes[Int(type)]
        if size != Tables.unknown {
          body += Int(size)
          header += 1
        } else {
          guard let size = SerialType.size(record.number(&header)) else { return false }
          body += size
        }
      }
      guard header < headerLength else { return fill(from: column, row, outputs) }
      let output = outputs[column.output]
      let first = record.load(fromByteOffset: header, as: UInt8.self)
      if first < NumberDecoding.count {
        header += 1
        let type = numbers[Int(first)]
        let end = body + Int(sizes[Int(first)])
        guard end <= available else { return false }
        var word = type.word(record.word(body))
        var kind = type.kind
        // Comparing kinds would call a function of another module.
        if first == NumberDecoding.real {
          if Double(bitPattern: UInt64(bitPattern: word)).isNaN { kind = ColumnBatch.Kind.null }
        } else if column.isReal, first != NumberDecoding.null {
          kind = ColumnBatch.Kind.real
          word = Int64(bitPattern: Double(word).bitPattern)
        }
        output.kinds[row] = kind
        output.words[row] = word
        body = end
      } else {
        let type = record.number(&header)
        guard let size = SerialType.size(type), header <= headerLength, body + size <= available
        else { return false }
        output.kinds[row] = type & 1 == 1 ? ColumnBatch.Kind.text : ColumnBatch.Kind.blob
        output.words[row] = ColumnBatch.word(offset: offset + body, length: size)
        body += size
      }
    }
    return true
  }

  /// Writes the default values of columns that are newer than the record.
  @inline(never)
  private func fill(from first: Wanted, _ row: Int, _ outputs: ColumnBatch.Columns) -> Bool {
    for column in wanted where column.place >= first.place {
      let output = outputs[column.output]
      switch missing[column.output] {
      case .null: output.kinds[row] = ColumnBatch.Kind.null
      case .integer(let number):
        output.kinds[row] = ColumnBatch.Kind.integer
        output.words[row] = number
      case .real(let number):
        output.kinds[row] = ColumnBatch.Kind.real
        output.words[row] = Int64(bitPattern: number.bitPattern)
      case .text, .blob, nil: return false
      }
    }
    return true
  }

  // MARK: Overflow pages

  /// Decodes a record with overflow pages, whose parts are joined after the pages in the buffer.
  @inline(never)
  private mutating func decodeLong(
    _ length: Int, at offset: Int, _ place: Int, _ row: Int,
    _ outputs: ColumnBatch.Columns
  ) throws(ColumnRefusal) {
    let local = kind.local(length, file.usable)
    guard place + local + 4 <= file.usable else {
      throw .damaged("a record is not as long as it says")
    }
    // The requested columns are often the first ones.
    if decode(buffer.base + offset + place, local, at: offset + place, row, outputs) { return }
    var next = (buffer.base + offset + place).page(local)
    let start = end
    buffer.reserve(start + length)
    buffer.rest(from: start).copyBytes(
      from: UnsafeRawBufferPointer(start: buffer.base + offset + place, count: local))
    var filled = local
    while filled < length {
      try file.require(next)
      try file.read(next, count: 1, into: link.rest(from: 0))
      next = link.base.page(0)
      let piece = min(length - filled, file.usable - 4)
      buffer.rest(from: start + filled).copyBytes(
        from: UnsafeRawBufferPointer(start: link.base + 4, count: piece))
      filled += piece
    }
    guard decode(buffer.base + start, length, at: start, row, outputs) else {
      throw .damaged("a record is not as long as it says")
    }
    // Only texts and blobs refer to the bytes.
    let isKept = wanted.contains { column in
      let output = outputs[column.output]
      return output.kinds[row].hasBytes && output.words[row] >> 32 >= start
    }
    if isKept { end = start + length }
  }
}
