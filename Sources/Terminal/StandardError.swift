import PlainText
import Platform

/// Standard error: all that is said there is written here, and nothing of it drives the terminal,
/// whatever names and values it holds.
package enum StandardError {
  /// Says lines.
  package static func write(_ text: String) {
    send(visibleLines(text))
  }

  /// Draws a line in place of the one that the cursor is in.
  static func drawLine(_ text: String) {
    send("\r" + visible(text))
  }

  private static func send(_ text: String) {
    try? writeAll(Array(text.utf8), to: STDERR_FILENO)
  }
}
