#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How the records are spread.
enum DataKind: String, CaseIterable {
  /// Rare and frequent flags, few combinations, two thirds of the notes absent.
  case plain
  /// Every flag in every second record, so that all 4,096 combinations occur; no value is absent.
  case dense
}

/// Records that are the same wherever they are made: eight columns, twelve flags, of which one is
/// in half of the records and others are rare, so that some 1,600 combinations occur in 5 million.
struct SampleData {
  static let flags = [
    "RAW", "HRM", "PLX", "ECG", "GSR", "TMP", "ACC", "GPS", "CAL", "BAD", "OLD", "LAB",
  ]
  /// How many of 1,000 records have each flag.
  private static let shares: [UInt64] = [500, 300, 150, 120, 90, 70, 50, 40, 30, 20, 8, 3]
  private static let statuses = ["received", "measured", "archived"]
  private static let origins = [
    "ambulance", "balloon", "clinic", "drone", "expedition", "farm", "gym", "hospital", "import",
    "jungle", "kitchen", "laboratory", "museum", "nursery", "office", "pool", "quarry", "resort",
    "school", "track",
  ]

  private let kind: DataKind
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  init(kind: DataKind) {
    self.kind = kind
  }

  private mutating func random() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state &* 0x2545_F491_4F6C_DD1D >> 11
  }

  private mutating func combination() -> UInt64 {
    if kind == .dense { return random() % (1 << UInt64(Self.flags.count)) }
    var bits: UInt64 = 0
    for (bit, share) in Self.shares.enumerated() where random() % 1000 < share {
      bits |= 1 << UInt64(bit)
    }
    return bits
  }

  /// Writes the same records twice: in names, and as a database keeps them.
  mutating func write(count: Int, named: String, raw: String) throws(BenchError) {
    guard let names = fopen(named, "w"), let numbers = fopen(raw, "w") else {
      throw BenchError("the data cannot be written")
    }
    fputs("code,note,taken,score,price,status,origin,markers\n", names)
    fputs("code,note,taken,score,price,status,origin,markers\n", numbers)
    for index in 1...count {
      let line = record(index)
      fputs(line.named, names)
      fputs(line.raw, numbers)
    }
    fclose(names)
    fclose(numbers)
  }

  private mutating func record(_ index: Int) -> (named: String, raw: String) {
    let note = random() % 3 == 0 || kind == .dense ? "\"note \(random() % 500), seen\"" : ""
    let second = random() % 31_536_000
    let date = Self.date(second)
    let score = "\(random() % 100).\(random() % 9 + 1)"
    let cents = random() % 100_000 + 1_000
    let status = Int(random() % 3)
    // The cases spread without a random number more.
    let origin = Self.origins[((index &* 2_654_435_761) >> 7) % Self.origins.count]
    let bits = combination()
    let markers = Self.flags.indices.filter { bits >> UInt64($0) & 1 == 1 }.map { Self.flags[$0] }
    let digits = String(cents)
    let price = "\(digits.dropLast(2)).\(digits.suffix(2))"
    return (
      "S-\(index),\(note),\(date.day)T\(date.time)Z,\(score),\(price),\(Self.statuses[status]),"
        + "\(origin),\(markers.joined(separator: "|"))\n",
      "S-\(index),\(note),\(date.day) \(date.time),\(score),\(digits),\(status),"
        + "\(origin),\(bits)\n"
    )
  }

  /// A second of 2026 as a day and a time.
  private static func date(_ second: UInt64) -> (day: String, time: String) {
    let lengths: [UInt64] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    var day = second / 86_400
    var month = 0
    while day >= lengths[month] {
      day -= lengths[month]
      month += 1
    }
    let rest = second % 86_400
    return (
      "2026-\(two(UInt64(month + 1)))-\(two(day + 1))",
      "\(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60))"
    )
  }

  private static func two(_ number: UInt64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
