internal import PlainText

/// The progress of long work as one line of text.
struct ProgressLine {
  /// The name of the file or the step.
  var label: String
  /// The completed amount, and the total if it is known.
  var done: Int
  var total: Int?
  /// True if the amounts are bytes and not records.
  var isBytes: Bool
  /// The number of records, in addition to bytes.
  var records: Int?
  var microseconds: Int64

  /// The parts that fit, without the last ones. One column stays free, because a terminal would
  /// wrap after the last one.
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
    // A growing file can exceed its total.
    let share = min(100, Int(Double(done) / Double(total) * 100))
    if isBytes { return "\(share)% of \(Self.bytes(total))" }
    return "\(share)% of \(groupedDigits(total))"
  }

  private var rate: String? {
    guard microseconds > 0 else { return nil }
    let perSecond = Double(records ?? done) / Double(microseconds) * 1e6
    guard perSecond < 1e15 else { return nil }
    return "\(groupedDigits(Int(perSecond)))/s"
  }

  /// The estimated remaining time, at the present rate.
  private var timeLeft: String? {
    guard let total, done > 0, total >= done else { return nil }
    let left = Double(microseconds) * (Double(total - done) / Double(done)) / 1e6
    guard left < 360_000 else { return nil }
    return "\(Self.time(Int(left.rounded(.up)))) left"
  }

  /// `0:07`, `1:02:03`
  private static func time(_ seconds: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let hours = seconds / 3600
    let minutes = seconds / 60 % 60
    let end = two(seconds % 60)
    if hours > 0 { return "\(hours):\(two(minutes)):\(end)" }
    return "\(minutes):\(end)"
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
    let number = if tenths < 100 { "\(tenths / 10).\(tenths % 10)" } else { "\((tenths + 5) / 10)" }
    return "\(number) \(units.first ?? "")"
  }
}
