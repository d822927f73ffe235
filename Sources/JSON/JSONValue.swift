/// A JSON value. Numbers are stored as text, so that they are not rounded.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([JSONValue])
  /// The members in the order of the text, with unique keys.
  case object([JSONMember])

  package static func integer(_ number: some BinaryInteger) -> JSONValue { .number("\(number)") }

  /// The text as a value; nil if there is none.
  package static func text(_ text: String?) -> JSONValue? { text.map(JSONValue.string) }

  /// An object of the members that have a value.
  package static func object(of members: [(key: String, value: JSONValue?)]) -> JSONValue {
    var present: [JSONMember] = []
    for (key, value) in members {
      if let value { present.append(JSONMember(key, value)) }
    }
    return .object(present)
  }

  /// True if the values are equal, ignoring the order of keys.
  package func isSame(as other: JSONValue) -> Bool {
    switch (self, other) {
    case (.array(let left), .array(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.isSame(as: $1) }
    case (.object(let left), .object(let right)):
      left.count == right.count
        && left.allSatisfy { member in
          right.contains {
            $0.key.utf8.elementsEqual(member.key.utf8) && member.value.isSame(as: $0.value)
          }
        }
    default: self == other
    }
  }

  /// A description of the kind: `a number`.
  package var words: String {
    switch self {
    case .null: "null"
    case .bool(let bool): "\(bool)"
    case .number: "a number"
    case .string: "a text"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// The value of a key; nil if there is none, or if this is no object.
  package subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  package var items: [JSONValue]? { if case .array(let items) = self { items } else { nil } }

  package var string: String? { if case .string(let text) = self { text } else { nil } }

  package var integer: Int? { if case .number(let text) = self { Int(text) } else { nil } }
}

/// A member of an object.
package struct JSONMember: Hashable, Sendable {
  package let key: String
  package let value: JSONValue

  /// The offsets of the key, including its quotes, in the input.
  package let keyRange: Range<Int>

  package init(_ key: String, _ value: JSONValue, keyRange: Range<Int> = 0..<0) {
    self.key = key
    self.value = value
    self.keyRange = keyRange
  }
}

extension JSONValue {
  /// Parses a single value in UTF-8.
  package init(reading utf8: some Collection<UInt8>) throws(JSONFault) {
    // This function is not specialised for types of other modules, so contiguous bytes are copied
    // at once.
    let count = utf8.count
    let whole = count + JSONScanner.padding
    let bytes = [UInt8](unsafeUninitializedCapacity: whole) { bytes, used in
      let isCopied: Void? = utf8.withContiguousStorageIfAvailable {
        _ = bytes.initialize(from: $0)
      }
      if isCopied == nil { _ = bytes.initialize(from: utf8) }
      bytes[count...].initialize(repeating: 0)
      used = whole
    }
    // A closure cannot declare the type of its error.
    let result = bytes.withUnsafeBufferPointer { bytes in
      Result { () throws(JSONFault) in
        try JSONValue(UnsafeBufferPointer(rebasing: bytes[..<count]))
      }
    }
    self = try result.get()
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONFault) {
    guard let base = bytes.baseAddress else { preconditionFailure("no bytes, not even zeros") }
    var scanner = JSONScanner(bytes, base: base, isAtEnd: true)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { scanner.at = 3 }
    do throws(JSONStop) {
      scanner.skipBlanks()
      self = try scanner.readValue()
      scanner.skipBlanks()
      if scanner.at < scanner.end { throw scanner.unexpected("nothing after the value") }
    } catch {
      throw scanner.fault ?? JSONFault(error)
    }
    if let fault = scanner.fault { throw fault }
  }
}

extension JSONScanner {
  fileprivate mutating func readValue() throws(JSONStop) -> JSONValue {
    switch base[at] {
    case UInt8(ascii: "["):
      var items: [JSONValue] = []
      try skipItems { (scanner) throws(JSONStop) in items.append(try scanner.readValue()) }
      return .array(items)
    case UInt8(ascii: "{"): return try readObject()
    default:
      let token = try skipValue()
      switch token.kind {
      case .null: return .null
      case .yes: return .bool(true)
      case .no: return .bool(false)
      case .number: return .number(text(of: token))
      default: return .string(text(of: token))
      }
    }
  }

  private mutating func readObject() throws(JSONStop) -> JSONValue {
    var keys = KeySet()
    var members: [JSONMember] = []
    try skipMembers { (scanner, token) throws(JSONStop) in
      let key = scanner.text(of: token)
      let range = token.start - 1..<token.end + 1
      if !keys.insert(key) { scanner.note(.duplicateKey(key), at: range) }
      members.append(JSONMember(key, try scanner.readValue(), keyRange: range))
    }
    return .object(members)
  }

  private func text(of token: JSONToken) -> String {
    let bytes = UnsafeBufferPointer(start: base + token.start, count: token.end - token.start)
    if token.kind != .escapedString { return String(decoding: bytes, as: UTF8.self) }
    var plain: [UInt8] = []
    appendUnescaped(json: bytes, to: &plain)
    return String(decoding: plain, as: UTF8.self)
  }
}

/// A set of keys that compares bytes. `Set<String>` would treat canonically equivalent keys as
/// equal.
private struct KeySet {
  private var few: [String] = []
  private var many: Set<[UInt8]> = []

  /// Inserts a key. Returns false if it exists.
  mutating func insert(_ key: String) -> Bool {
    if few.count < 16 {
      if few.contains(where: { $0.utf8.elementsEqual(key.utf8) }) { return false }
      few.append(key)
      return true
    }
    if many.isEmpty { many = Set(few.map { Array($0.utf8) }) }
    return many.insert(Array(key.utf8)).inserted
  }
}
