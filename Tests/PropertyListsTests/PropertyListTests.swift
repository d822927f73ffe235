import PropertyLists
import TestSupport
import Testing

@Suite struct PropertyListTests {
  private static let sample = WrittenPropertyList.dictionary([
    ("flag", .bool(true)), ("off", .bool(false)), ("count", .integer(-7)),
    ("large", .integer(.max)),
    ("part", .real(0.5)), ("day", .date(97_445)), ("bytes", .data([1, 2, 255, 4])),
    ("text", "tä & <xt>"), ("long", .string(String(repeating: "x", count: 300))),
    ("list", .array(["a", .integer(2)])), ("none", .array([])), ("of", .uid(5)),
  ])

  @Test(arguments: [sample.binary, sample.xml])
  func bothFormsHoldTheSame(bytes: [UInt8]) throws {
    let list = try PropertyList(bytes)
    let value = { (key: String) throws -> PropertyListValue? in
      try list.member(key, of: list.root).map { try list.value(of: $0) }
    }
    #expect(try value("flag") == .bool(true))
    #expect(try value("off") == .bool(false))
    #expect(try value("count") == .integer(-7))
    #expect(try value("large") == .integer(.max))
    #expect(try value("part") == .real(0.5))
    #expect(try value("day") == .date(97_445))
    #expect(try value("bytes") == .data([1, 2, 255, 4]))
    #expect(try value("text") == .string("tä & <xt>"))
    #expect(try value("long") == .string(String(repeating: "x", count: 300)))
    #expect(try value("of") == .uid(5))
    #expect(try value("missing") == nil)
    let items = try list.member("list", of: list.root).map { try list.list($0) } ?? []
    #expect(try items.map { try list.value(of: $0) } == [.string("a"), .integer(2)])
    #expect(try value("none") == .list([]))
    #expect(try list.entries(list.root).map(\.key).first == "flag")
  }

  /// The bytes of one object, and its value.
  @Test(arguments: [
    ([0x00], PropertyListValue.null), ([0x10, 200], .integer(200)),
    ([0x11, 0xFF, 0xFF], .integer(65_535)), ([0x12, 0x80, 0, 0, 0], .integer(2_147_483_648)),
    ([0x13] + Array(repeating: 0xFF, count: 8), .integer(-1)),
    ([0x14] + Array(repeating: 0, count: 15) + [9], .integer(9)),
    (
      [0x14] + Array(repeating: 0, count: 8) + Array(repeating: 0xFF, count: 8),
      .real(1.8446744073709552e19)
    ),
    ([0x22, 0x3F, 0x80, 0, 0], .real(1)), ([0x51, 0x41], .string("A")),
    ([0x5F, 0x10, 0x01, 0x41], .string("A")), ([0x80, 3], .uid(3)),
    ([0xC1, 0, 0, 0, 0], .list([0])),
  ])
  func objects(bytes: [UInt8], value: PropertyListValue) throws {
    let list = try PropertyList(BinaryWriter.file(of: [bytes], root: 0))
    #expect(try list.value(of: list.root) == value)
  }

  @Test(
    arguments: [
      ([], "unknown"), ([0x15], "object of 32 bytes"), ([0x01], "unknown word"), ([0x70], "kind 7"),
      ([0x21, 0, 0], "real of 2 bytes"), ([0x5F], "length past the end"),
      ([0x5F, 0x13] + Array(repeating: 0xFF, count: 8), "length of 2^64"),
      ([0x5F, 0x13, 0x7F] + Array(repeating: 0xFF, count: 7), "length of 2^63"),
      ([0x5F, 0x20], "length that is not an integer"), ([0x5A, 0x41], "text past the end"),
      ([0x61, 0xD8], "half a unit"), ([0x61, 0xD8, 0x00], "half a pair"),
      ([0x51, 0xFF], "no UTF-8"),
      ([0xAF, 0x12, 0x80, 0, 0, 0], "2^31 items"),
      ([0xDF, 0x12, 0x7F, 0xFF, 0xFF, 0xFF], "entries"),
      ([0xD1, 0, 0, 0, 0], "value missing"),
      ([0x88] + Array(repeating: 1, count: 9), "number of 9 bytes"),
    ] as [([UInt8], String)])
  func damagedObjectsAreRefused(bytes: [UInt8], what: String) throws {
    let list = try PropertyList(BinaryWriter.file(of: [bytes], root: 0))
    #expect(throws: PropertyListError.self, "\(what)") { try list.value(of: list.root) }
  }

  @Test func noReferenceIsFollowedOutOfTheFile() throws {
    let objects: [[UInt8]] = [[0x51, 0x41], [0xA1, 0, 0, 0, 9]]
    let file = BinaryWriter.file(of: objects, root: 1, offsets: [0: 1_000_000])
    let list = try PropertyList(file)
    #expect(try list.list(1) == [9])
    #expect(throws: PropertyListError.broken("a reference to object 9")) { try list.value(of: 9) }
    #expect(throws: PropertyListError.broken("the offset of object 0")) { try list.value(of: 0) }
  }

  @Test func trailersAreNotBelieved() {
    let objects: [[UInt8]] = [[0x51, 0x41]]
    let files: [([UInt8], PropertyListError)] = [
      (BinaryWriter.file(of: objects, root: 1), .broken("the outermost object")),
      (BinaryWriter.file(of: objects, root: 0, count: 2), .broken("the table of offsets")),
      (
        BinaryWriter.file(of: objects, root: 0, count: 1 << 31),
        .tooLarge(what: "objects", limit: 1_000_000)
      ),
      (BinaryWriter.file(of: objects, root: 0, count: .max), .broken("the count of objects")),
      (BinaryWriter.file(of: objects, root: 0, table: 5_000), .broken("the table of offsets")),
      (BinaryWriter.file(of: objects, root: 0, table: 2), .broken("the table of offsets")),
      (BinaryWriter.file(of: objects, root: 0, offsetSize: 0), .broken("the size of offsets")),
      (BinaryWriter.file(of: objects, root: 0, referenceSize: 9), .broken("the size of offsets")),
      (Array("bplist00".utf8), .broken("it ends too early")), ([], .unknownFormat),
      (Array("{}".utf8), .unknownFormat),
    ]
    for (file, error) in files { #expect(throws: error) { try PropertyList(file) } }
  }

  @Test func everyTruncationIsRefusedOrRead() throws {
    let whole = Self.sample.binary
    for count in 0..<whole.count {
      guard let list = try? PropertyList(Array(whole[..<count])) else { continue }
      _ = try? list.entries(list.root)
    }
    for index in whole.indices {
      var bytes = whole
      bytes[index] = ~bytes[index]
      guard let list = try? PropertyList(bytes) else { continue }
      for object in 0..<40 { _ = try? list.value(of: object) }
    }
  }

  @Test func textsThatOverlapDoNotGrow() throws {
    // A thousand objects that are all the same long text.
    let text = BinaryWriter.mark(0x50, 1 << 20) + Array(repeating: 0x41, count: 1 << 20)
    let objects = [text] + Array(repeating: [0x00], count: 1_000)
    let same = Dictionary(uniqueKeysWithValues: (0...1_000).map { ($0, UInt64(8)) })
    let list = try PropertyList(BinaryWriter.file(of: objects, root: 0, offsets: same))
    #expect(throws: PropertyListError.tooLarge(what: "bytes of text", limit: 64 << 20)) {
      for object in 0...1_000 { _ = try list.value(of: object) }
    }
  }

  @Test(arguments: [
    "<plist><integer>1.5</integer></plist>",
    "<plist><integer>99999999999999999999</integer></plist>",
    "<plist><real>one</real></plist>", "<plist><date>yesterday</date></plist>",
    "<plist><data>A</data></plist>", "<plist><thing/></plist>", "<plist/>", "<html/>",
    "<plist><dict><key>a</key></dict></plist>", "<plist><dict><string>a</string></dict></plist>",
    "<plist><array><dict></array></plist>",
    "<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><string>&a;</string></plist>",
  ])
  func damagedXMLIsRefused(text: String) {
    #expect(throws: PropertyListError.self) { try PropertyList(Array(text.utf8)) }
  }
}
