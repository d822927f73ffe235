import FlagDB
import Foundation
import TestServer
import Testing

struct Markers: NamedFlags, Storable, Codable, Hashable {
  let rawValue: Int64
  static let raw = Markers(rawValue: 1 << 0)
  static let hrm = Markers(rawValue: 1 << 1)
  static let plx = Markers(rawValue: 1 << 2)
  static let top = Markers(rawValue: 1 << 63)
  static let namedFlags: [(name: String, flags: Self)] = [
    ("raw", raw), ("hrm", hrm), ("plx", plx), ("top", top),
  ]
  var hasHRM: Bool { contains(.hrm) }
  var isOdd: Bool { rawValue % 2 == 1 }
}

enum Stage: Int, CaseIterable, Codable, Storable {
  case received
  case measured = 5
  case archived
}
enum Origin: String, CaseIterable, Codable, Storable {
  case farm
  case home = "h"
  case h = "home"
}

/// Flags whose raw type no column has: they are kept as an Int64.
struct Wide: OptionSet, Storable, Codable, Hashable {
  let rawValue: UInt128
  static let first = Wide(rawValue: 1)
  static let last = Wide(rawValue: 1 << 63)

  init(rawValue: UInt128) { self.rawValue = rawValue }
  var storedValue: Int64 { Int64(truncatingIfNeeded: rawValue) }
  init?(storedValue: Int64) { rawValue = UInt128(UInt64(bitPattern: storedValue)) }
}

struct Place: Codable, Hashable {
  var street: String
  var number: Int?
}

struct Probe: Entity, Hashable {
  var id: Key<Probe>?
  var code: String
  var note: String?
  var age: Int
  var limit: Int?
  var score: Double
  var isOpen: Bool
  var taken: Date
  var ended: Date?
  var markers: Markers
  var spare: Markers?
  var stage: Stage
  var origin: Origin?
  var tags: [String]
  var badge: UUID?
  var price: Decimal
  var wide: Wide
  var link: URL?
  var bytes: Data
  var readings: [Value] = []

  static let mapping = EntityMapping<Probe>(
    properties: [
      MappedProperty("id", \.id), MappedProperty("code", \.code), MappedProperty("note", \.note),
      MappedProperty("age", \.age), MappedProperty("limit", \.limit),
      MappedProperty("score", \.score), MappedProperty("isOpen", \.isOpen),
      MappedProperty("taken", \.taken), MappedProperty("ended", \.ended),
      MappedProperty("markers", \.markers), MappedProperty("spare", \.spare),
      MappedProperty("stage", \.stage), MappedProperty("origin", \.origin),
      MappedProperty("tags", \.tags), MappedProperty("badge", \.badge),
      MappedProperty("price", \.price), MappedProperty("wide", \.wide),
      MappedProperty("link", \.link), MappedProperty("bytes", \.bytes),
    ],
    write: { probe, row in
      try row.write(probe.id)
      try row.write(probe.code)
      try row.write(probe.note)
      try row.write(probe.age)
      try row.write(probe.limit)
      try row.write(probe.score)
      try row.write(probe.isOpen)
      try row.write(probe.taken)
      try row.write(probe.ended)
      try row.write(probe.markers)
      try row.write(probe.spare)
      try row.write(probe.stage)
      try row.write(probe.origin)
      try row.write(probe.tags)
      try row.write(probe.badge)
      try row.write(probe.price)
      try row.write(probe.wide)
      try row.write(probe.link)
      try row.write(probe.bytes)
    },
    read: { row in
      Probe(
        id: try row.read(), code: try row.read(), note: try row.read(), age: try row.read(),
        limit: try row.read(), score: try row.read(), isOpen: try row.read(),
        taken: try row.read(), ended: try row.read(), markers: try row.read(),
        spare: try row.read(), stage: try row.read(), origin: try row.read(),
        tags: try row.read(), badge: try row.read(), price: try row.read(),
        wide: try row.read(), link: try row.read(), bytes: try row.read())
    })
}

struct Value: Entity, Codable, Hashable {
  var id: Key<Value>?
  var probe: Key<Probe>?
  var value: Double
  var unit: String?
  var marks: Markers
}

/// Predicates and their names. Each is asked of the same records in memory and as SQL.
struct PredicateCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let predicate: Predicate<Probe>

  init(_ name: String, _ predicate: Predicate<Probe>) {
    testDescription = name
    self.predicate = predicate
  }
}

private let wanted: Markers = [.hrm, .plx]
private let plx = Markers.plx
private let top = Markers.top
private let none: Markers = []
private let last = Wide.last
private let same = ComparisonResult.orderedSame
private let descending = ComparisonResult.orderedDescending
private let stage = Stage.measured
private let origin: Origin? = .home
private let noOrigin: Origin? = nil
private let ages = [1, 20, 30]
private let noAges: [Int] = []
private let codes: Set = ["S-1", "S-2"]
private let date = Date(timeIntervalSinceReferenceDate: 8e8)
private let dates = Date(timeIntervalSinceReferenceDate: 7e8)...date
private let text = "o'x"
private let noText: String? = nil
private let least: Int? = nil
private let greatest: Int? = 30
private let ten = 10
private let half = 0.5
private let stages = [Stage.received, .archived]
private let price = Decimal(string: "12.50")!
private let key = Key<Probe>(3)

extension PredicateCase {
  static let all =
    numbers + optionals + texts + flags + records + lists + constants + expressions
    + capturedOptionals

  /// The optional filters of a search form.
  static let capturedOptionals: [PredicateCase] = [
    .init("none || …", #Predicate { least == nil || $0.age >= (least ?? 0) }),
    .init("some || …", #Predicate { greatest == nil || $0.age <= (greatest ?? 0) }),
    .init("… || none", #Predicate { $0.age >= (least ?? 25) || least != nil }),
    .init("none && …", #Predicate { least != nil && $0.age >= (least ?? 0) }),
    .init("some && …", #Predicate { greatest != nil && $0.age <= (greatest ?? 0) }),
    .init("… && some", #Predicate { $0.age < 25 && greatest == 30 }),
    .init("none ?? …", #Predicate { (least ?? $0.limit) == $0.limit }),
    .init("some ?? …", #Predicate { (greatest ?? $0.age) == $0.age }),
    .init(
      "none?",
      #Predicate { probe in
        if let least { probe.age >= least } else { true }
      }),
    .init(
      "some?",
      #Predicate { probe in
        if let greatest { probe.age >= greatest } else { true }
      }),
    .init(
      "some? of an optional",
      #Predicate { probe in
        if let greatest { probe.limit == greatest } else { probe.limit == nil }
      }),
    .init("none ? …", #Predicate { least == nil ? $0.age < 25 : $0.age > 25 }),
    .init("!none", #Predicate { !(least == nil) || $0.note == noText }),
    .init("none == …", #Predicate { $0.limit == least }),
    .init("text", #Predicate { noText == nil || $0.note == noText }),
  ]

  static let numbers: [PredicateCase] = [
    .init("true", #Predicate { _ in true }), .init("false", #Predicate { _ in false }),
    .init("Int ==", #Predicate { $0.age == 20 }), .init("Int !=", #Predicate { $0.age != 20 }),
    .init("Int <", #Predicate { $0.age < 20 }), .init("Int <=", #Predicate { $0.age <= 20 }),
    .init("Int >", #Predicate { $0.age > ten }), .init("Int >=", #Predicate { $0.age >= 20 }),
    .init("a value on the left", #Predicate { 20 < $0.age }),
    .init("a negative number", #Predicate { $0.age > -5 }),
    .init("Double", #Predicate { $0.score > 50.5 }),
    .init("Double captured", #Predicate { $0.score * half < 20 }),
    .init("a large Double", #Predicate { $0.score < 1e20 }),
    .init("Bool", #Predicate { $0.isOpen }), .init("not Bool", #Predicate { !$0.isOpen }),
    .init("Bool == false", #Predicate { $0.isOpen == false }),
    .init("+", #Predicate { $0.age + 5 > 30 }), .init("-", #Predicate { $0.age - 5 > 10 }),
    .init("*", #Predicate { $0.age * 2 == 40 }), .init("unary -", #Predicate { -$0.age < -20 }),
    .init("/ of whole numbers", #Predicate { $0.age / 7 == 2 }),
    .init("/ of negative numbers", #Predicate { ($0.age - 40) / 7 == -2 }),
    .init("%", #Predicate { $0.age % 7 == 6 }),
    .init("% of negative numbers", #Predicate { ($0.age - 40) % 7 == -6 }),
    .init("/ of real numbers", #Predicate { $0.score / 3 > 10 }),
    .init("Decimal", #Predicate { $0.price == price }),
    .init("Decimal <", #Predicate { $0.price < price }),
    .init("a closed range", #Predicate { (10...20).contains($0.age) }),
    .init("a range", #Predicate { (10..<20).contains($0.age) }),
    .init("a captured range", #Predicate { dates.contains($0.taken) }),
    .init("a range of properties", #Predicate { ($0.age...100).contains(20) }),
    .init("a list", #Predicate { ages.contains($0.age) }),
    .init("a list that is typed", #Predicate { [1, 20].contains($0.age) }),
    .init("an empty list", #Predicate { noAges.contains($0.age) }),
    .init("&&", #Predicate { $0.age > 10 && $0.isOpen }),
    .init("||", #Predicate { $0.age > 40 || $0.isOpen }),
    .init("! of both", #Predicate { !($0.age > 10 && $0.isOpen) }),
    .init("brackets", #Predicate { ($0.age > 40 || $0.isOpen) && $0.score > 50 }),
    .init("?:", #Predicate { $0.isOpen ? $0.age > 20 : $0.age < 5 }),
    .init("?: of values", #Predicate { ($0.isOpen ? $0.age : 0) > 20 }),
    .init("if else", #Predicate { if $0.isOpen { $0.age > 20 } else { $0.score > 50 } }),
  ]

  static let optionals: [PredicateCase] = [
    .init("== nil", #Predicate { $0.limit == nil }),
    .init("!= nil", #Predicate { $0.limit != nil }),
    .init("== a value", #Predicate { $0.limit == 10 }),
    .init("!= a value", #Predicate { $0.limit != 10 }),
    .init("not ==", #Predicate { !($0.limit == 10) }),
    .init("??", #Predicate { ($0.limit ?? 0) > 5 }),
    .init("?? with a property", #Predicate { ($0.limit ?? $0.age) > 20 }),
    .init("flatMap", #Predicate { $0.limit.flatMap { $0 > 5 } ?? false }),
    .init("flatMap ?? true", #Predicate { $0.limit.flatMap { $0 > 5 } ?? true }),
    .init("flatMap == true", #Predicate { $0.limit.flatMap { $0 > 5 } == true }),
    .init("flatMap == false", #Predicate { $0.limit.flatMap { $0 > 5 } == false }),
    .init("flatMap != true", #Predicate { $0.limit.flatMap { $0 > 5 } != true }),
    .init("flatMap == nil", #Predicate { $0.limit.flatMap { $0 > 5 } == nil }),
    .init(
      "if let", #Predicate { probe in if let limit = probe.limit { limit > 5 } else { false } }),
    .init(
      "if let else true",
      #Predicate { probe in if let limit = probe.limit { limit > 5 } else { true } }),
    .init(
      "if let twice",
      #Predicate { probe in
        if let limit = probe.limit, let note = probe.note {
          limit > 5 && note.count > 1
        } else {
          false
        }
      }),
    .init("? of a text", #Predicate { $0.note?.contains("o") == true }),
    .init("? of a text, not true", #Predicate { $0.note?.contains("o") != true }),
    .init("? and a count", #Predicate { ($0.note?.count ?? 0) > 2 }),
    .init("? and a count == nil", #Predicate { $0.note?.count == nil }),
    .init("!", #Predicate { $0.limit != nil && $0.limit! > 5 }),
    .init("an optional text", #Predicate { $0.note == "o'x" }),
    .init("an optional text, nil", #Predicate { $0.note == noText }),
    .init("?? of a text", #Predicate { ($0.note ?? "") == "" }),
    .init("an optional date", #Predicate { ($0.ended ?? date) < date }),
    .init("an optional date after", #Predicate { $0.ended == nil || $0.ended! > $0.taken }),
    .init("an optional enum", #Predicate { $0.origin == nil }),
  ]

  static let texts: [PredicateCase] = [
    .init("==", #Predicate { $0.code == "S-1" }), .init("!=", #Predicate { $0.code != "S-1" }),
    .init("<", #Predicate { $0.code < "S-2" }), .init(">=", #Predicate { $0.code >= "S-2" }),
    .init("a text with a quote", #Predicate { $0.note == text }),
    .init("contains", #Predicate { $0.code.contains("1") }),
    .init("contains, nothing", #Predicate { $0.code.contains("") }),
    .init("contains, other case", #Predicate { $0.code.contains("s") }),
    .init("contains %", #Predicate { $0.code.contains("%") }),
    .init("starts(with:)", #Predicate { $0.code.starts(with: "S-1") }),
    .init("starts(with:) nothing", #Predicate { $0.code.starts(with: "") }),
    .init("isEmpty", #Predicate { $0.code.isEmpty }),
    .init("count", #Predicate { $0.code.count == 3 }),
    .init("count of characters", #Predicate { $0.code.count > 3 }),
    .init("a list of texts", #Predicate { codes.contains($0.code) }),
    .init("a text with another", #Predicate { $0.code.contains($0.note ?? "1") }),
    .init("localizedStandardContains", #Predicate { $0.code.localizedStandardContains("S") }),
    .init(
      "localizedStandardContains, accents", #Predicate { $0.code.localizedStandardContains("E") }),
    .init(
      "localizedStandardContains, captured",
      #Predicate { $0.note?.localizedStandardContains(text) == true }),
    .init("caseInsensitiveCompare", #Predicate { $0.code.caseInsensitiveCompare("S-1") == same }),
    .init(
      "caseInsensitiveCompare !=", #Predicate { $0.code.caseInsensitiveCompare("s-2") != same }),
    .init(
      "caseInsensitiveCompare >", #Predicate { $0.code.caseInsensitiveCompare("S-1") == descending }
    ),
    .init("a text in a text", #Predicate { "S-1 and S-2".contains($0.code) }),
    .init("a regular expression", #Predicate { $0.code.contains(#/^S-[12]$/#) }),
  ]

  static let flags: [PredicateCase] = [
    .init("contains captured flags", #Predicate { $0.markers.contains(wanted) }),
    .init("does not contain", #Predicate { !$0.markers.contains(wanted) }),
    .init("is contained in captured flags", #Predicate { wanted.contains($0.markers) }),
    .init("none of captured flags", #Predicate { $0.markers[wanted].isEmpty }),
    .init("some of captured flags", #Predicate { !$0.markers[wanted].isEmpty }),
    .init("none of the flag 63", #Predicate { $0.markers[top].isEmpty }),
    .init("an intersection ==", #Predicate { $0.markers[wanted] == plx }),
    .init("an intersection !=", #Predicate { $0.markers[wanted] != plx }),
    .init("an intersection with no flags", #Predicate { $0.markers[none] == none }),
    .init("an intersection contains", #Predicate { $0.markers[wanted].contains(plx) }),
    .init("an intersection of two properties", #Predicate { $0.markers[$0.spare ?? none].isEmpty }),
    .init("an optional intersection", #Predicate { $0.spare?[wanted].isEmpty == true }),
    .init("an intersection of captured flags", #Predicate { wanted[plx] == $0.markers }),
    .init("flags of 128 bits, none of them", #Predicate { $0.wide[last].isEmpty }),
    .init("== flags", #Predicate { $0.markers == wanted }),
    .init("!= flags", #Predicate { $0.markers != wanted }),
    .init("isEmpty", #Predicate { $0.markers.isEmpty }),
    .init("not isEmpty", #Predicate { !$0.markers.isEmpty }),
    .init("rawValue", #Predicate { $0.markers.rawValue == 6 }),
    .init("rawValue <", #Predicate { $0.markers.rawValue < 0 }),
    .init("a property of a flag", #Predicate { $0.markers.hasHRM }),
    .init("not a property of a flag", #Predicate { !$0.markers.hasHRM && $0.isOpen }),
    .init("optional flags", #Predicate { $0.spare == wanted }),
    .init("optional flags, nil", #Predicate { $0.spare == nil }),
    .init(
      "optional flags contain", #Predicate { $0.spare.flatMap { $0.contains(wanted) } ?? false }),
    .init("optional flags, ?", #Predicate { $0.spare?.contains(wanted) == true }),
    .init("flags of another property", #Predicate { $0.markers.contains($0.spare ?? wanted) }),
    .init("enum ==", #Predicate { $0.stage == stage }),
    .init("enum !=", #Predicate { $0.stage != stage }),
    .init("enum rawValue", #Predicate { $0.stage.rawValue > 1 }),
    .init("optional enum", #Predicate { $0.origin == origin }),
    .init("optional enum !=", #Predicate { $0.origin != origin }),
    .init("optional enum, nil captured", #Predicate { $0.origin == noOrigin }),
    .init("enums in a list", #Predicate { stages.contains($0.stage) }),
    .init("UUID", #Predicate { $0.badge != nil }),
    .init("a key", #Predicate { $0.id == key }),
    .init("the number of a key", #Predicate { $0.id.flatMap { $0.number > 40 } ?? false }),
    .init("date <", #Predicate { $0.taken < date }),
    .init("date ==", #Predicate { $0.taken == date }),
    .init(
      "seconds of a date", #Predicate { $0.taken.timeIntervalSinceReferenceDate > 7.5e8 }),
    .init("array contains", #Predicate { $0.tags.contains("new") }),
    .init("array isEmpty", #Predicate { $0.tags.isEmpty }),
    .init("array count", #Predicate { $0.tags.count > 1 }),
    .init("array contains where", #Predicate { $0.tags.contains { $0.starts(with: "n") } }),
    .init("array allSatisfy", #Predicate { $0.tags.allSatisfy { $0.count > 2 } }),
    .init("array filter count", #Predicate { $0.tags.filter { $0 != "new" }.count == 1 }),
    .init("array == array", #Predicate { $0.tags == ["new"] }),
  ]

  static let records: [PredicateCase] = [
    .init("isEmpty", #Predicate { $0.readings.isEmpty }),
    .init("count", #Predicate { $0.readings.count >= 2 }),
    .init("filter count", #Predicate { $0.readings.filter { $0.value >= 50 }.count >= 2 }),
    .init("filter isEmpty", #Predicate { $0.readings.filter { $0.value >= 50 }.isEmpty }),
    .init("contains where", #Predicate { $0.readings.contains { $0.value > 90 } }),
    .init("contains where not", #Predicate { !$0.readings.contains { $0.value > 90 } }),
    .init("allSatisfy", #Predicate { $0.readings.allSatisfy { $0.value > 20 } }),
    .init(
      "an inner and an outer property",
      #Predicate { probe in probe.readings.contains { $0.value > probe.score } }),
    .init(
      "an inner optional", #Predicate { $0.readings.contains { $0.unit == nil && $0.value > 5 } }),
    .init(
      "an inner flag", #Predicate { $0.readings.contains { $0.marks.contains(wanted) } }),
    .init(
      "a filter of a filter",
      #Predicate { $0.readings.filter { $0.value > 10 }.filter { $0.value < 50 }.count == 1 }),
    .init(
      "allSatisfy of a filter",
      #Predicate { $0.readings.filter { $0.value > 10 }.allSatisfy { $0.unit != nil } }),
    .init(
      "contains of a filter",
      #Predicate { $0.readings.filter { $0.unit == "bpm" }.contains { $0.value > 60 } }),
    .init(
      "counts of two filters",
      #Predicate {
        $0.readings.filter { $0.value > 50 }.count > $0.readings.filter { $0.value <= 50 }.count
      }),
  ]
}

/// Predicates in memory and as SQL.
@Suite("#Predicate")
struct PredicateTests {
  static let model = """
    struct Markers: OptionSet {
      let rawValue: Int64
      static let raw = Markers(rawValue: 1 << 0)
      static let hrm = Markers(rawValue: 1 << 1)
      static let plx = Markers(rawValue: 1 << 2)
      static let top = Markers(rawValue: 1 << 63)
    }
    struct Wide: OptionSet {
      let rawValue: Int64
      static let first = Wide(rawValue: 1)
      static let last = Wide(rawValue: 1 << 63)
    }
    enum Stage: Int { case received, measured = 5, archived }
    enum Origin: String { case farm, home = "h", h = "home" }
    struct Probe: Entity {
      var code: String
      var note: String?
      var age: Int
      var limit: Int?
      var score: Double
      var isOpen: Bool
      var taken: Date
      var ended: Date?
      var markers: Markers
      var spare: Markers?
      var stage: Stage
      var origin: Origin?
      var tags: [String]
      var badge: UUID?
      @Valid(places: 2) var price: Decimal
      var wide: Wide
      var link: URL?
      var bytes: Data
      @Relationship(inverse: \\Value.probe) var readings: [Value] = []
    }
    struct Value: Entity {
      var probe: Probe?
      var value: Double
      var unit: String?
      var marks: Markers
    }
    """

  /// Records with every corner of every type, by dice that fall the same way each time.
  static let probes: [Probe] = {
    var dice = Dice(seed: 7)
    let date = Date(timeIntervalSinceReferenceDate: 8e8)
    let texts = ["", "S-1", "S-2", "s-1", "S-11", "o'x", "%", "é", "😀", "new"]
    return (1...80).map { number in
      let marks = [0, 1, 2, 6, 7, -1, .min, 0x40]
      func markers() -> Markers { Markers(rawValue: Int64(dice.one(of: marks))) }
      let taken = date.addingTimeInterval(Double(dice.one(of: [-2e8, -5e7, -1, 0, 0.5, 1e7])))
      let readings = (0..<dice.one(of: [0, 0, 1, 2, 4])).map { _ in
        Value(
          probe: Key(Int64(number)), value: Double(dice.one(of: [1, 20, 45.5, 50, 90, 91])),
          unit: dice.one(of: [nil, "bpm", "%"]), marks: markers())
      }
      return Probe(
        id: Key(Int64(number)), code: dice.one(of: texts), note: dice.one(of: [nil] + texts),
        age: dice.one(of: [-30, -1, 0, 1, 6, 20, 30, 41]),
        limit: dice.one(of: [nil, 0, 6, 10, 20]),
        score: dice.one(of: [0, 12.5, 50, 50.5, 99, 1e21]), isOpen: dice.one(of: [true, false]),
        taken: taken, ended: dice.one(of: [nil, taken, date, date.addingTimeInterval(-1)]),
        markers: markers(), spare: dice.one(of: [nil, markers(), Markers(rawValue: 6), []]),
        stage: dice.one(of: Stage.allCases), origin: dice.one(of: [nil] + Origin.allCases),
        tags: dice.one(of: [[], ["new"], ["new", "vip"], ["old", "vip", "x"]]),
        badge: dice.one(of: [nil, UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8")]),
        price: Decimal(dice.one(of: [0, 1250, 1251, 9999])) / 100,
        wide: dice.one(of: [[], .first, .last, [.first, .last]]),
        link: dice.one(of: [nil, URL(string: "https://a.test/x"), URL(string: "https://b.test")]),
        bytes: dice.one(of: [Data(), Data([1, 2, 3]), Data([0xFF])]), readings: readings)
    }
  }()

  private static let folder = TemporaryFolder()

  /// One database for all cases.
  static let database = Result { try makeDatabase(.file) }
  static let serverDatabase = Result { try makeDatabase(.server) }

  private static func makeDatabase(_ backend: Backend) throws -> Database {
    let database = try TestPlace(backend, in: folder).create(model: model)
    try database.write { change in
      try change.insert(contentsOf: probes)
      try change.insert(contentsOf: probes.flatMap(\.readings))
    }
    return database
  }

  @Test(
    "finds the records for which it is true in memory",
    arguments: PredicateCase.all)
  func sameRecords(example: PredicateCase) throws {
    let inMemory = try Self.probes.filter { try example.predicate.evaluate($0) }
    let found = try Self.database.get().read { try $0.fetch(where: example.predicate) }
    #expect(found.map(\.code) == inMemory.map(\.code))
    #expect(found.map(\.id) == inMemory.map(\.id))
    guard AppSchema.isInstalled else { return }
    let onServer = try Self.serverDatabase.get().read { try $0.fetch(where: example.predicate) }
    #expect(onServer.map(\.id) == inMemory.map(\.id), "on a server")
  }
}

/// Dice that fall the same way each time.
struct Dice {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func one<Value>(of values: [Value]) -> Value {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return values[Int(state >> 33) % values.count]
  }
}
