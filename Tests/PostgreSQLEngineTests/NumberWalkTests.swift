import Engines
import FlagModel
import TestServer
import Testing

@testable import PostgreSQLEngine

@Suite("Walks through the numbers of a column") struct NumberWalkTests {
  private static let bits: [UInt64] = [0, 1, 2, 5, 31, 32, 62, 63]
  /// All combinations of some bits, the greatest number, and those beside them.
  private static let numbers: Set<Int64> = {
    var numbers: Set<Int64> = [.max, .max - 1, -1, -2]
    for choice in 0..<UInt64(1 << bits.count) {
      let set = bits.indices.filter { choice >> UInt64($0) & 1 == 1 }.map { bits[$0] }
      numbers.insert(Int64(bitPattern: set.reduce(0) { $0 | 1 << $1 }))
    }
    return numbers
  }()

  private let schema: TestSchema
  private let walk: ServerNumberWalk

  init() throws {
    schema = try TestSchema()
    let list = Self.numbers.map { "\($0 == .min ? "-9223372036854775807 - 1" : "\($0)")" }
    try schema.connection.execute(
      """
      CREATE TABLE t (m bigint);
      INSERT INTO t SELECT unnest(ARRAY[\(list.joined(separator: ", "))]::bigint[]);
      INSERT INTO t VALUES (NULL), (0), (-1);
      CREATE INDEX t_m ON t (m); ANALYZE t
      """)
    walk = ServerNumberWalk(PostgreSQLConnection(schema.connection, patience: .seconds(1)))
  }

  @Test func findsAllThatHaveSomeBits() throws {
    let masks = Self.numbers.map { UInt64(bitPattern: $0) } + [8, 1 << 40, 1 << 63 | 1 << 40]
    for mask in masks {
      let found = try #require(try walk.numbers(of: "m", in: "t", having: mask, atMost: 1_000))
      #expect(found == found.sorted() && Set(found).count == found.count, "\(mask)")
      #expect(Self.numbers.isSuperset(of: found), "\(mask)")
      let meant = Self.numbers.filter { UInt64(bitPattern: $0) & mask == mask }
      #expect(Set(found).isSuperset(of: meant), "\(mask)")
    }
  }

  @Test func passesOverMostOthers() throws {
    let few = try walk.numbers(of: "m", in: "t", having: 1 << 63 | 1 << 62 | 0b111, atMost: 1_000)
    #expect((few?.count ?? .max) < 20)
    #expect(try walk.numbers(of: "m", in: "t", having: 0, atMost: 100) == nil)
    #expect(
      try walk.numbers(of: "m", in: "t", having: 0, atMost: 1_000)?.count == Self.numbers.count)
  }
}
