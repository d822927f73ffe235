import FlagFormats
import JSON

/// A refused record as it was in the input, to be written with the reason.
struct RejectedRecord {
  let bytes: [UInt8]
  let format: InputFormat
  let delimiter: UInt8

  private static let column = "reason"

  /// Takes the last record of a reader, whether it was parsed or refused.
  init(_ reader: RecordReader, _ style: InputStyle) {
    self.init(Array(reader.record), of: reader, style)
  }

  init(_ bytes: [UInt8], of reader: RecordReader, _ style: InputStyle) {
    self.bytes = bytes
    format = reader.format
    delimiter = Self.delimiter(of: reader, style)
  }

  /// The header with an additional column; empty if there is no header.
  static func head(of reader: RecordReader, _ style: InputStyle) -> [UInt8] {
    let header = withoutLineEnd(reader.headerBytes)
    let delimiter = delimiter(of: reader, style)
    if header.isEmpty { return [] }
    return header + [delimiter] + Array("\(column)\n".utf8)
  }

  private static func delimiter(of reader: RecordReader, _ style: InputStyle) -> UInt8 {
    if let delimiter = style.delimiter { return delimiter }
    return reader.format == .tsv ? 0x09 : UInt8(ascii: ",")
  }

  /// True if the reason can be added. A line of ndjson need not be an object.
  var holdsReason: Bool {
    guard format == .json || format == .ndjson else { return true }
    let record = Self.withoutLineEnd(bytes)
    return record.first == UInt8(ascii: "{") && record.last == UInt8(ascii: "}")
  }

  func append(to output: inout [UInt8], reason: String) {
    let record = Self.withoutLineEnd(bytes)
    switch format {
    case .csv:
      output += record
      output.append(delimiter)
      output += "\"\(reason.replacing("\"", with: "\"\""))\"".utf8
    case .tsv:
      output += record
      output.append(delimiter)
      let blanked = reason.map { character -> Character in
        let isSpecial = character == "\t" || character == "\\" || character.isNewline
        return isSpecial ? " " : character
      }
      output += String(blanked).utf8
    case .json, .ndjson:
      appendObject(record, to: &output, reason: reason)
    }
    output.append(UInt8(ascii: "\n"))
  }

  /// Adds a member to an object. Other values stay unchanged.
  private func appendObject(_ record: [UInt8], to output: inout [UInt8], reason: String) {
    // Outside strings a line end is like a blank, and inside it is an error.
    let line = record.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
    guard holdsReason else {
      output += line
      return
    }
    let isEmpty = line.dropFirst().dropLast().allSatisfy { $0 == 0x20 || $0 == 0x09 }
    output += line.dropLast()
    if !isEmpty { output.append(UInt8(ascii: ",")) }
    output += "\"\(Self.column)\":".utf8
    appendJSON(reason, to: &output)
    output.append(UInt8(ascii: "}"))
  }

  private static func withoutLineEnd(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes[...]
    if bytes.last == 0x0A { bytes.removeLast() }
    if bytes.last == 0x0D { bytes.removeLast() }
    return Array(bytes)
  }
}
