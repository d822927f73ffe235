/// The kind of content if the first bytes are not UTF-8 text.
func foreignContent(_ bytes: UnsafeBufferPointer<UInt8>) -> InputProblem? {
  let marks: [([UInt8], InputProblem)] = [
    ([0xFF, 0xFE], .encoding("UTF-16")),
    ([0xFE, 0xFF], .encoding("UTF-16")),
    ([0x1F, 0x8B], .compressed("gzip", program: "gunzip -c")),
    ([0x42, 0x5A, 0x68], .compressed("bzip2", program: "bunzip2 -c")),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A], .compressed("xz", program: "unxz -c")),
    ([0x28, 0xB5, 0x2F, 0xFD], .compressed("zstd", program: "unzstd -c")),
    ([0x50, 0x4B, 0x03, 0x04], .compressed("zip", program: "unzip -p")),
  ]
  if let mark = marks.first(where: { bytes.starts(with: $0.0) }) { return mark.1 }
  // In UTF-16, every second byte of Latin letters is NUL.
  let isWide =
    bytes.count >= 4 && (bytes[0] == 0) != (bytes[1] == 0) && (bytes[2] == 0) != (bytes[3] == 0)
    && (bytes[0] == 0) == (bytes[2] == 0)
  if isWide { return .encoding("UTF-16") }
  return nil
}

/// The probable format of an input.
func guessedFormat(_ bytes: UnsafeBufferPointer<UInt8>) -> InputFormat {
  let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
  let text = bytes.drop(while: isBlank)
  let line = text.prefix { $0 != 0x0A }
  switch text.first {
  case UInt8(ascii: "["): return .json
  case UInt8(ascii: "{"):
    return line.last { !isBlank($0) } == UInt8(ascii: "}") ? .ndjson : .json
  default:
    if line.contains(0x09) && !line.contains(UInt8(ascii: ",")) { return .tsv }
    return .csv
  }
}

/// True if a text begins like records: with a JSON object or array, or with two lines that have the
/// same number of columns.
package func beginsAsRecords(_ text: [UInt8]) -> Bool {
  text.withUnsafeBufferPointer { bytes in
    let delimiter: UInt8
    switch guessedFormat(bytes) {
    case .json, .ndjson: return true
    case .tsv: delimiter = 0x09
    case .csv: delimiter = UInt8(ascii: ",")
    }
    let lines = bytes.split(separator: 0x0A, maxSplits: 2).prefix(2)
    let counts = lines.map { line in line.count { $0 == delimiter } }
    return counts.count == 2 && counts[0] > 0 && counts[0] == counts[1]
  }
}
