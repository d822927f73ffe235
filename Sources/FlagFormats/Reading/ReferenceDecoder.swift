import FlagModel
import JSON

/// Reads the names of related records; the database looks them up later.
final class ReferenceDecoder: CellDecoder {
  private let relationship: Relationship
  private let isTSV: Bool

  init(_ relationship: Relationship, _ options: DecoderOptions) {
    self.relationship = relationship
    isTSV = options.isTSV
  }

  func null() throws(ValueError) -> StoredRow.Cell {
    if relationship.cardinality == .toOne(isOptional: false) {
      throw ValueError("\(relationship.name) must have a value")
    }
    return .null
  }

  /// The name unchanged, because spaces may belong to it. For a to-many relationship, a NUL
  /// follows each name. The empty text, a JSON number and a Bool may be names too.
  func cell(
    _ text: UnsafeBufferPointer<UInt8>, _ kind: InputField.Kind, into row: inout StoredRow
  ) throws(ValueError) -> StoredRow.Cell {
    if text.isEmpty, kind == .bare, !isTSV { return try null() }
    switch kind {
    case .array where relationship.isToMany: return try cell(array: text, into: &row)
    case .array, .object: throw unexpected(kind.words)
    default: break
    }
    let start = row.bytes.count
    if relationship.isToMany {
      // The format that flagdb writes.
      if text.first == UInt8(ascii: "["), let cell = try? cell(array: text, into: &row) {
        return cell
      }
      row.bytes.removeSubrange(start...)
      try appendNames(text, into: &row)
    } else {
      try append(text[...], into: &row)
    }
    return .text(start..<row.bytes.count)
  }

  private func append(
    _ name: Slice<UnsafeBufferPointer<UInt8>>, into row: inout StoredRow
  ) throws(ValueError) {
    if name.contains(0) {
      throw ValueError("\(relationship.name): expected a name without the character NUL")
    }
    row.bytes.append(contentsOf: name)
  }

  private func appendNames(
    _ list: UnsafeBufferPointer<UInt8>, into row: inout StoredRow
  ) throws(ValueError) {
    if trimmed(list[...]).isEmpty { return }
    for name in list.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      let name = trimmed(name)
      if name.isEmpty {
        throw ValueError("\(relationship.name): expected a name between commas, found none")
      }
      try append(name, into: &row)
      row.bytes.append(0)
    }
  }

  private func trimmed(
    _ text: Slice<UnsafeBufferPointer<UInt8>>
  ) -> Slice<UnsafeBufferPointer<UInt8>> {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
    let start = text.firstIndex { !isBlank($0) } ?? text.endIndex
    let end = text.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? start
    return text[start..<end]
  }

  private func cell(
    array text: UnsafeBufferPointer<UInt8>, into row: inout StoredRow
  ) throws(ValueError) -> StoredRow.Cell {
    let start = row.bytes.count
    guard case .array(let items) = try? JSONValue(reading: text) else {
      throw unexpected("an array")
    }
    for item in items {
      switch item {
      case .string(let name) where !name.utf8.contains(0), .number(let name):
        row.bytes.append(contentsOf: name.utf8)
        row.bytes.append(0)
      case .bool(let truth):
        row.bytes.append(contentsOf: "\(truth)".utf8)
        row.bytes.append(0)
      default: throw unexpected(item.words)
      }
    }
    return .text(start..<row.bytes.count)
  }

  private func unexpected(_ content: String) -> ValueError {
    ValueError("\(relationship.name): expected a name or a key, found \(content)")
  }
}
