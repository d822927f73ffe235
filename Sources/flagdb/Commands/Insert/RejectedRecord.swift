import FlagFormats
import JSON

/// A record as it stood in the input, to be written with the reason why it was refused.
struct RejectedRecord {
  let bytes: [UInt8]
  let format: InputFormat
  let delimiter: UInt8

  private static let column = "reason"

  /// The record that a reader has read last, or refused.
  init(_ reader: RecordReader, _ style: InputStyle) {
    self.init(Array(reader.record), of: reader, style)
  }

  init(_ bytes: [UInt8], of reader: RecordReader, _ style: InputStyle) {
    self.bytes = bytes
    format = reader.format
    delimiter = Self.delimiter(of: reader, style)
  }

  /// The header, with a column more; nothing where there is none.
  static func head(of reader: RecordReader, _ style: InputStyle) -> [UInt8] {
    let header = withoutLineEnd(reader.headerBytes)
    let delimiter = delimiter(of: reader, style)
    return header.isEmpty ? [] : header + [delimiter] + Array("\(column)\n".utf8)
  }

  private static func delimiter(of reader: RecordReader, _ style: InputStyle) -> UInt8 {
    style.delimiter ?? (reader.format == .tsv ? 0x09 : UInt8(ascii: ","))
  }

  /// True if there is a place for the reason; a line of ndjson may be anything but an object.
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
      output +=
        reason.map { $0 == "\t" || $0 == "\\" || $0.isNewline ? " " : $0 }.map(String.init)
        .joined().utf8
    case .json, .ndjson:
      appendObject(record, to: &output, reason: reason)
    }
    output.append(UInt8(ascii: "\n"))
  }

  /// An object gets a member more; what is none stays as it is.
  private func appendObject(_ record: [UInt8], to output: inout [UInt8], reason: String) {
    // Outside of strings a line end is but a blank, and within them it is an error.
    let line = record.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
    guard holdsReason else {
      output += line
      return
    }
    let isEmpty = line.dropFirst().dropLast().allSatisfy { $0 == 0x20 || $0 == 0x09 }
    output += line.dropLast()
    output += "\(isEmpty ? "" : ",")\"\(Self.column)\":".utf8
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
