import FlagModel
import JSON

/// Reads how records of the other side of a relationship are named; which they are only the
/// database knows.
struct ReferenceDecoder {
  let relationship: Relationship

  func null() throws(ValueError) -> StoredRow.Cell {
    if relationship.cardinality == .toOne(isOptional: false) {
      throw ValueError("\(relationship.name) must have a value")
    }
    return .null
  }

  /// The name as it stands there, since blanks may be part of it; of a to-many the names, with NUL
  /// between them. The empty text may be a name too.
  func cell(
    text: UnsafeBufferPointer<UInt8>, into bytes: inout [UInt8]
  ) throws(ValueError) -> StoredRow.Cell {
    let start = bytes.count
    if relationship.isToMany {
      // As our writers have it.
      if text.first == UInt8(ascii: "["), let cell = try? cell(array: text, into: &bytes) {
        return cell
      }
      bytes.removeSubrange(start...)
      try appendNames(text, into: &bytes)
    } else {
      try append(text[...], into: &bytes)
    }
    return .text(start..<bytes.count)
  }

  private func append(
    _ name: Slice<UnsafeBufferPointer<UInt8>>, into bytes: inout [UInt8]
  ) throws(ValueError) {
    if name.contains(0) {
      throw ValueError("\(relationship.name): expected a name without the character NUL")
    }
    bytes.append(contentsOf: name)
  }

  private func appendNames(
    _ list: UnsafeBufferPointer<UInt8>, into bytes: inout [UInt8]
  ) throws(ValueError) {
    if trimmed(list[...]).isEmpty { return }
    var isFirst = true
    for name in list.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      let name = trimmed(name)
      if name.isEmpty {
        throw ValueError("\(relationship.name): expected a name between commas, found none")
      }
      if !isFirst { bytes.append(0) }
      isFirst = false
      try append(name, into: &bytes)
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

  /// A text or a number of JSON; of a to-many an array of them too.
  func cell(
    json kind: InputField.Kind, _ text: UnsafeBufferPointer<UInt8>, into bytes: inout [UInt8]
  ) throws(ValueError) -> StoredRow.Cell {
    switch kind {
    case .string, .number: return try cell(text: text, into: &bytes)
    case .escapedString:
      var plain: [UInt8] = []
      appendPlain(text, kind, to: &plain)
      return try cell(plain: plain, into: &bytes)
    case .array where relationship.isToMany: return try cell(array: text, into: &bytes)
    default: throw unexpected(kind.words)
    }
  }

  private func cell(
    plain: [UInt8], into bytes: inout [UInt8]
  ) throws(ValueError) -> StoredRow.Cell {
    // The closure cannot say the type of what it throws.
    let result = plain.withUnsafeBufferPointer { text in
      Result { () throws(ValueError) in try cell(text: text, into: &bytes) }
    }
    return try result.get()
  }

  private func cell(
    array text: UnsafeBufferPointer<UInt8>, into bytes: inout [UInt8]
  ) throws(ValueError) -> StoredRow.Cell {
    let start = bytes.count
    guard case .array(let items) = try? JSONValue(reading: text) else {
      throw unexpected("an array")
    }
    for item in items {
      switch item {
      case .string(let name) where !name.isEmpty && !name.utf8.contains(0), .number(let name):
        if bytes.count > start { bytes.append(0) }
        bytes.append(contentsOf: name.utf8)
      default: throw unexpected(item.words)
      }
    }
    return .text(start..<bytes.count)
  }

  private func unexpected(_ found: String) -> ValueError {
    ValueError("\(relationship.name): expected a name or a key, found \(found)")
  }
}
