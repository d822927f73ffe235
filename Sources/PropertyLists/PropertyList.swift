/// A property list, binary or XML, whose objects are decoded on request. Objects can refer to each
/// other in cycles, so the number of decoded objects is limited.
///
/// This module reads property lists and keyed archives.
package final class PropertyList {
  private let source: any PropertyListSource
  private var decoded: [Int: PropertyListValue] = [:]
  private var bytes = 0
  private var items = 0
  private var steps = 0
  package let root: Int

  static let mostObjects = 1_000_000
  /// A limit for the total size of texts and data.
  static let mostBytes = 64 << 20
  static let mostItems = 4_000_000
  static let mostSteps = 4_000_000

  package init(_ bytes: [UInt8]) throws(PropertyListError) {
    if bytes.starts(with: "bplist".utf8) {
      let binary = try BinaryPropertyList(bytes)
      source = binary
      root = binary.root
    } else if Self.isText(bytes) {
      let xml = try XMLPropertyList(bytes)
      source = xml
      root = xml.root
    } else {
      throw .unknownFormat
    }
  }

  private static func isText(_ bytes: [UInt8]) -> Bool {
    let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
    return bytes[mark...].first { !blanks.contains($0) } == UInt8(ascii: "<")
  }

  package func value(of object: Int) throws(PropertyListError) -> PropertyListValue {
    steps += 1
    if steps > Self.mostSteps { throw .tooLarge(what: "steps to go", limit: Self.mostSteps) }
    if let value = decoded[object] { return value }
    let value = try source.value(of: object)
    switch value {
    case .data(let data): bytes += data.count
    case .string(let text): bytes += text.utf8.count
    case .list(let objects): items += objects.count
    case .dictionary(_, let values): items += values.count
    case .null, .bool, .integer, .real, .date, .uid: break
    }
    if bytes > Self.mostBytes { throw .tooLarge(what: "bytes of text", limit: Self.mostBytes) }
    if items > Self.mostItems { throw .tooLarge(what: "items in lists", limit: Self.mostItems) }
    decoded[object] = value
    return value
  }

  // MARK: Values by their kind

  /// The text of an object; nil for another kind.
  package func string(_ object: Int) throws(PropertyListError) -> String? {
    if case .string(let text) = try value(of: object) { text } else { nil }
  }

  /// The objects in a list; empty for another kind.
  package func list(_ object: Int) throws(PropertyListError) -> [Int] {
    if case .list(let objects) = try value(of: object) { objects } else { [] }
  }

  /// The entries with text keys of a dictionary; empty for another kind.
  package func entries(_ object: Int) throws(PropertyListError) -> [(key: String, value: Int)] {
    guard case .dictionary(let keys, let values) = try value(of: object) else { return [] }
    var entries: [(key: String, value: Int)] = []
    for (key, value) in zip(keys, values) {
      if let key = try string(key) { entries.append((key, value)) }
    }
    return entries
  }

  /// The object for a key of a dictionary; nil if there is none.
  package func member(_ key: String, of object: Int) throws(PropertyListError) -> Int? {
    guard case .dictionary(let keys, let values) = try value(of: object) else { return nil }
    for (index, candidate) in keys.enumerated() {
      if try string(candidate) == key { return values[index] }
    }
    return nil
  }
}

/// A format of property lists.
protocol PropertyListSource {
  /// Decodes the object with a number. It is called once for each object.
  func value(of object: Int) throws(PropertyListError) -> PropertyListValue
}
