import CReadline
import PlainText
import Platform

/// The candidates for an incomplete word.
package struct LineCompletion: Hashable, Sendable {
  /// The byte of the line where the word begins.
  package let start: Int
  package let words: [String]
  /// True if a blank can follow the word.
  package let isWhole: Bool

  package init(start: Int, words: [String], isWhole: Bool = true) {
    self.start = start
    self.words = words
    self.isWhole = isWhole
  }
}

/// Returns the candidates at a byte of a line.
package typealias LineCompleter = (_ line: String, _ offset: Int) -> LineCompletion

/// The reader that waits for a line. Readline's callbacks have no context; they run within the
/// reading call and on its thread.
nonisolated(unsafe) var reading: EditedLineReader?

/// The number of bytes before the word that all candidates share with the line, which are not
/// listed.
private nonisolated(unsafe) var shared = 0

typealias CStrings = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

/// The candidates in readline's form: the common prefix, followed by each of them.
func matches() -> CStrings? {
  flagdb_editor_completed(0)
  guard let line = flagdb_editor_line().map({ String(cString: $0) }),
    let complete = reading?.complete
  else { return nil }
  let point = min(max(0, Int(flagdb_editor_point())), line.utf8.count)
  let completion = complete(line, point)
  let typed = String(decoding: Array(line.utf8.prefix(point)), as: UTF8.self)
  let stem = String(decoding: Array(line.utf8.prefix(completion.start)), as: UTF8.self)
  // A candidate with terminal control characters is omitted.
  let lines = completion.words.filter { visible($0) == $0 }.map { stem + $0 }
  guard let first = lines.first, completion.start <= point else { return nil }
  flagdb_editor_completed(completion.isWhole && lines.count == 1 ? 1 : 0)
  shared = stem.utf8.count
  if lines.count == 1 { return strings([first]) }
  let common = commonPrefix(of: lines)
  // Quoted candidates can differ from the typed text, which must not be shortened.
  return strings([common.utf8.count < typed.utf8.count ? typed : common] + lines)
}

/// Allocates strings for readline, which frees them.
private func strings(_ texts: [String]) -> CStrings? {
  let size = MemoryLayout<UnsafeMutablePointer<CChar>?>.stride
  let array = calloc(texts.count + 1, size)?
    .bindMemory(to: UnsafeMutablePointer<CChar>?.self, capacity: texts.count + 1)
  for (index, text) in texts.enumerated() { array?[index] = strdup(text) }
  return array
}

/// Lists the candidates without the text before the word.
func list(_ matches: CStrings?, _ count: Int32) {
  guard let matches, count > 0 else { return }
  var words = (0...Int(count)).map { index in
    matches[index].map { $0 + (index == 0 ? 0 : shared) }
  }
  words.append(nil)
  let widths = words.dropFirst().compactMap { word in
    word.map { displayWidth(of: String(cString: $0)) }
  }
  words.withUnsafeMutableBufferPointer { words in
    flagdb_editor_list(words.baseAddress, count, Int32(widths.max() ?? 0))
  }
}
