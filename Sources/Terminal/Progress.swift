internal import PlainText
internal import Platform

/// A line on the terminal that shows the progress of long work, and is removed at its end. It does
/// nothing if standard error is no terminal.
package final class Progress {
  /// The microseconds between two updates, and before the first one.
  private static let interval: Int64 = 100_000
  private static let delay: Int64 = 400_000

  private let clock: () -> Int64
  private let width: () -> Int
  private let draw: (String) -> Void
  private let begin: Int64
  private var next: Int64
  /// The number of columns that the line takes now.
  private var shown = 0

  /// Nil if no user would see it, or if it would disturb typed input.
  package convenience init?(_ terminal: Terminal) {
    guard terminal.isTerminal(.error) else { return nil }
    self.init(clock: monotonicMicroseconds, width: { terminal.width }, draw: StandardError.drawLine)
  }

  init(clock: @escaping () -> Int64, width: @escaping () -> Int, draw: @escaping (String) -> Void) {
    self.clock = clock
    self.width = width
    self.draw = draw
    begin = clock()
    next = begin + Self.delay
  }

  deinit { clear() }

  /// Shows the number of bytes read, the total, and the number of records.
  package func show(_ label: String, bytes: Int, of total: Int?, records: Int) {
    draw(label, bytes, total, isBytes: true, records: records)
  }

  /// Shows the number of completed records, and the total.
  package func show(_ label: String, records: Int, of total: Int?) {
    draw(label, records, total, isBytes: false, records: nil)
  }

  private func draw(_ label: String, _ done: Int, _ total: Int?, isBytes: Bool, records: Int?) {
    let now = clock()
    if now < next { return }
    next = now + Self.interval
    let line = ProgressLine(
      label: label, done: done, total: total, isBytes: isBytes, records: records,
      microseconds: now - begin
    ).text(width: width())
    replace(with: line)
  }

  /// Removes the line, so that other text can be written. It reappears at the next update.
  package func clear() {
    if shown == 0 { return }
    replace(with: "")
    draw("")
  }

  /// Overwrites the rest with blanks, which works without escape sequences.
  private func replace(with line: String) {
    let count = displayWidth(of: line)
    // In a window that became narrower, the wrapped part cannot be removed.
    let blanks = String(repeating: " ", count: max(0, min(shown, width() - 1) - count))
    draw(line + blanks)
    shown = count
  }
}
