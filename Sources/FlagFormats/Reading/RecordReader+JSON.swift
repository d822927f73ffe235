import FlagModel
import JSON

/// The state of a JSON reader between two records.
enum JSONState {
  case beginning
  /// Within the array of all records.
  case array(isFirst: Bool)
  /// Within a sequence of objects, with or without spaces between them.
  case sequence
  /// After an invalid line of ndjson; the next line is the next record.
  case broken
  /// After the array.
  case done
}

extension RecordReader {
  func nextObject() throws -> Bool {
    while true {
      switch jsonState {
      case .beginning: try begin()
      case .broken:
        try skipLine()
        jsonState = .sequence
      case .sequence:
        guard try peek() != nil else { return false }
        try readObject()
        return true
      case .array(let isFirst):
        guard try hasItem(isFirst: isFirst) else { continue }
        jsonState = .array(isFirst: false)
        try readObject()
        return true
      case .done:
        if try peek() == nil { return false }
        throw try unexpected("nothing after the array")
      }
    }
  }

  private func begin() throws {
    let first = try peek()
    if first == nil, format == .json { throw try unexpected(Self.records) }
    let isArray = first == UInt8(ascii: "[") && format == .json
    jsonState = isArray ? .array(isFirst: true) : .sequence
    if isArray { skip(1) }
  }

  private static let records = "an array of objects, or an object"

  /// Moves to the next object of the array; at its end, the state becomes `done`.
  private func hasItem(isFirst: Bool) throws -> Bool {
    let byte = try peek()
    if byte == UInt8(ascii: "]") {
      skip(1)
      jsonState = .done
      return false
    }
    if !isFirst {
      guard byte == UInt8(ascii: ",") else { throw try unexpected("',' or ']'") }
      skip(1)
      if try peek() == UInt8(ascii: "]") {
        throw try unexpected("an object")
      }
    }
    if try peek() == nil { throw error(Fault(.unclosed("array"), at: 0), endsReading: true) }
    return true
  }

  /// Skips spaces; nil at the end.
  private func peek() throws -> UInt8? {
    while true {
      let bytes = buffer.bytes
      let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
      let blanks = bytes.firstIndex { !isBlank($0) } ?? bytes.count
      if blanks > 0 { skip(blanks) }
      if let byte = buffer.bytes.first { return byte }
      if buffer.isAtEnd { return nil }
      _ = try buffer.fill()
    }
  }

  private func skipLine() throws {
    while true {
      if let end = buffer.bytes.firstIndex(of: 0x0A) { return skip(end + 1) }
      skip(buffer.bytes.count)
      if buffer.isAtEnd { return }
      _ = try buffer.fill()
    }
  }

  private func unexpected(_ expected: String) throws -> InputError {
    while buffer.bytes.count < JSONScanner.sample, !buffer.isAtEnd, try buffer.fill() {}
    return error(
      Fault(JSONFault(jsonScanner(isAtEnd: true).unexpected(expected))), endsReading: true)
  }

  private func jsonScanner(isAtEnd: Bool) -> JSONScanner {
    JSONScanner(buffer.bytes, base: buffer.base + buffer.start, isAtEnd: isAtEnd)
  }

  private func readObject() throws {
    while true {
      var scanner = jsonScanner(isAtEnd: buffer.isAtEnd)
      keys.startRecord()
      fields.reset(count: keys.count)
      do throws(JSONStop) {
        try scanRecord(&scanner)
      } catch .more(_, let offset) where !buffer.isAtEnd {
        if try buffer.fill() { continue }
        throw error(
          Fault(problem: .recordTooLong(limit: style.recordLimit), offset: offset),
          endsReading: true)
      } catch {
        throw broken(error)
      }
      setRecord(length: scanner.at)
      if let fault = scanner.fault { throw error(Fault(fault)) }
      return
    }
  }

  /// An error after which the end of the record is unknown. An invalid line of ndjson is skipped.
  /// In an array, nothing more can be read.
  private func broken(_ stop: JSONStop) -> InputError {
    jsonState = format == .ndjson ? .broken : .done
    return error(cutShort() ?? Fault(JSONFault(stop)), endsReading: format != .ndjson)
  }

  /// The mistake of an incomplete object on a line of ndjson, if the next line begins another
  /// object. Otherwise, objects may span several lines.
  private func cutShort() -> Fault? {
    let bytes = buffer.bytes
    guard format == .ndjson, let end = bytes.firstIndex(of: 0x0A), end + 1 < bytes.count,
      bytes[0] == UInt8(ascii: "{"),
      bytes[end + 1] == UInt8(ascii: "{") || bytes[end + 1] == UInt8(ascii: "[")
    else { return nil }
    var scanner = JSONScanner(
      UnsafeBufferPointer(rebasing: bytes[..<end]), base: buffer.base + buffer.start, isAtEnd: true)
    do throws(JSONStop) {
      _ = try scanner.skipValue()
    } catch .more(let name, _) where name != "text" {
      return Fault(
        .unexpected(expected: "the end of the object", found: "the end of the line", hint: nil),
        at: end)
    } catch {}
    return nil
  }

  private func scanRecord(_ scanner: inout JSONScanner) throws(JSONStop) {
    if scanner.base[0] == UInt8(ascii: "{") {
      try scanObject(&scanner, parent: KeyTree.root)
    } else {
      let kind = InputField(try scanner.skipValue()).kind.words
      scanner.note(.unexpected(expected: "an object", found: kind, hint: nil), at: 0..<1)
    }
  }

  private func scanObject(_ scanner: inout JSONScanner, parent: Int) throws(JSONStop) {
    guard let open = try scanner.enterObject() else { return }
    repeat {
      let key = try scanner.skipKey(in: open)
      let column = try column(of: key, in: parent, &scanner)
      if fields.fields[column].kind != .missing {
        scanner.note(.duplicateKey(columns[column].text), at: key.start - 1..<key.end + 1)
      }
      let start = scanner.at
      guard scanner.base[start] == UInt8(ascii: "{") else {
        fields.fields[column] = InputField(try scanner.skipValue())
        continue
      }
      // The field is set before its members are read, because they refer to it.
      fields.fields[column] = InputField(start: start, end: start, kind: .object)
      try scanObject(&scanner, parent: column)
      fields.fields[column] = InputField(start: start, end: scanner.at, kind: .object)
    } while try scanner.hasMember(in: open)
  }

  @inline(__always)
  private func column(
    of key: JSONToken, in parent: Int, _ scanner: inout JSONScanner
  ) throws(JSONStop) -> Int {
    let bytes = UnsafeBufferPointer(start: scanner.base + key.start, count: key.end - key.start)
    if key.kind == .string, let column = keys.column(of: bytes, in: parent) { return column }
    return try newColumn(of: key, bytes, in: parent)
  }

  /// The column of a new member name, or of one with escapes.
  private func newColumn(
    of key: JSONToken, _ bytes: UnsafeBufferPointer<UInt8>, in parent: Int
  ) throws(JSONStop) -> Int {
    var name: [UInt8] = []
    appendPlain(bytes, InputField(key).kind, to: &name)
    let existing = name.withUnsafeBufferPointer { keys.column(of: $0, in: parent) }
    if let existing { return existing }
    guard keys.count < KeyTree.limit else {
      throw .fault(JSONFault(.tooManyKeys(limit: KeyTree.limit), at: key.start - 1..<key.end + 1))
    }
    let text = String(decoding: name, as: UTF8.self)
    columns.append(parent == KeyTree.root ? Name(text) : "\(columns[parent]).\(text)")
    fields.append(.missing)
    return keys.add(name, in: parent)
  }
}

extension Fault {
  fileprivate init(_ problem: JSONProblem, at offset: Int) {
    self.init(
      problem: problem == .invalidUTF8 ? .invalidUTF8(offset: offset) : .json(problem),
      offset: offset)
  }

  fileprivate init(_ fault: JSONFault) { self.init(fault.problem, at: fault.range.lowerBound) }
}

extension InputField.Kind {
  /// The noun for the kind of value: `a number`.
  var words: String {
    switch self {
    case .missing: "nothing"
    case .bare, .quoted, .doubled, .escaped, .string, .escapedString: "a text"
    case .null: "null"
    case .number: "a number"
    case .yes: "true"
    case .no: "false"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
