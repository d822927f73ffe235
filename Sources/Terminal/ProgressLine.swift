internal import PlainText

/// The progress of long work, in words that fit on one line.
struct ProgressLine {
  /// The subject of the work: the name of a file, or of a step.
  var label: String
  /// The amount that is done, and the whole if it is known.
  var done: Int
  var total: Int?
  /// True if the amounts are bytes; otherwise they are records.
  var isBytes: Bool
  /// The records so far, beside bytes.
  var records: Int?
  var microseconds: Int64

  /// The parts that fit; the last ones are left out first. A column stays free, since a terminal
  /// would go to the next line after the last one.
  func text(width: Int) -> String {
    var line = ""
    for part in [
      truncated(visible(label), to: max(2, width / 2)), amount,
      records.map { counted($0, "record") }, rate, timeLeft,
    ] {
      guard let part, !part.isEmpty else { continue }
      let longer = line.isEmpty ? part : "\(line)  \(part)"
      if displayWidth(of: longer) >= width { break }
      line = longer
    }
    return line
  }

  private var amount: String {
    guard let total, total > 0 else { return isBytes ? Self.bytes(done) : counted(done, "record") }
    // A file that grows meanwhile is not more than whole.
    let share = min(100, Int(Double(done) / Double(total) * 100))
    return isBytes
      ? "\(share)% of \(Self.bytes(total))" : "\(share)% of \(groupedDigits(total))"
  }

  private var rate: String? {
    guard microseconds > 0 else { return nil }
    let perSecond = Double(records ?? done) / Double(microseconds) * 1e6
    guard perSecond < 1e15 else { return nil }
    return "\(groupedDigits(Int(perSecond)))/s"
  }

  /// As long as the rest takes at the rate so far.
  private var timeLeft: String? {
    guard let total, done > 0, total >= done else { return nil }
    let left = Double(microseconds) * (Double(total - done) / Double(done)) / 1e6
    guard left < 360_000 else { return nil }
    return "\(Self.time(Int(left.rounded(.up)))) left"
  }

  /// `0:07`, `1:02:03`
  private static func time(_ seconds: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    let end = two(seconds % 60)
    return hours > 0 ? "\(hours):\(two(minutes)):\(end)" : "\(minutes):\(end)"
  }

  /// `512 bytes`, `1.5 MB`, in powers of ten as disks have them.
  private static func bytes(_ count: Int) -> String {
    if count < 1_000 { return counted(count, "byte") }
    var amount = Double(count) / 1_000
    var units = ["kB", "MB", "GB", "TB"][...]
    while amount >= 999.5, units.count > 1 {
      amount /= 1_000
      units = units.dropFirst()
    }
    let tenths = Int((amount * 10).rounded())
    let number = tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : "\((tenths + 5) / 10)"
    return "\(number) \(units.first ?? "")"
  }
}
