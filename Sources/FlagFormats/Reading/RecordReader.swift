package import FlagModel

/// Reads an input record by record in constant memory. It allocates nothing for a record: the
/// fields are byte ranges, which are valid until the next record is read.
package final class RecordReader {
  /// The name of the input in errors.
  package let file: String?
  package let format: InputFormat
  /// The names in the header. For JSON, the member names so far, `author.name` for nested objects;
  /// later records may add more.
  package internal(set) var columns: [Name] = []
  /// The line on which the record begins, from 1.
  package var line: Int { numbers.line }
  package var recordsRead: Int { numbers.records }
  /// Private, so that accesses are not checked at run time.
  private var numbers = (line: 1, records: 0, columns: 0)

  /// The first line of csv and tsv; empty without a header.
  package private(set) var headerBytes: [UInt8] = []
  /// The places of the names in the header.
  private(set) var headerPlaces: [(line: Int, column: Int)] = []

  let buffer: InputBuffer
  let fields = FieldList()
  let style: InputStyle
  private var scanner: DelimitedScanner
  var keys = KeyTree()
  var jsonState = JSONState.beginning
  /// The length of the current record in the buffer.
  private var length = 0
  private var lines = 0
  /// The number of bytes between the beginning of the line and the record.
  private(set) var indentation = 0

  /// Reads until the format and, for csv and tsv, the header are known.
  package init(
    _ source: any ByteSource, named file: String?, _ style: InputStyle = InputStyle()
  ) throws {
    self.file = file
    self.style = style
    buffer = InputBuffer(source, chunk: style.chunk, limit: style.recordLimit)
    _ = try buffer.fill()
    while buffer.bytes.count < 4, !buffer.isAtEnd, try buffer.fill() {}
    if let problem = foreignContent(buffer.bytes) {
      throw InputError(problem: problem, file: file, endsReading: true)
    }
    if buffer.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { buffer.advance(by: 3) }
    format = style.format ?? guessedFormat(buffer.bytes)
    let usualDelimiter: UInt8 = format == .tsv ? 0x09 : UInt8(ascii: ",")
    scanner = DelimitedScanner(format, delimiter: style.delimiter ?? usualDelimiter)
    if !isJSON { try readHeader() }
    numbers.columns = columns.count
  }

  package var isJSON: Bool { format == .json || format == .ndjson }

  /// The number of bytes that were read, including the current record.
  package var bytesRead: Int { buffer.consumed + length }

  /// Moves to the next record; returns false if there is none. After an error that does not end
  /// reading, the next record follows the invalid one.
  package func next() throws -> Bool {
    leaveRecord()
    let isThere = try isJSON ? nextObject() : nextLine()
    if isThere { numbers.records += 1 }
    return isThere
  }

  /// The bytes of the current record, valid or not, until the next one is read.
  package var record: UnsafeBufferPointer<UInt8> {
    let bytes = buffer.bytes
    // For an invalid line of ndjson, the end of the record is unknown.
    var end = length
    if length == 0 { end = bytes.firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count }
    return UnsafeBufferPointer(rebasing: bytes[..<end])
  }

  /// Moves after the current record.
  private func leaveRecord() {
    if length == 0 { return }
    if isJSON {
      skip(length)
    } else {
      buffer.advance(by: length)
      numbers.line += lines
    }
    length = 0
  }

  /// Skips bytes, and counts the lines in them.
  func skip(_ count: Int) {
    for byte in buffer.bytes[..<count] {
      indentation = byte == 0x0A ? 0 : indentation + 1
      if byte == 0x0A { numbers.line += 1 }
    }
    buffer.advance(by: count)
  }

  func setRecord(length: Int) { self.length = length }

  // MARK: csv and tsv

  private func readHeader() throws {
    if let names = style.columnNames {
      columns = names
      return
    }
    guard try scanLine(skipsBlank: true) else {
      throw InputError(problem: .empty, file: file, line: line, column: 1, endsReading: true)
    }
    do {
      if let fault = scanner.fault { throw error(fault) }
      columns = (0..<fields.count).map { Name(text(of: $0)) }
      headerBytes = Array(record)
      headerPlaces = placesOfColumns
      try refuseOtherDelimiters()
      if !style.hasHeader { keepLineForRecord() }
    } catch let error as InputError {
      throw InputError(
        problem: error.problem, file: file, line: error.line, column: error.column,
        endsReading: true)
    }
  }

  /// Names the columns by numbers, and reads the line again as the first record.
  private func keepLineForRecord() {
    columns = columns.indices.map { Name("column\($0 + 1)") }
    headerBytes = []
    headerPlaces = []
    length = 0
  }

  private func refuseOtherDelimiters() throws {
    guard columns.count == 1, style.delimiter == nil else { return }
    let others: [Unicode.Scalar] = if format == .csv { [";", "\t", "|"] } else { [",", ";", "|"] }
    guard let other = others.first(where: columns[0].text.unicodeScalars.contains) else { return }
    throw InputError(problem: .otherDelimiter(other), file: file, line: line, column: 1)
  }

  private func nextLine() throws -> Bool {
    guard try scanLine(skipsBlank: numbers.columns != 1) else { return false }
    if let fault = scanner.fault { throw error(fault) }
    if fields.count != numbers.columns {
      throw error(Fault(problem: .ragged(expected: columns.count, found: fields.count), offset: 0))
    }
    return true
  }

  /// Finds the next line that is not empty.
  private func scanLine(skipsBlank: Bool) throws -> Bool {
    while true {
      switch scanner.scan(buffer.bytes, isAtEnd: buffer.isAtEnd, into: fields) {
      case .record(let length, let lines):
        self.length = length
        self.lines = lines
        return true
      case .blank(let length):
        self.length = length
        self.lines = 1
        if !skipsBlank { return true }
        leaveRecord()
      case .end: return false
      case .more: try readMore()
      }
    }
  }

  private func readMore() throws {
    if buffer.isAtEnd { throw unclosedQuote() }
    if try buffer.fill() { return }
    let offset = scanner.openQuote ?? 0
    throw error(
      Fault(problem: .recordTooLong(limit: style.recordLimit), offset: offset), endsReading: true)
  }

  /// An error at the quote. Reading continues with the next line, because the intended end of the
  /// quote is unknown.
  private func unclosedQuote() -> InputError {
    let offset = scanner.openQuote ?? 0
    length = buffer.bytes.count
    let error = error(Fault(problem: .unclosedQuote, offset: offset))
    let end = buffer.bytes[offset...].firstIndex(of: 0x0A).map { $0 + 1 } ?? length
    lines = buffer.bytes[..<end].count { $0 == 0x0A }
    length = end
    return error
  }
}
