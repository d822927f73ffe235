import TestSupport

/// Makes of the inputs that somebody wrote others that nobody would write.
struct Mutator {
  let seeds: [[UInt8]]
  /// The seeds that are accepted as they are: they are taken three times in four, since what is far
  /// from right is refused at its beginning.
  var fitting: [[UInt8]] = []
  /// Words of the language, and what is known to be hard.
  let words: [[UInt8]]
  /// Longer inputs take time and find nothing more.
  static let longest = 6_000

  private static let hard: [String] = [
    "\u{0}", "\u{1b}[31m", "\u{1b}]0;x\u{7}", "\u{9b}2J", "\u{202e}", "\u{2028}", "\u{7f}", "\r",
    "\n",
    "\t", "\\", "\"", "'", "`", "\u{feff}", "e\u{301}", "\u{e9}", "🦓", "\u{e0041}", "\u{200d}",
    "9223372036854775808",
    "-9223372036854775808", "1e400", "0x", "1 << 64", "-0", "(", ")", "[", "]", "{", "}",
    "((((((((",
    "[[[[[[[[", "{{{{{{{{", "!!!!!!!!", "--------", ",", ";", ":", "|", "%@", "%K", "$0", "$x",
    ":x", "?",
    "/*", "*/", "//", "--", "\"\"\"", "#\"", "\\(", "\\u{110000}", "\\ud800", "\\N", "''", "\"\"",
    "nil",
    "null", "NULL", "NaN", "inf", "#if", "#endif", "@", "#", "=", "==", "===", "&&", "||", "..<",
    "...",
  ]

  private static let longRuns = 3_000

  init(_ seeds: [[UInt8]]) {
    self.seeds = seeds.filter { !$0.isEmpty && $0.count <= Self.longest }
    var words = Set<[UInt8]>()
    for seed in seeds {
      for word in seed.split(whereSeparator: { !Self.isLetter($0) }) where word.count < 24 {
        words.insert(Array(word))
      }
    }
    // A set has no order that is the same in each process.
    self.words =
      words.sorted { $0.lexicographicallyPrecedes($1) } + Self.hard.map { Array($0.utf8) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte == 0x5F || byte >= 0x80 || (0x30...0x39).contains(byte)
      || (0x61...0x7A).contains(byte | 0x20)
  }

  func input(_ dice: inout Dice) -> [UInt8] {
    var input = dice.one(of: fitting.isEmpty || dice.isLucky(4) ? seeds : fitting)
    for _ in 0..<1 + dice.next() % (dice.isLucky(4) ? 12 : 3) { mutate(&input, &dice) }
    return Array(input.prefix(Self.longest))
  }

  private func mutate(_ input: inout [UInt8], _ dice: inout Dice) {
    let range = range(in: input, &dice)
    switch dice.next() % 10 {
    case 0: input.removeSubrange(range)
    case 1: input.insert(contentsOf: input[range], at: place(in: input, &dice))
    case 2, 3: input.replaceSubrange(range, with: dice.one(of: words))
    case 4, 5: input.insert(contentsOf: word(&dice), at: place(in: input, &dice))
    case 6:
      let other = dice.one(of: seeds)
      let piece = other[self.range(in: other, &dice)]
      input.insert(contentsOf: piece, at: place(in: input, &dice))
    case 7: input.removeSubrange(place(in: input, &dice)...)
    case 8: repeatPiece(range, in: &input, &dice)
    default:
      guard !input.isEmpty else { return }
      input[Int(dice.next() % UInt64(input.count))] = UInt8(truncatingIfNeeded: dice.next())
    }
  }

  private func word(_ dice: inout Dice) -> [UInt8] {
    dice.isLucky(2) ? dice.one(of: words) : Array(dice.one(of: Self.hard).utf8)
  }

  /// Deep nesting and long lists.
  private func repeatPiece(_ range: Range<Int>, in input: inout [UInt8], _ dice: inout Dice) {
    let piece = dice.isLucky(2) ? word(&dice) : Array(input[range].prefix(20))
    guard !piece.isEmpty else { return }
    let count = Int(dice.next() % UInt64(max(1, min(600, Self.longRuns / piece.count))))
    let run = Array(repeatElement(piece, count: count).joined())
    input.insert(contentsOf: run, at: place(in: input, &dice))
  }

  private func place(in input: [UInt8], _ dice: inout Dice) -> Int {
    Int(dice.next() % UInt64(input.count + 1))
  }

  private func range(in input: [UInt8], _ dice: inout Dice) -> Range<Int> {
    let start = place(in: input, &dice)
    let longest = dice.isLucky(4) ? 200 : 12
    return start..<min(input.count, start + Int(dice.next() % UInt64(longest)))
  }
}
