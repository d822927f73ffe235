import FlagModel
import TestSupport

/// The questions of the closures of the table.
struct Thing {
  enum Level: Int, CaseIterable {
    case low = 1
    case mid, high
  }

  struct Marks: OptionSet {
    let rawValue: Int
    static let a = Marks(rawValue: 1)
    static let b = Marks(rawValue: 2)
    static let c = Marks(rawValue: 4)
  }

  let number: Int
  let count: Int?
  let score: Double
  let code: String
  let note: String?
  let isOpen: Bool
  let level: Level
  let wish: Level?
  let marks: Marks
  let taken: Int
  let values: [Int]

  static let model = """
    struct Marks: OptionSet {
      let rawValue: Int
      static let a = Marks(rawValue: 1)
      static let b = Marks(rawValue: 2)
      static let c = Marks(rawValue: 4)
    }
    enum Level: Int { case low = 1, mid, high }
    @Model final class Thing {
      var number: Int
      var count: Int?
      var score: Double
      var code: String
      var note: String?
      var isOpen: Bool
      var level: Level
      var wish: Level?
      var marks: Marks = []
      var taken: Date
      var values: [Int] = []
    }
    """

  init(from dice: inout Dice) {
    number = Dice.small(&dice)
    count = dice.isLucky(3) ? nil : Dice.small(&dice)
    score = Double(Dice.small(&dice)) / 2
    code = dice.one(of: Captures.texts)
    note = dice.isLucky(3) ? nil : dice.one(of: Captures.texts)
    isOpen = dice.isLucky(2)
    level = dice.one(of: Level.allCases)
    wish = dice.isLucky(3) ? nil : dice.one(of: Level.allCases)
    marks = Marks(rawValue: Int(dice.next() % 8))
    taken = Int(dice.next() % 6)
    values = (0..<dice.next() % 4).map { _ in Dice.small(&dice) }
  }

  /// As the columns hold it.
  var stored: [Value] {
    func text(_ text: String?) -> Value { text.map(Value.text) ?? .null }
    func whole(_ number: Int?) -> Value { number.map { .integer(Int64($0)) } ?? .null }
    return [
      whole(number), whole(count), .real(score), text(code), text(note), whole(isOpen ? 1 : 0),
      whole(level.rawValue), whole(wish?.rawValue), whole(marks.rawValue),
      text("\(Captures.day(taken)) 00:00:00"),
      text("[\(values.map { "\($0)" }.joined(separator: ","))]"),
    ]
  }
}

/// The variables of an app that the closures of the table use, with values at random.
struct Captures {
  struct App {
    struct Inner { let limit: Int }
    let other: Int
    let code: String
    let inner: Inner
  }

  static let limit = 2
  static let texts = ["", "a", "b", "ab", "Ab", "a=b", "%", "nil"]

  let other, limitNumber, no, now, today, `in`: Int
  let limit, factor: Double
  let count: Int?
  let code: String
  let note: String?
  let isOpen, yes: Bool
  let level: Thing.Level
  let filter: Thing.Level?
  let marks: Thing.Marks
  let numbers: [Int]
  let codes: [String]
  let levels: [Thing.Level]
  let range: ClosedRange<Int>
  let start: Int
  let app: App

  init(from dice: inout Dice) {
    other = Dice.small(&dice)
    limitNumber = Dice.small(&dice)
    (no, now, today, `in`) = (
      Dice.small(&dice), Dice.small(&dice), Dice.small(&dice), Dice.small(&dice)
    )
    limit = Double(Dice.small(&dice)) / 2
    factor = Double(Dice.small(&dice))
    count = dice.isLucky(3) ? nil : Dice.small(&dice)
    code = dice.one(of: Self.texts)
    // Beside a text that may be missing nil is not text, and yet not surely none.
    note = dice.isLucky(3) ? nil : dice.one(of: Self.texts.filter { $0 != "nil" })
    isOpen = dice.isLucky(2)
    yes = dice.isLucky(2)
    level = dice.one(of: Thing.Level.allCases)
    filter = dice.isLucky(3) ? nil : dice.one(of: Thing.Level.allCases)
    marks = Thing.Marks(rawValue: Int(dice.next() % 8))
    numbers = (0..<dice.next() % 4).map { _ in Dice.small(&dice) }
    codes = (0..<dice.next() % 3).map { _ in dice.one(of: Self.texts) }
    levels = (0..<dice.next() % 3).map { _ in dice.one(of: Thing.Level.allCases) }
    let lower = Dice.small(&dice)
    range = lower...lower + Int(dice.next() % 3)
    start = Int(dice.next() % 6)
    app = App(
      other: Dice.small(&dice), code: dice.one(of: Self.texts), inner: .init(limit: lower))
  }

  static func day(_ number: Int) -> String { "2026-11-1\(number)" }

  /// As `--arg` gives them, each spelled in one of the ways that there are.
  func arguments(_ dice: inout Dice) -> [String: String] {
    func list(_ items: [String]) -> String { "[\(items.joined(separator: ", "))]" }
    let marks = zip(["a", "b", "c"], [Thing.Marks.a, .b, .c]).filter { self.marks.contains($1) }
    let names = marks.map(\.0)
    let flags = dice.isLucky(2) ? names.joined(separator: ",") : list(names.map { ".\($0)" })
    let level = dice.one(of: ["\(level)", ".\(level)", "Level.\(level)"])
    func maybe<T>(_ value: T?) -> String { value.map { "=\($0)" } ?? ":null" }
    return [
      "other": "=\(other)", "self.other": "=\(other)", "limitNumber": "=\(limitNumber)",
      "no": "=\(no)", "now": "=\(now)", "today": "=\(today)", "in": "=\(`in`)",
      "limit": "=\(limit)", "factor": "=\(factor)", "Self.limit": "=\(Self.limit)",
      "count": count == nil && dice.isLucky(2) ? "=nil" : maybe(count), "code": "=\(code)",
      "note": maybe(note), "isOpen": "=\(isOpen)", "yes": "=\(yes)", "level": "=\(level)",
      "level.rawValue": "=\(self.level.rawValue)",
      "filter": maybe(filter.map { dice.isLucky(2) ? "\($0)" : ".\($0)" }),
      "marks": "=\(flags)", "marks.rawValue": "=\(self.marks.rawValue)",
      "numbers": "=\(list(numbers.map { "\($0)" }))",
      "codes": "=\(list(codes.map { "\"\($0)\"" }))",
      "levels": "=\(list(levels.map { ".\($0)" }))",
      "range": "=\(range.lowerBound)...\(range.upperBound)", "start": "=\(Self.day(start))",
      "app.other": "=\(app.other)", "app.code": "=\(app.code)",
      "app.inner.limit": "=\(app.inner.limit)",
    ]
  }
}

extension Dice {
  fileprivate static func small(_ dice: inout Dice) -> Int { Int(dice.next() % 7) - 2 }
}
