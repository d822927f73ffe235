/// A property list that a test writes itself, binary or as XML.
public indirect enum WrittenPropertyList: Sendable, ExpressibleByStringLiteral {
  case null
  case bool(Bool)
  case integer(Int64)
  case real(Double)
  case date(Double)
  case data([UInt8])
  case string(String)
  case uid(Int)
  case array([WrittenPropertyList])
  case dictionary([(String, WrittenPropertyList)])

  public init(stringLiteral text: String) { self = .string(text) }

  public var binary: [UInt8] {
    var writer = BinaryWriter()
    let root = writer.add(self)
    return BinaryWriter.file(of: writer.objects, root: root)
  }

  public var xml: [UInt8] {
    let head = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      """
    return Array("\(head)\n\(element)\n</plist>\n".utf8)
  }

  private var element: String {
    switch self {
    case .null: "<string>$null</string>"
    case .bool(let flag): flag ? "<true/>" : "<false/>"
    case .integer(let number): "<integer>\(number)</integer>"
    case .real(let number): "<real>\(number)</real>"
    case .date: "<date>2001-01-02T03:04:05Z</date>"
    case .data(let bytes): "<data>\n\t\(Self.base64(bytes))\n\t</data>"
    case .string(let text):
      "<string>\(text.replacing("&", with: "&amp;").replacing("<", with: "&lt;"))</string>"
    case .uid(let number): "<dict><key>CF$UID</key><integer>\(number)</integer></dict>"
    case .array(let items): "<array>\(items.map(\.element).joined())</array>"
    case .dictionary(let members):
      "<dict>\(members.map { "<key>\($0)</key>\($1.element)" }.joined(separator: "\n"))</dict>"
    }
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    return stride(from: 0, to: bytes.count, by: 3).map { start in
      let piece = bytes[start..<min(bytes.count, start + 3)]
      let padded: [UInt8] = Array(piece) + [0, 0]
      var bits = 0
      for byte in padded.prefix(3) { bits = bits << 8 | Int(byte) }
      let digits = [18, 12, 6, 0].map { (shift: Int) -> Character in alphabet[bits >> shift & 63] }
      return String(digits.prefix(piece.count + 1)) + String(repeating: "=", count: 3 - piece.count)
    }.joined()
  }
}

/// Writes the objects of a binary property list, and the file around them.
public struct BinaryWriter {
  /// The bytes of each object.
  public private(set) var objects: [[UInt8]] = []

  public init() {}

  /// Writes an object and all in it; the number of the object.
  public mutating func add(_ value: WrittenPropertyList) -> Int {
    let bytes: [UInt8]
    switch value {
    case .null: bytes = [0x00]
    case .bool(let flag): bytes = [flag ? 0x09 : 0x08]
    case .integer(let number): bytes = [0x13] + Self.big(UInt64(bitPattern: number), 8)
    case .real(let number): bytes = [0x23] + Self.big(number.bitPattern, 8)
    case .date(let seconds): bytes = [0x33] + Self.big(seconds.bitPattern, 8)
    case .data(let data): bytes = Self.mark(0x40, data.count) + data
    case .string(let text):
      let isPlain = text.utf8.allSatisfy { $0 < 0x80 }
      bytes =
        isPlain
        ? Self.mark(0x50, text.utf8.count) + Array(text.utf8)
        : Self.mark(0x60, text.utf16.count) + text.utf16.flatMap { Self.big(UInt64($0), 2) }
    case .uid(let number): bytes = [0x83] + Self.big(UInt64(number), 4)
    case .array(let items):
      bytes = Self.mark(0xA0, items.count) + items.flatMap { Self.big(UInt64(add($0)), 4) }
    case .dictionary(let members):
      let keys = members.map { add(.string($0.0)) }
      let values = members.map { add($0.1) }
      bytes = Self.mark(0xD0, members.count) + (keys + values).flatMap { Self.big(UInt64($0), 4) }
    }
    objects.append(bytes)
    return objects.count - 1
  }

  /// A file of objects, with what is given for the numbers of its trailer.
  public static func file(
    of objects: [[UInt8]], root: Int, count: UInt64? = nil, offsetSize: UInt8 = 4,
    referenceSize: UInt8 = 4, table: UInt64? = nil, offsets: [Int: UInt64] = [:]
  ) -> [UInt8] {
    var file = Array("bplist00".utf8)
    var places: [UInt64] = []
    for object in objects {
      places.append(UInt64(file.count))
      file += object
    }
    let start = UInt64(file.count)
    for (index, place) in places.enumerated() { file += big(offsets[index] ?? place, 4) }
    file += [0, 0, 0, 0, 0, 0, offsetSize, referenceSize]
    return file + big(count ?? UInt64(objects.count), 8) + big(UInt64(root), 8)
      + big(table ?? start, 8)
  }

  /// The mark of an object with its length.
  public static func mark(_ kind: UInt8, _ count: Int) -> [UInt8] {
    count < 15 ? [kind | UInt8(count)] : [kind | 15, 0x13] + big(UInt64(count), 8)
  }

  public static func big(_ number: UInt64, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
  }
}

/// Raw deflate that compresses nothing.
public func deflatedAsStored(_ bytes: [UInt8]) -> [UInt8] {
  var output: [UInt8] = []
  var start = 0
  repeat {
    let end = min(bytes.count, start + 0xFFFF)
    let (low, high) = (UInt8((end - start) & 0xFF), UInt8((end - start) >> 8))
    output += [end == bytes.count ? 1 : 0, low, high, ~low, ~high] + bytes[start..<end]
    start = end
  } while start < bytes.count
  return output
}
