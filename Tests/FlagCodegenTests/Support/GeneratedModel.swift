import FlagModel
import TestSupport

/// A model with all that generated code has to cope with: words of other languages as names, names
/// that are no words, comments that would end a comment, the highest bit, negative numbers, texts with
/// signs, and types in each other.
let crowdedModel = #"""
  /// Ends a comment: */ and begins one: /* and a docstring: """ and a line: \
  /// A second line, `code` and 100 %. \u{202E}
  struct Markers: OptionSet {
    let rawValue: Int64
    /// The first.
    static let RAW = Markers(rawValue: 1 << 0)
    static let HRM = Markers(rawValue: 1 << 1)
    static let alias = Markers(rawValue: 1 << 1)
    static let high = Markers(rawValue: 1 << 40)
    static let top = Markers(rawValue: 1 << 63)
    static let both: Markers = [.RAW, .top]
    static let none: Markers = []
    static let unnamed = Markers(rawValue: 0x30)
  }
  struct Words: OptionSet {
    let rawValue: UInt64
    static let `default` = Words(rawValue: 1 << 0)
    static let `class` = Words(rawValue: 1 << 1)
    static let `self` = Words(rawValue: 1 << 2)
    static let None = Words(rawValue: 1 << 3)
    static let fn = Words(rawValue: 1 << 4)
    static let type = Words(rawValue: 1 << 5)
    static let int = Words(rawValue: 1 << 6)
    static let stored = Words(rawValue: 1 << 7)
    static let `object` = Words(rawValue: 1 << 8)
    static let property = Words(rawValue: 1 << 9)
    static let bits = Words(rawValue: 1 << 10)
    static let crate = Words(rawValue: 1 << 12)
    static let `x code` = Words(rawValue: 1 << 13)
    static let xCode = Words(rawValue: 1 << 14)
    static let `2nd` = Words(rawValue: 1 << 15)
    static let rawValue_ = Words(rawValue: 1 << 16)
    static let Übung = Words(rawValue: 1 << 17)
    static let Protocol = Words(rawValue: 1 << 18)
    static let contains = Words(rawValue: 1 << 19)
    static let name = Words(rawValue: 1 << 20)
    static let __proto__ = Words(rawValue: 1 << 21)
    static let all = Words(rawValue: ~0)
  }
  struct Small: OptionSet {
    let rawValue: Int8
    static let low = Small(rawValue: 1)
    static let sign = Small(rawValue: -128)
  }
  enum Status: Int32, CaseIterable {
    case received
    /// Seven: the instrument's own number.
    case measured = 7
    case lost = -3
  }
  enum Range: Int64 { case least = -9223372036854775808, most = 9223372036854775807 }
  enum Ratio: Double { case tiny = 1e-7, half = 0.5 }
  enum Mood: String {
    case calm = "it's \"calm\" $HOME \\ ??/ \t ü"
    case name = "*/"
    case `in`
  }
  enum Direction: Codable { case north, south }
  enum Role: Codable { case every(days: Int), at(String, Int?), never }
  enum Nothing: Int { }
  typealias Price = Decimal
  struct Email { let address: String }
  struct Person { var name: String = "nobody"; var email: Email? }
  struct Size { var width: Int; var height: Int }

  @Model class Thing {
    #Unique<Thing>([\.code, \.taken])
    /// The "code".
    @Attribute(.unique) var code: String
    var note: String?
    var taken: Date = Date()
    @Valid(0...100) var score: Double = 50
    var price: Price?
    var status: Thing.Stage = Thing.Stage.open
    var state: Status = Status.measured
    var range: Range?
    var mood: Mood?
    var ratio: Ratio = Ratio.half
    var direction: Direction = Direction.south
    var markers: Markers = [.RAW, .top]
    var few: Small?
    var odd: Words = [.xCode]
    var days: Set<Direction> = [.north]
    var email: Email?
    var owner: Person
    var size: Size?
    var tags: [String] = []
    var people: [Person] = []
    var counts: [String: Int] = [:]
    var role: Role?
    var link: URL?
    var token: UUID = UUID()
    var picture: Data?
    var `class`: Int = 3
    @Relationship(deleteRule: .cascade, inverse: \Part.thing) var parts: [Part] = []
    @Relationship(inverse: \Group.things) var groups: [Group] = []
    enum Stage: Int { case open, closed }
  }
  @Model final class Tool: Thing {
    var weight: Double = 1
    var maker: Group?
  }
  @Model final class Part {
    var thing: Thing?
    var value: Int
  }
  @Model final class Group {
    var things: [Thing] = []
    @Relationship(inverse: \Tool.maker) var tools: [Tool] = []
  }
  """#

/// The schema of a model's text.
func schema(_ text: String) throws -> Schema {
  let reading = readModel([SourceText(name: "model.swift", text)])
  guard let schema = reading.schema else { throw Diagnostics(reading.diagnostics) }
  return schema
}
