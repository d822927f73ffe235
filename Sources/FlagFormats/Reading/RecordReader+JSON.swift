/// Where a reader of JSON is between two records.
enum JSONState {
  case beginning
  /// In the array that holds all records.
  case array(isFirst: Bool)
  /// Objects one after another, with blanks between them or not.
  case sequence
  /// After a line of ndjson that is none: the next line is the next record.
  case broken
  /// Behind the array.
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

  /// Goes to the next object of the array; at its end it becomes `done`.
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
        throw try unexpected("an object", hint: "there is a comma too many")
      }
    }
    if try peek() == nil { throw error(Fault(.unclosed("array"), at: 0), endsReading: true) }
    return true
  }

  /// Skips blanks; nil at the end.
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

  private func unexpected(_ expected: String, hint: String? = nil) throws -> InputError {
    while buffer.bytes.count < JSONScanner.sample, !buffer.isAtEnd, try buffer.fill() {}
    let scanner = JSONScanner(buffer.bytes, base: buffer.base + buffer.start, isAtEnd: true)
    let found = buffer.bytes.isEmpty ? "nothing" : scanner.found(from: 0)
    return error(
      Fault(.syntax(expected: expected, found: found, hint: hint), at: 0), endsReading: true)
  }

  private func readObject() throws {
    while true {
      var scanner = JSONScanner(
        buffer.bytes, base: buffer.base + buffer.start, isAtEnd: buffer.isAtEnd)
      keys.startRecord()
      fields.reset(count: keys.count)
      do throws(JSONStop) {
        try scanRecord(&scanner)
      } catch .more(let name, let offset) {
        try readMore(of: name, openedAt: offset)
        continue
      } catch .fault(let fault) {
        throw broken(fault)
      }
      setRecord(length: scanner.at)
      if let fault = scanner.fault { throw error(fault) }
      return
    }
  }

  private func readMore(of name: String, openedAt offset: Int) throws {
    if buffer.isAtEnd { throw broken(Fault(.unclosed(name), at: offset)) }
    if try buffer.fill() { return }
    throw error(
      Fault(.recordTooLong(limit: style.recordLimit), at: offset), endsReading: true)
  }

  /// An error after which the end of the record is not known. A line of ndjson is left behind; in
  /// an array nothing can be found again.
  private func broken(_ fault: Fault) -> InputError {
    jsonState = format == .ndjson ? .broken : .done
    return error(cutShort() ?? fault, endsReading: format != .ndjson)
  }

  /// What is wrong with a line of ndjson that ends within its object: the next one begins another.
  /// Other objects may take several lines.
  private func cutShort() -> Fault? {
    let bytes = buffer.bytes
    guard format == .ndjson, let end = bytes.firstIndex(of: 0x0A), end + 1 < bytes.count,
      bytes[0] == UInt8(ascii: "{"),
      bytes[end + 1] == UInt8(ascii: "{") || bytes[end + 1] == UInt8(ascii: "[")
    else { return nil }
    var scanner = JSONScanner(
      UnsafeBufferPointer(rebasing: bytes[..<end]), base: buffer.base + buffer.start, isAtEnd: true)
    do throws(JSONStop) {
      _ = try scanner.skipValue(depth: 0)
    } catch .more(let name, _) where name != "text" {
      return Fault(
        .syntax(expected: "the end of the object", found: "the end of the line", hint: nil), at: end
      )
    } catch {}
    return nil
  }

  private func scanRecord(_ scanner: inout JSONScanner) throws(JSONStop) {
    if scanner.base[0] == UInt8(ascii: "{") {
      try scanObject(&scanner, parent: KeyTree.root, depth: 0)
    } else {
      let kind = try scanner.skipValue(depth: 0)
      scanner.note(.syntax(expected: "an object", found: kind.words, hint: nil), at: 0)
    }
  }

  private func scanObject(
    _ scanner: inout JSONScanner, parent: Int, depth: Int
  ) throws(JSONStop) {
    let open = scanner.at
    guard depth < JSONScanner.deepest else {
      throw .fault(Fault(.tooDeep(limit: JSONScanner.deepest), at: open))
    }
    scanner.at += 1
    scanner.skipBlanks()
    if scanner.base[scanner.at] == UInt8(ascii: "}") {
      scanner.at += 1
      return
    }
    repeat {
      let key = try scanner.skipKey(in: open)
      let column = try column(of: key, in: parent, &scanner)
      if fields.fields[column].kind != .missing {
        scanner.note(.duplicateKey(columns[column]), at: Int(key.start) - 1)
      }
      try scanMember(&scanner, column, depth)
    } while try scanner.expectComma(or: UInt8(ascii: "}"), of: "object", from: open)
  }

  @inline(__always)
  private func scanMember(
    _ scanner: inout JSONScanner, _ column: Int, _ depth: Int
  ) throws(JSONStop) {
    let start = scanner.at
    if scanner.base[start] == UInt8(ascii: "{") {
      // Marked before its members are read, so that they see it.
      fields.fields[column] = InputField(start: start, end: start, kind: .object)
      try scanObject(&scanner, parent: column, depth: depth + 1)
      fields.fields[column] = InputField(start: start, end: scanner.at, kind: .object)
      return
    }
    let kind = try scanner.skipValue(depth: depth + 1)
    let quote = kind == .string || kind == .escapedString ? 1 : 0
    fields.fields[column] = InputField(
      start: start + quote, end: scanner.at - quote, kind: kind)
  }

  @inline(__always)
  private func column(
    of key: InputField, in parent: Int, _ scanner: inout JSONScanner
  ) throws(JSONStop) -> Int {
    let bytes = UnsafeBufferPointer(
      start: scanner.base + Int(key.start), count: Int(key.end - key.start))
    if key.kind == .string, let column = keys.column(of: bytes, in: parent) { return column }
    return try newColumn(of: key, bytes, in: parent)
  }

  /// The column of a key that was not met before, or of one with escapes.
  private func newColumn(
    of key: InputField, _ bytes: UnsafeBufferPointer<UInt8>, in parent: Int
  ) throws(JSONStop) -> Int {
    var name: [UInt8] = []
    appendPlain(bytes, key.kind, to: &name)
    let known = name.withUnsafeBufferPointer { keys.column(of: $0, in: parent) }
    if let known { return known }
    guard keys.count < KeyTree.limit else {
      throw .fault(
        Fault(
          .other("expected at most \(KeyTree.limit) different keys, found more", hint: nil),
          at: Int(key.start) - 1))
    }
    let text = String(decoding: name, as: UTF8.self)
    columns.append(parent == KeyTree.root ? text : "\(columns[parent]).\(text)")
    fields.append(.missing)
    return keys.add(name, in: parent)
  }
}

extension InputField.Kind {
  /// What it is, in words: `a number`.
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
