import Deflate
import TestSupport
import Testing

@Suite struct InflateTests {
  /// "hello hello hello\n", as zlib writes it.
  private static let hello: [UInt8] = [
    0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x57, 0xC8, 0x40, 0x90, 0x5C, 0x00,
  ]

  @Test func readsWhatIsCompressed() throws {
    #expect(String(decoding: try inflate(Self.hello), as: UTF8.self) == "hello hello hello\n")
  }

  @Test(arguments: [0, 1, 65_535, 65_536, 200_000])
  func readsWhatIsStored(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    #expect(try inflate(deflatedAsStored(bytes)) == bytes)
  }

  @Test(arguments: [
    ([], InflateError.incomplete), (Array(hello.dropLast(2)), .incomplete),
    ([0x07], .broken), ([0xFF, 0xFF, 0xFF], .broken),
    ([0x01, 0x05, 0x00, 0x00, 0x00], .broken),
    // The header of zlib, which is not written here.
    ([0x78, 0x9C] + hello, .broken),
  ])
  func refusesWhatIsDamaged(bytes: [UInt8], error: InflateError) {
    #expect(throws: error) { try inflate(bytes) }
  }

  @Test func nothingIsReadBehindTheLastBlock() throws {
    #expect(try inflate(Self.hello + [1, 2, 3]).count == 18)
  }

  @Test(arguments: [(0, 1_048_576), (10, 1_049_576), (1_000_000, 67_108_864)])
  func theLimitGrowsWithTheInput(count: Int, limit: Int) {
    #expect(inflationLimit(of: count) == limit)
  }

  /// A byte, and matches of 258 of its like in 13 bits each.
  private static func bomb(matches: Int) -> [UInt8] {
    var bits: [UInt8] = [1, 1, 0] + [0, 0, 1, 1, 0, 0, 0, 0]
    for _ in 0..<matches { bits += [1, 1, 0, 0, 0, 1, 0, 1] + [0, 0, 0, 0, 0] }
    bits += [0, 0, 0, 0, 0, 0, 0]
    return stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<min(bits.count, start + 8)].reversed().reduce(0) { $0 << 1 | $1 }
    }
  }

  @Test func aBombIsNotRead() throws {
    #expect(try inflate(Self.bomb(matches: 100)).count == 25_801)
    // A hundred and fifty times as large as its input.
    let bomb = Self.bomb(matches: 100_000)
    #expect(throws: InflateError.tooLarge(limit: inflationLimit(of: bomb.count))) {
      try inflate(bomb)
    }
    #expect(throws: InflateError.tooLarge(limit: 64 << 20)) {
      try inflate(Self.bomb(matches: 500_000))
    }
  }
}
