/// A value of a JSON text and where it stands there. Numbers are kept as they were written, so that
/// none is rounded.
public struct JSONValue: Hashable, Sendable {
  public indirect enum Kind: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(String)
    case string(String)
    case array([JSONValue])
    /// In the order of the text; no key stands twice.
    case object([JSONMember])
  }

  public let kind: Kind
  /// Offsets in the text's bytes.
  public let range: Range<Int>

  public init(_ kind: Kind, at range: Range<Int>) {
    self.kind = kind
    self.range = range
  }

  /// What it is, in words: `a number`.
  public var words: String {
    switch kind {
    case .null: "null"
    case .bool(let bool): bool ? "true" : "false"
    case .number: "a number"
    case .string: "a text"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// Appends it without blanks. The parser has bounded the depth.
  func append(to line: inout LineBytes, escapesUnseen: Bool = false) {
    switch kind {
    case .null: line.append("null")
    case .bool(let bool): line.append(bool ? "true" : "false")
    case .number(let text): line.append(text: text)
    case .string(let text): line.append(json: text, escapesUnseen: escapesUnseen)
    case .array(let items):
      line.append(UInt8(ascii: "["))
      for (index, item) in items.enumerated() {
        if index > 0 { line.append(UInt8(ascii: ",")) }
        item.append(to: &line, escapesUnseen: escapesUnseen)
      }
      line.append(UInt8(ascii: "]"))
    case .object(let members):
      line.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { line.append(UInt8(ascii: ",")) }
        line.append(json: member.key, escapesUnseen: escapesUnseen)
        line.append(UInt8(ascii: ":"))
        member.value.append(to: &line, escapesUnseen: escapesUnseen)
      }
      line.append(UInt8(ascii: "}"))
    }
  }
}

/// One key of an object and its value.
public struct JSONMember: Hashable, Sendable {
  public let key: String
  public let keyRange: Range<Int>
  public let value: JSONValue

  public init(key: String, keyRange: Range<Int>, value: JSONValue) {
    self.key = key
    self.keyRange = keyRange
    self.value = value
  }
}
