internal import PlainText
internal import Platform

/// A line on the terminal that tells how far long work has come, and is gone at its end. Where
/// standard error is no terminal it does nothing.
package final class Progress {
  /// The microseconds between two drawings, and before the first: quick work is not worth a line.
  private static let interval: Int64 = 100_000
  private static let delay: Int64 = 400_000

  private let clock: () -> Int64
  private let width: () -> Int
  private let draw: (String) -> Void
  private let begin: Int64
  private var next: Int64
  /// The columns that the line takes now.
  private var shown = 0

  /// Nil where nobody would see it, or where it would stand among what is typed.
  package convenience init?(_ terminal: Terminal) {
    guard terminal.isTerminal(.error) else { return nil }
    self.init(
      clock: monotonicMicroseconds, width: { terminal.width },
      draw: StandardError.drawLine)
  }

  init(
    clock: @escaping () -> Int64, width: @escaping () -> Int, draw: @escaping (String) -> Void
  ) {
    self.clock = clock
    self.width = width
    self.draw = draw
    begin = clock()
    next = begin + Self.delay
  }

  deinit { clear() }

  /// Tells how many bytes of how many were read, and how many records were in them.
  package func show(_ label: String, bytes: Int, of total: Int?, records: Int) {
    draw(label, bytes, total, isBytes: true, records: records)
  }

  /// Tells how many records of how many are done.
  package func show(_ label: String, records: Int, of total: Int?) {
    draw(label, records, total, isBytes: false, records: nil)
  }

  private func draw(
    _ label: String, _ done: Int, _ total: Int?, isBytes: Bool, records: Int?
  ) {
    let now = clock()
    if now < next { return }
    next = now + Self.interval
    let line = ProgressLine(
      label: label, done: done, total: total, isBytes: isBytes, records: records,
      microseconds: now - begin
    ).text(width: width())
    replace(with: line)
  }

  /// Takes the line away, so that something else can be said; it comes back when it is due.
  package func clear() {
    if shown == 0 { return }
    replace(with: "")
    draw("")
  }

  /// Blanks take away what was longer, also where the terminal knows no escape sequences.
  private func replace(with line: String) {
    let count = displayWidth(of: line)
    // A window that became narrower has wrapped what was longer; no more can be taken away.
    let blanks = String(repeating: " ", count: max(0, min(shown, width() - 1) - count))
    draw(line + blanks)
    shown = count
  }
}
