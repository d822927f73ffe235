import PlainText
import Platform

/// Writes to standard error. Control characters are escaped.
package enum StandardError {
  /// Writes lines.
  package static func write(_ text: String) { send(visibleLines(text)) }

  /// Replaces the line that contains the cursor.
  static func drawLine(_ text: String) { send("\r" + visible(text)) }

  private static func send(_ text: String) { try? writeAll(Array(text.utf8), to: STDERR_FILENO) }
}
