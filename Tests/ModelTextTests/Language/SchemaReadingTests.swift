import FlagModel
import Testing

@testable import ModelText

/// Models and what is read from them.
struct SchemaReadingTests {
  struct Case: CustomTestStringConvertible {
    let name: String
    let model: String
    let facts: [String]
    var testDescription: String { name }

    init(_ name: String, _ model: String, _ facts: String...) {
      self.name = name
      self.model = model
      self.facts = facts
    }
  }

  @Test(arguments: properties + types + structures + relationships + wholeFiles)
  func models(_ expected: Case) throws {
    let found = facts(try schema(expected.model))
    #expect(found.joined(separator: "\n") == expected.facts.joined(separator: "\n"))
  }

  static let properties = [
    Case(
      "every type",
      """
      @Model final class A {
        var a: Bool; var b: Int; var c: UInt8; var d: Double; var e: Float; var f: Decimal
        var g: String; var h: Date; var i: UUID; var j: URL; var k: Data; var l: [String]
        var m: [[Int]]; var n: TimeInterval; var o: Foundation.Date; var p: Swift.Int32
        var q: Any; var r: Any?
      }
      """,
      "model A", "  a: Bool", "  b: Int", "  c: UInt8", "  d: Double", "  e: Float",
      "  f: Decimal places 6", "  g: String", "  h: Date", "  i: UUID", "  j: URL", "  k: Data",
      "  l: [String]", "  m: [[Int]]", "  n: TimeInterval", "  o: Date", "  p: Int32",
      "  q: Any", "  r: Any?"),
    Case(
      "every way to be optional",
      """
      @Model final class A {
        var a: Int?; var b: Optional<Int>; var c: Int!; var d: [Int]?; var e: Array<Int>!
        var f: Optional<Array<String>> = nil
      }
      """,
      "model A", "  a: Int?", "  b: Int?", "  c: Int?", "  d: [Int]?", "  e: [Int]?",
      "  f: [String]?"),
    Case(
      "types from defaults",
      """
      enum Status: Int { case received, measured }
      struct Markers: OptionSet { let rawValue: Int; static let a = Markers(rawValue: 1) }
      @Model final class A {
        var a = 0, b = 1.5, c = "", d = false, e = Date(), f = Date.now, g = UUID(), h = -3
        var i = ["x"], j = [Int](), k = Array<Double>(), l = Status.measured, m = Markers.a
        var n = Data(), o = Decimal(string: "1.5")!, p = URL(string: "http://a.b")!, q = [1, 2]
        let r = 5 as Int8
      }
      """,
      "enum Status: received=0 measured=1", "flags Markers: Int a=1",
      "model A", "  a: Int = 0", "  b: Double = 1.5", "  c: String = ''", "  d: Bool = 0",
      "  e: Date = now", "  f: Date = now", "  g: UUID = new", "  h: Int = -3",
      "  i: [String] = '[\"x\"]'", "  j: [Int] = '[]'", "  k: [Double] = '[]'",
      "  l: Status = 1", "  m: Markers = 1", "  n: Data = []",
      "  o: Decimal places 6 = 1500000", "  p: URL = 'http://a.b'", "  q: [Int] = '[1,2]'",
      "  r: Int8 = 5"),
    Case(
      "types from calculations, and numbers in other bases",
      """
      @Model final class A {
        var a = 1 * Double.pi, b = 60 * 1.5, c = 60 * 60 * 24.0, d = -1 + 0.5, e = 60 * 60
        var f: Double = 0x10, g: Double = 0b11, h: Double = 0x1p-2, i = (1 + 2) * 0.5
        var j: Date = Foundation.Date.now, k: UUID = Foundation.UUID()
      }
      """,
      "model A", "  a: Double = \(1 * Double.pi)", "  b: Double = \(60 * 1.5)",
      "  c: Double = \(60 * 60 * 24.0)", "  d: Double = \(-1 + 0.5)", "  e: Int = 3600",
      "  f: Double = 16.0", "  g: Double = 3.0", "  h: Double = 0.25", "  i: Double = 1.5",
      "  j: Date = now", "  k: UUID = new"),
    Case(
      "what is stored and what is not",
      """
      @Model public final class A: Identifiable, CustomStringConvertible {
        private(set) var a: Int
        public internal(set) var b: Int = 1
        var c: Int = 2 { didSet { print(oldValue) } }
        var d: Int { willSet { } }
        var e: Int { a + b }
        var f: Int { get { a } set { a = newValue } }
        @Transient var g: [String: Any] = [:]
        static let h = 1
        static var i: Int { 1 }
        lazy var j: Int = 3
        let k, l: Int
        @MainActor var m: Int = 4; var n: Int = 5
        class var o: Int { 1 }
        var description: String { "A" }
        init(a: Int, k: Int, l: Int) { self.a = a; self.k = k; self.l = l; self.d = 0 }
        deinit {}
        func p() -> Int { var q: Int = 1; q += 1; return q }
        subscript(r: Int) -> Int { r }
        static func == (a: A, b: A) -> Bool { a.a == b.a }
      }
      """,
      "model A", "  a: Int", "  b: Int = 1", "  c: Int = 2", "  d: Int", "  j: Int = 3",
      "  k: Int", "  l: Int", "  m: Int = 4", "  n: Int = 5"),
    Case(
      "attributes and demands",
      """
      @Model final class A {
        #Unique<A>([\\.a], [\\.b, \\.c])
        #Index<A>([\\.c], [\\.b, \\.a])
        @Attribute(.unique) var a: String
        @Attribute(.unique, .externalStorage, originalName: "bee") var b: String
        @Attribute(.spotlight, hashModifier: "1") var c: Data
        @Valid(0...100) var d: Double = 50
        @Valid(-5..<5) var e: Int
        @Valid(1...) var f: UInt16
        @Valid(...9.5) var g: Float
        @Valid("2020-01-01"..."2030-01-01") var h: Date
        @Valid(length: 1...80, matches: "S-[0-9]+") var i: String
        @Valid(0..<1.5, places: 2) var j: Decimal = 1
        @Valid(0x10...0xFF) var k: Int
        @Valid(length: 2...) @Valid(matches: #"\\d+"#)
        var l: String?
        @Valid(..<0.25) var m: Decimal
      }
      """,
      "model A", "  a: String unique", "  b: String unique was bee", "  c: Data",
      "  d: Double in 0.0...100.0 = 50.0", "  e: Int in -5..<5", "  f: UInt16 in 1...",
      "  g: Float in ...9.5", "  h: Date in '2020-01-01 00:00:00'...'2030-01-01 00:00:00'",
      "  i: String length 1...80 matches S-[0-9]+", "  j: Decimal places 2 in 0..<150 = 100",
      "  k: Int in 16...255", "  l: String? length 2...9223372036854775807 matches \\d+",
      "  m: Decimal places 6 in ..<250000",
      "  unique a", "  unique b c", "  index c", "  index b a"),
    Case(
      "defaults",
      """
      enum Status: String { case received, measured = "m" }
      struct Markers: OptionSet {
        let rawValue: Int64
        static let HRM = Markers(rawValue: 1 << 1), PLX = Markers(rawValue: 1 << 63)
      }
      @Model final class A {
        var a: Status = .measured
        var b: Status = Status.received
        var c: Status? = Status(rawValue: "m")!
        var d: Markers = [.HRM, .PLX]
        var e: Markers = .HRM
        var f: Markers = []
        var g: Markers = Markers(rawValue: 0x40)
        var h: Markers? = nil
        var i: Date = .distantPast
        var j: Date = Date(timeIntervalSince1970: -0.5)
        var k: Date = Date(timeIntervalSinceReferenceDate: 0)
        var l: UUID = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")!
        var m: Decimal = Decimal(string: "0.000001")!
        var n: Decimal = Decimal(5), o: Decimal = -1.25, p: Decimal = .zero
        var q: Data = Data([1, 0xFF])
        var r: [Status] = [.received, .measured]
        var s: String = "a \\"b\\" \\u{1F600}\\n", t: String = #"\\n"#
        var u: [Decimal] = [1, 2.5]
        var v: Int = 1 << 4 | 2
        var w: Double = 1e3, x: Double = .init(2)
      }
      """,
      "enum Status: received='received' measured='m'",
      "flags Markers: Int64 HRM=2 PLX=8000000000000000",
      "model A", "  a: Status = 'm'", "  b: Status = 'received'", "  c: Status? = 'm'",
      "  d: Markers = -9223372036854775806", "  e: Markers = 2", "  f: Markers = 0",
      "  g: Markers = 64", "  h: Markers?", "  i: Date = '0001-01-01 00:00:00'",
      "  j: Date = '1969-12-31 23:59:59.5'", "  k: Date = '2001-01-01 00:00:00'",
      "  l: UUID = 'E621E1F8-C36C-495A-93FC-0C247A3E6E5F'", "  m: Decimal places 6 = 1",
      "  n: Decimal places 6 = 5000000", "  o: Decimal places 6 = -1250000",
      "  p: Decimal places 6 = 0", "  q: Data = [1, 255]",
      "  r: [Status] = '[\"received\",\"m\"]'", "  s: String = 'a \"b\" 😀\n'",
      "  t: String = '\\n'", "  u: [Decimal] = '[\"1\",\"2.5\"]'", "  v: Int = 18",
      "  w: Double = 1000.0", "  x: Double = 2.0"),
    Case(
      "defaults that are worked out",
      """
      enum Kind: String { case text, body = "B" }
      extension Kind { static var usual: Kind { .body }; static let first = Kind.usual }
      enum Constants { static let none = "none", start = Date(timeIntervalSince1970: 0) }
      let title = "untitled"
      struct Mail { let address: String }
      @Model final class A {
        var a: String = UUID().uuidString, b = UUID().uuidString.lowercased()
        var c: String = UUID().uuidString.lowercased().uppercased()
        var d: String = Kind.body.rawValue, e = Kind.text.rawValue
        var f: Kind = .usual, g: Kind = Kind.first, h = Kind.usual
        var i: String = Constants.none, j = Constants.none, k = title, l = Constants.start
        var m: Double = .pi, n: Float = Float.pi / 2, o: TimeInterval = 60 * 60 * 24 - 0.5
        var p: Double = -(7 + 1) / 2
        var q: [Int] = Array(repeating: 1 << 2, count: 3), r = [String](repeating: "x", count: 2)
        var s: [Int] = .init(), t: Mail = Mail(address: Constants.none)
      }
      """,
      "enum Kind: text='text' body='B'", "struct Mail: address", "model A",
      "  a: String = new", "  b: String = new in lower case", "  c: String = new",
      "  d: String = 'B'", "  e: String = 'text'", "  f: Kind = 'B'", "  g: Kind = 'B'",
      "  h: Kind = 'B'", "  i: String = 'none'", "  j: String = 'none'", "  k: String = 'untitled'",
      "  l: Date = '1970-01-01 00:00:00'", "  m: Double = 3.141592653589793",
      "  n: Float = 1.570796251296997", "  o: TimeInterval = 86399.5", "  p: Double = -4.0",
      "  q: [Int] = '[4,4,4]'", "  r: [String] = '[\"x\",\"x\"]'", "  s: [Int] = '[]'",
      "  t: Mail = 'none'"),
  ]

  static let types = [
    Case(
      "what is kept as JSON",
      """
      struct Rule: Codable { var days = 3; var size: Size?; var unit: Unit; enum Unit { case day, week } }
      struct Size { var width: Double; var height: Double }
      indirect enum Care: Codable {
        case never, every(days: Int, _ note: String? = nil), one(Rule, or: [Rule]), between(Int, Int)
        static let usual = Care.never
        func days() -> Int { 0 }
      }
      typealias Labels = [String: [Rule]?]
      @Model final class A {
        var a: [Rule] = [Rule(unit: .week), .init(days: 4, size: nil, unit: Rule.Unit.day)], b: [Rule]?
        var c: [String: Int] = [:], d: Dictionary<Int, Rule>?, e = [URL: [Date]](), f: Labels
        var g: Care = .every(days: 3, "x"), h: Care = Care.usual, i: [Care] = [.never], j: [[Care]]
        var k = ["a": 1], l: [Int: Bool] = [2: true, 1: false], m: [String: Care] = [:]
      }
      """,
      "struct Rule: days size unit", "enum Rule.Unit: day='day' week='week'",
      "struct Size: width height",
      "enum Care: never every(days:Int,_1:String?) one(_0:Rule,or:[Rule]) between(_0:Int,_1:Int)",
      "alias Labels = [String: [Rule]?]", "model A",
      #"  a: [Rule] = '[{"days":3,"unit":"week"},{"days":4,"unit":"day"}]'"#, "  b: [Rule]?",
      "  c: [String: Int] = '{}'", "  d: [Int: Rule]?", "  e: [URL: [Date]] = '[]'", "  f: Labels",
      #"  g: Care = '{"every":{"days":3,"_1":"x"}}'"#, #"  h: Care = '{"never":{}}'"#,
      #"  i: [Care] = '[{"never":{}}]'"#, "  j: [[Care]]", #"  k: [String: Int] = '{"a":1}'"#,
      #"  l: [Int: Bool] = '{"1":false,"2":true}'"#, "  m: [String: Care] = '{}'"),
    Case(
      "enums without a raw type",
      """
      protocol Displayable: Codable {}
      enum Direction: Codable { case ltr, rtl; static var usual: Self { .rtl } }
      enum Kind: Displayable { case text, `default`; var rawValue: Int { 1 } }
      enum Unused { case a }
      @Model final class A {
        enum Side { case left, right }
        var a: Direction = .rtl, b: Direction?, c: [Direction] = [.ltr], d: Kind = Kind.default
        var e = Side.left, f: Direction = .usual, g: Turn, h: Options?
      }
      struct Turn: Codable { var direction: Direction }
      typealias Options = [Direction]
      """,
      "enum Direction: ltr='ltr' rtl='rtl'", "enum Kind: text='text' default='default'",
      "struct Turn: direction", "alias Options = [Direction]",
      "enum A.Side: left='left' right='right'",
      "model A", "  a: Direction = 'rtl'", "  b: Direction?", "  c: [Direction] = '[\"ltr\"]'",
      "  d: Kind = 'default'", "  e: A.Side = 'left'", "  f: Direction = 'rtl'", "  g: Turn",
      "  h: Options?"),
    Case(
      "names that C and Swift have for types",
      """
      enum Turn: CGFloat { case none, quarter = 90.5 }
      enum Kind: Int16 { case a }
      struct Markers: OptionSet { let rawValue: CUnsignedChar; static let a = Markers(rawValue: 128) }
      @Model final class A: Identifiable {
        var id: UUID
        var a: CInt, b: CUnsignedLong, c: CShort = 5, d: Kind.RawValue, e: Markers.RawValue
        var f: A.ID, g: B.ID?, h: Turn = .quarter, i: [CChar]
      }
      struct B: Identifiable { var id: String { "" }; var x: Int; var y: Int }
      """,
      "enum Turn: none=0.0 quarter=90.5", "enum Kind: a=0", "flags Markers: UInt8 a=80", "model A",
      "  id: UUID", "  a: CInt", "  b: CUnsignedLong", "  c: CShort = 5", "  d: Int16",
      "  e: CUnsignedChar", "  f: UUID", "  g: String?", "  h: Turn = 90.5", "  i: [CChar]"),
    Case(
      "what Swift says around it",
      """
      struct Accessor { let type: Any.Type; let other: (any P).Type?; let third: Any.Type? }
      func entry(
        of ring: inout Ring
      ) -> UnsafeMutablePointer<
        Entry
      >? { nil }
      enum Space {
        __consuming func leave(with x: __owned Int) -> Any.Type { Int.self }
        static func < (a: Space, b: Space) -> Bool { true }
        static var shared: [Int] { _read { yield all } _modify { yield &all } }
      }
      extension String? { var orEmpty: String { self ?? "" } }
      let _ = Task { await run() }
      connect(host: "a")
        .flatMap { send($0) }
        .cascade(to: promise)
      enum Status: Int { case received }
      @Model final class A { var status: Status }
      """, "enum Status: received=0", "model A", "  status: Status"),
    Case(
      "a flag set whose raw type only its initialiser says",
      """
      struct Markers: OptionSet {
        init(rawValue: UInt16) { bits = rawValue }
        static let a = Self(rawValue: 1)
      }
      """, "flags Markers: UInt16 a=1"),
    Case(
      "@OptionSet",
      """
      @OptionSet<UInt8>
      struct Markers {
        private enum Options: Int { case a, b, c = 7 }
        static let all: Markers = [.a, .b, .c]
      }
      """, "flags Markers: UInt8 a=1 b=2 c=80 all=83"),
    Case(
      "sets of cases",
      """
      @Model final class Alarm {
        enum Day: String, Codable, CaseIterable { case mon, tue, `self` }
        var days: Set<Day> = [.mon, .`self`]
        var others: Swift.Set<Alarm.Day>? = nil
        var all: Set<Day> = Set(Day.allCases)
        var none = Set<Day>()
        var lists: [Set<Day>] = []
      }
      """, "enum Alarm.Day: mon='mon' tue='tue' self='self'", "model Alarm",
      "  days: Set<Alarm.Day> = 5",
      "  others: Set<Alarm.Day>?", "  all: Set<Alarm.Day> = 7", "  none: Set<Alarm.Day> = 0",
      "  lists: [Set<Alarm.Day>] = '[]'"),
    Case(
      "a set that conforms in an extension, in parts",
      """
      extension Markers: OptionSet {}
      struct Markers { let rawValue: Int }
      extension Markers { static let b = Markers(rawValue: 2) }
      extension Markers { static let a = Markers(rawValue: 1) }
      """, "flags Markers: Int b=2 a=1"),
    Case(
      "names on one bit, names of SQL and Swift",
      """
      struct Markers: OptionSet {
        let rawValue: Int
        static let a = Markers(rawValue: 1), b = Markers(rawValue: 1)
        static let `default`: Markers = [], select = Markers(rawValue: 4)
        static let `init`: Self = .init(rawValue: 8), `self` = Self(rawValue: 16)
        static let both: Markers = [.`init`, .`self`]
      }
      """, "flags Markers: Int a=1 b=1 select=4 init=8 self=10 default=0 both=18"),
    Case(
      "branches that agree",
      """
      struct Markers: OptionSet {
        let rawValue: Int
        #if os(iOS)
        static let a = Markers(rawValue: 1)
        #elseif os(macOS)
        static let a = Markers(rawValue: 0x1)
        static let b = Markers(rawValue: 2)
        #else
        static let a: Markers = .init(rawValue: 0b1)
        #endif
        #if false
        static let c = Markers(rawValue: broken)
        #else
        static let d = Markers(rawValue: 8)
        #endif
      }
      """, "flags Markers: Int a=1 b=2 d=8"),
    Case(
      "a whole type in each branch",
      """
      #if os(iOS)
      enum Status: Int { case received }
      #else
      enum Status: Int { case received, measured }
      #endif
      """, "enum Status: received=0 measured=1"),
    Case(
      "aliases",
      """
      typealias Price = Decimal
      typealias Cost = Price
      typealias Note = String?
      typealias Handler = (Int) -> Void
      typealias Codes = [String]
      @Model final class A { var a: Cost; var b: Note; var c: Price?; var d: Codes }
      """,
      "alias Price = Decimal", "alias Cost = Price", "alias Note = String?",
      "alias Codes = [String]", "model A", "  a: Cost places 6", "  b: Note?",
      "  c: Price? places 6", "  d: Codes"),
    Case(
      "nested types",
      """
      @Model final class Sample {
        enum Status: String, Codable { case received }
        struct Markers: OptionSet { let rawValue: Int; static let a = Markers(rawValue: 1) }
        typealias Code = String
        enum CodingKeys: String, CodingKey { case status }
        var status: Status = .received
        var markers: Sample.Markers = .a
        var code: Code
        var kind: Kind
        var reading: Reading?
      }
      extension Sample { enum Kind: Int { case blood } }
      @Model final class Reading { var status: Sample.Status }
      """,
      "enum Sample.Status: received='received'", "flags Sample.Markers: Int a=1",
      "alias Sample.Code = String", "enum Sample.Kind: blood=0",
      "model Sample", "  status: Sample.Status = 'received'", "  markers: Sample.Markers = 1",
      "  code: Sample.Code", "  kind: Sample.Kind", "  reading → Reading? in a column",
      "model Reading", "  status: Sample.Status"),
    Case(
      "a schema's namespace",
      """
      enum SchemaV1: VersionedSchema {
        static var versionIdentifier: Schema.Version { .init(1, 0, 0) }
        static var models: [any PersistentModel.Type] { [Sample.self] }
        enum Status: Int { case received }
        @Model final class Sample { var status: Status; var other: [Reading] }
        @Model final class Reading { var sample: Sample }
      }
      typealias Sample = SchemaV1.Sample
      """,
      "enum SchemaV1.Status: received=0", "model Sample", "  status: SchemaV1.Status",
      "  other → Reading* ↔ sample", "model Reading",
      "  sample → Sample ↔ other in a column"),
    Case(
      "an inner type shadows an outer one",
      """
      enum Status: Int { case outer }
      @Model final class A { enum Status: Int { case inner }; var status: Status = .inner }
      @Model final class B { var status: Status = .outer }
      """,
      "enum Status: outer=0", "enum A.Status: inner=0", "model A", "  status: A.Status = 0",
      "model B", "  status: Status = 0"),
  ]

  static let structures = [
    Case(
      "defaults of whole structs",
      """
      struct Size { var width: Double = 1; var height: Double; var unit: String? = "cm" }
      struct Box { var size: Size = Size(height: 3); var name: String; var made: Date = .now }
      @Model final class A {
        var a: Size = Size(width: 2, height: 2, unit: nil), b = Size(height: 5)
        var c: Box = Box(size: .init(height: 7), name: "x"), d: Box = .init(name: "y"), e: Size
        var f: CGPoint = CGPoint(x: 0, y: 1.5)
      }
      """,
      "struct CGPoint: x y", "struct Size: width height unit", "struct Box: size name made",
      "model A",
      "  group a: Size", "  a.width (a_width): Double = 2.0", "  a.height (a_height): Double = 2.0",
      "  a.unit (a_unit): String?",
      "  group b: Size", "  b.width (b_width): Double = 1.0", "  b.height (b_height): Double = 5.0",
      "  b.unit (b_unit): String? = 'cm'",
      "  group c: Box", "  group c.size: Size", "  c.size.width (c_size_width): Double = 1.0",
      "  c.size.height (c_size_height): Double = 7.0",
      "  c.size.unit (c_size_unit): String? = 'cm'", "  c.name (c_name): String = 'x'",
      "  c.made (c_made): Date = now",
      "  group d: Box", "  group d.size: Size", "  d.size.width (d_size_width): Double = 1.0",
      "  d.size.height (d_size_height): Double = 3.0",
      "  d.size.unit (d_size_unit): String? = 'cm'", "  d.name (d_name): String = 'y'",
      "  d.made (d_made): Date = now",
      "  group e: Size", "  e.width (e_width): Double = 1.0", "  e.height (e_height): Double",
      "  e.unit (e_unit): String? = 'cm'",
      "  group f: CGPoint", "  f.x (f_x): Double = 0.0", "  f.y (f_y): Double = 1.5"),
    Case(
      "unique structs",
      """
      struct Point { var x: Int; var y: Int? }
      struct Line { @Attribute(.unique) var from: Point; var to: Point }
      @Model final class A {
        #Unique<A>([\\.n, \\.at.x], [\\.at.x, \\.at.y])
        var n: Int
        @Attribute(.unique, originalName: "place") var at: Point
        @Attribute(.unique) var line: Line?
        var other: Line
      }
      """,
      "struct Point: x y", "struct Line: from to", "model A", "  n: Int",
      "  group at: Point was place", "  at.x (at_x): Int", "  at.y (at_y): Int?",
      "  group line: Line?",
      "  group line.from: Point", "  line.from.x (line_from_x): Int?",
      "  line.from.y (line_from_y): Int?",
      "  group line.to: Point", "  line.to.x (line_to_x): Int?", "  line.to.y (line_to_y): Int?",
      "  group other: Line",
      "  group other.from: Point", "  other.from.x (other_from_x): Int",
      "  other.from.y (other_from_y): Int?",
      "  group other.to: Point", "  other.to.x (other_to_x): Int",
      "  other.to.y (other_to_y): Int?", "  unique n at.x",
      "  unique at.x at.y", "  unique line.from.x line.from.y line.to.x line.to.y",
      "  unique line.from.x line.from.y", "  unique other.from.x other.from.y"),
    Case(
      "wrappers",
      """
      struct Email: Hashable, Codable { @Valid(length: 3...80) let address: String }
      struct Contact { var email: Email? }
      struct Tag: RawRepresentable { var rawValue: String; init(rawValue: String) {} }
      @Model final class A {
        var a: Email = Email(address: "a@b")
        var b: Email?
        @Valid(length: 5...9) var c: Email
        var d: Contact
        var e: [Tag]
        @Attribute(.unique) var f: Tag = .init(rawValue: "t")
        var g = Tag(rawValue: "u")
      }
      """,
      "struct Email: address", "struct Contact: email", "struct Tag: rawValue", "model A",
      "  a: Email length 3...80 = 'a@b'", "  b: Email? length 3...80", "  c: Email length 5...9",
      "  d: Contact? length 3...80", "  e: [Tag]", "  f: Tag unique = 't'", "  g: Tag = 'u'"),
    Case(
      "structs of several",
      """
      struct Name { var first: String; var last: String = "?" }
      struct Person { var name: Name; var born: Date?; var full: String { name.first } }
      @Model final class A {
        #Index<A>([\\.author.name.last])
        var author: Person
        var editor: Person?
      }
      """,
      "struct Name: first last", "struct Person: name born", "model A",
      "  group author: Person", "  group author.name: Name",
      "  author.name.first (author_name_first): String",
      "  author.name.last (author_name_last): String = '?'",
      "  author.born (author_born): Date?", "  group editor: Person?",
      "  group editor.name: Name", "  editor.name.first (editor_name_first): String?",
      "  editor.name.last (editor_name_last): String?", "  editor.born (editor_born): Date?",
      "  index author.name.last"),
    Case(
      "structs of one struct, and their former names",
      """
      struct Point { var x: Int; var y: Int? }
      struct Place { @Attribute(originalName: "at") var point: Point? }
      @Model final class A { @Attribute(originalName: "spot") var place: Place; var other: Place? }
      """,
      "struct Point: x y", "struct Place: point", "model A", "  group place: Place was spot",
      "  group place.point: Point? was at", "  place.point.x (place_point_x): Int?",
      "  place.point.y (place_point_y): Int?", "  group other: Place?",
      "  group other.point: Point? was at", "  other.point.x (other_point_x): Int?",
      "  other.point.y (other_point_y): Int?"),
    Case(
      "structs as entities, for nobody uses them",
      """
      struct Sample: Codable { var code: String; var author: Person }
      struct Person { var name: String; var age: Int }
      """,
      "struct Person: name age", "record Sample", "  code: String", "  group author: Person",
      "  author.name (author_name): String", "  author.age (author_age): Int"),
    Case(
      "structs that say that they are entities",
      """
      struct Sample: Entity { let id: Int; var readings: [Reading] }
      struct Reading: FlagDB.Entity { var sample: Sample?; var value: Double }
      struct Passed { var handler: () -> Void }
      """,
      "record Sample", "  id: Int", "  readings → Reading* ↔ sample", "record Reading",
      "  sample → Sample? ↔ readings in a column", "  value: Double"),
    Case(
      "names that were",
      """
      @Entity(originalName: "Specimen") @Model final class A {
        @Attribute(originalName: "x") var a: Int
        @Relationship(originalName: "y") var b: B?
      }
      @Model final class B { var c: Int }
      """,
      "model A was Specimen", "  a: Int was x", "  b → B? in a column was y", "model B",
      "  c: Int"),
  ]

  static let relationships = [
    Case(
      "one to many, written and found",
      """
      @Model final class Sample {
        @Relationship(deleteRule: .cascade, inverse: \\Reading.sample) var readings: [Reading] = []
        var notes: [Note]?
      }
      @Model final class Reading { var sample: Sample? }
      @Model final class Note { @Relationship(deleteRule: .deny) var sample: Sample }
      """,
      "model Sample", "  readings → Reading* ↔ sample cascade", "  notes → Note*? ↔ sample",
      "model Reading", "  sample → Sample? ↔ readings in a column", "model Note",
      "  sample → Sample ↔ notes in a column deny"),
    Case(
      "one inverse is written, the other is left over",
      """
      @Model final class Sample {
        @Relationship(inverse: \\.control) var controls: [Reading]
        var readings: [Reading]
      }
      @Model final class Reading { var sample: Sample?; var control: Sample? }
      """,
      "model Sample", "  controls → Reading* ↔ control", "  readings → Reading* ↔ sample",
      "model Reading", "  sample → Sample? ↔ readings in a column",
      "  control → Sample? ↔ controls in a column"),
    Case(
      "one to one, by cascade",
      """
      @Model final class Person {
        @Relationship(deleteRule: .cascade) var passport: Passport?
      }
      @Model final class Passport { var owner: Person? }
      """,
      "model Person", "  passport → Passport? ↔ owner cascade", "model Passport",
      "  owner → Person? ↔ passport in a unique column"),
    Case(
      "one to one, by the written inverse",
      """
      @Model final class Person { var passport: Passport? }
      @Model final class Passport { @Relationship(inverse: \\Person.passport) var owner: Person? }
      """,
      "model Person", "  passport → Passport? ↔ owner in a unique column", "model Passport",
      "  owner → Person? ↔ passport"),
    Case(
      "to-one without another side",
      """
      @Model final class Order { var billing: Address?; var shipping: Address? }
      @Model final class Address { var city: String }
      """,
      "model Order", "  billing → Address? in a column", "  shipping → Address? in a column",
      "model Address", "  city: String"),
    Case(
      "to-ones that could be each other's, but are not",
      """
      @Model final class A { @Relationship(inverse: nil) var b: B? }
      @Model final class B { var a: A? }
      @Model final class Person { var spouse: Person?; var boss: Person? }
      """,
      "model A", "  b → B? in a column", "model B", "  a → A? in a column",
      "model Person", "  spouse → Person? in a column", "  boss → Person? in a column"),
    Case(
      "many to many",
      """
      @Model final class Post { var tags: [Tag] = [] }
      @Model final class Tag { var posts: [Post] = []; var name: String }
      """,
      "model Post", "  tags → Tag* ↔ posts in Post_tags(posts tags) which it makes", "model Tag",
      "  posts → Post* ↔ tags in Post_tags(tags posts)", "  name: String"),
    Case(
      "a tree, and friends",
      """
      @Model final class Node { var parent: Node?; var children: [Node] = [] }
      @Model final class Person {
        @Relationship(inverse: \\Person.friends) var friends: [Person] = []
        @Relationship(inverse: \\Person.followers) var following: [Person] = []
        var followers: [Person] = []
      }
      """,
      "model Node", "  parent → Node? ↔ children in a column", "  children → Node* ↔ parent",
      "model Person",
      "  friends → Person* ↔ friends in Person_friends(friends friends_inverse) which it makes",
      "  following → Person* ↔ followers in Person_following(followers following) which it makes",
      "  followers → Person* ↔ following in Person_following(following followers)"),
    Case(
      "lists without another side",
      """
      @Model final class Album { var songs: [Song] = []; var Album: [Song]? }
      @Model final class Song { var title: String; var covers: [Song] = [] }
      """,
      "model Album", "  songs → Song* in Album_songs(album songs) which it makes",
      "  Album → Song*? in Album_Album(album Album_inverse) which it makes", "model Song",
      "  title: String", "  covers → Song* in Song_covers(song covers) which it makes"),
    Case(
      "sides of the same name",
      """
      @Model final class A { @Relationship(inverse: \\B.others) var others: [B] }
      @Model final class B { var others: [A] }
      """,
      "model A", "  others → B* ↔ others in A_others(others others_inverse) which it makes",
      "model B", "  others → A* ↔ others in A_others(others_inverse others)"),
  ]

  static let wholeFiles = [
    Case("nothing", ""),
    Case("comments", "// a\n/* b /* c */ */\n/// d\n"),
    Case(
      "a script around its types",
      """
      #!/usr/bin/env swift
      import Foundation
      let text = "a \\("b \\("c") }")"
      print(text.map { $0 }); var count = 0
      if count == 0 { print("x") } else { print("y") }
      for i in 0..<3 { count += i }
      enum Status: Int { case received }
      let pattern = /[a-z"]+\\/x/
      let other = #/ " ( /#
      do { try run() } catch { print(error) }
      """, "enum Status: received=0"),
    Case(
      "\\r\\n between lines, and a mark of byte order",
      "\u{FEFF}struct M: OptionSet {\r\n  let rawValue: Int\r\n"
        + "  /// A.\r\n  /// B.\r\n  static let a = M(rawValue: 1)\r\n}\r\n",
      "flags M: Int a=1"),
  ]
}
