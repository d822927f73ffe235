/// This module writes a model in other languages. It imports FlagModel alone.
import FlagModel

/// A piece of JSON that keeps the order in which it was made.
public indirect enum JSONNode {
  case object([(name: String, value: JSONNode)])
  case array([JSONNode])
  case string(String)
  case integer(Int64)
  /// A number that no Int64 holds, as its digits.
  case number(String)
  case bool(Bool)
  case null
  /// Something that is written in one line.
  case line(JSONNode)

  /// The text, indented by two spaces, with a newline at its end.
  public var text: String {
    var bytes: [UInt8] = []
    append(to: &bytes, indentation: 0)
    bytes.append(UInt8(ascii: "\n"))
    return String(decoding: bytes, as: UTF8.self)
  }

  private func append(to bytes: inout [UInt8], indentation: Int) {
    switch self {
    case .line(let node): node.appendLine(to: &bytes)
    case .object(let members):
      Self.append(members, in: "{", "}", to: &bytes, indentation) { member, bytes in
        appendJSONString(member.name, to: &bytes)
        bytes += ": ".utf8
        member.value.append(to: &bytes, indentation: indentation + 2)
      }
    case .array(let elements):
      Self.append(elements, in: "[", "]", to: &bytes, indentation) { element, bytes in
        element.append(to: &bytes, indentation: indentation + 2)
      }
    case .string(let text): appendJSONString(text, to: &bytes)
    case .integer(let number): bytes += String(number).utf8
    case .number(let digits): bytes += digits.utf8
    case .bool(let value): bytes += (value ? "true" : "false").utf8
    case .null: bytes += "null".utf8
    }
  }

  private func appendLine(to bytes: inout [UInt8]) {
    switch self {
    case .object(let members):
      bytes += "{".utf8
      for (index, member) in members.enumerated() {
        if index > 0 { bytes += ", ".utf8 }
        appendJSONString(member.name, to: &bytes)
        bytes += ": ".utf8
        member.value.appendLine(to: &bytes)
      }
      bytes += "}".utf8
    case .array(let elements):
      bytes += "[".utf8
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes += ", ".utf8 }
        element.appendLine(to: &bytes)
      }
      bytes += "]".utf8
    default: append(to: &bytes, indentation: 0)
    }
  }

  private static func append<Part>(
    _ parts: [Part], in opening: String, _ closing: String, to bytes: inout [UInt8],
    _ indentation: Int, _ each: (Part, inout [UInt8]) -> Void
  ) {
    bytes += opening.utf8
    for (index, part) in parts.enumerated() {
      bytes += (index == 0 ? "\n" : ",\n").utf8
      bytes += repeatElement(UInt8(ascii: " "), count: indentation + 2)
      each(part, &bytes)
    }
    if !parts.isEmpty {
      bytes += "\n".utf8
      bytes += repeatElement(UInt8(ascii: " "), count: indentation)
    }
    bytes += closing.utf8
  }
}
