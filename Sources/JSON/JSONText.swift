package import PlainText

/// The whitespace of formatted JSON.
package enum JSONLayout: Sendable {
  case compact
  /// One member or item a line. Beyond this depth, a value without objects is on one line.
  case indented(linesFrom: Int)
}

extension JSONValue {
  package func text(_ layout: JSONLayout = .compact) -> String {
    var bytes: [UInt8] = []
    append(to: &bytes, layout, depth: 0)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The depth is limited, because readers limit it.
  private func append(to bytes: inout [UInt8], _ layout: JSONLayout, depth: Int) {
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let bool): bytes += (bool ? "true" : "false").utf8
    case .number(let text): bytes += text.utf8
    case .string(let text): appendJSON(text, to: &bytes)
    case .array(let items):
      append(items, in: "[", "]", to: &bytes, layout, depth) { item, bytes in
        item.append(to: &bytes, layout, depth: depth + 1)
      }
    case .object(let members):
      append(members, in: "{", "}", to: &bytes, layout, depth) { member, bytes in
        appendJSON(member.key, to: &bytes)
        if case .compact = layout { bytes += ":".utf8 } else { bytes += ": ".utf8 }
        member.value.append(to: &bytes, layout, depth: depth + 1)
      }
    }
  }

  private func append<Part>(
    _ parts: [Part], in opening: String, _ closing: String, to bytes: inout [UInt8],
    _ layout: JSONLayout, _ depth: Int, _ each: (Part, inout [UInt8]) -> Void
  ) {
    var (separator, end) = (",", "")
    if case .indented(let lines) = layout {
      separator = ", "
      if !parts.isEmpty, depth < lines || holdsObject {
        end = "\n" + String(repeating: "  ", count: depth)
        separator = ",\(end)  "
      }
    }
    bytes += opening.utf8
    if !end.isEmpty { bytes += "\(end)  ".utf8 }
    for (index, part) in parts.enumerated() {
      if index > 0 { bytes += separator.utf8 }
      each(part, &bytes)
    }
    bytes += end.utf8
    bytes += closing.utf8
  }

  private var holdsObject: Bool {
    switch self {
    case .array(let items): items.contains { $0.isOrHoldsObject }
    case .object(let members): members.contains { $0.value.isOrHoldsObject }
    default: false
    }
  }

  private var isOrHoldsObject: Bool { if case .object = self { true } else { holdsObject } }
}

/// Appends a quoted string with the required escapes.
package func appendJSON(_ text: String, to bytes: inout [UInt8]) {
  bytes.append(UInt8(ascii: "\""))
  for byte in text.utf8 {
    if let escape = jsonEscape(of: byte) { escape.append(to: &bytes) } else { bytes.append(byte) }
  }
  bytes.append(UInt8(ascii: "\""))
}

/// The escape for a byte that a JSON string cannot contain.
package func jsonEscape(of byte: UInt8) -> Escape? {
  let backslash = UInt8(ascii: "\\")
  return switch byte {
  case UInt8(ascii: "\""), backslash: Escape(backslash, byte)
  case 0x08: Escape(backslash, UInt8(ascii: "b"))
  case 0x09: Escape(backslash, UInt8(ascii: "t"))
  case 0x0A: Escape(backslash, UInt8(ascii: "n"))
  case 0x0C: Escape(backslash, UInt8(ascii: "f"))
  case 0x0D: Escape(backslash, UInt8(ascii: "r"))
  case 0..<0x20: Escape(codeUnit: UInt16(byte))
  default: nil
  }
}
