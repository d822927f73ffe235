import FlagModel
import PlainText

extension SourceFile {
  /// The documentation comments above a closing bracket or the end of the text, which document nothing.
  ///
  /// - Parameter ends: the offsets of the closing brackets of types. Other brackets, such as those of a
  ///   function, are not printed.
  func looseDocs(above ends: Set<Int>) -> [CommentSyntax] {
    let others = Dictionary(comments.map { ($0.range.lowerBound, $0.range.upperBound) }) { $1 }
    var loose: [CommentSyntax] = []
    var start = 0
    for token in tokens {
      let isEnd = token.kind == .end || ends.contains(token.range.lowerBound)
      if isEnd, token.doc != nil {
        loose += docs(in: start..<token.range.lowerBound, besides: others)
      }
      start = token.range.upperBound
    }
    return loose
  }

  /// The comments between two tokens, without the others, whose ends are known.
  private func docs(in range: Range<Int>, besides others: [Int: Int]) -> [CommentSyntax] {
    var docs: [CommentSyntax] = []
    var cursor = ByteCursor(source.utf8, within: range)
    while !cursor.isAtEnd {
      let start = cursor.at
      if let end = others[start] {
        cursor.at = end
      } else if cursor.peek() == "/", cursor.peek(1) == "/" || cursor.peek(1) == "*" {
        if cursor.peek(1) == "*" {
          cursor.skipBlockComment(nests: true)
        } else {
          while let next = cursor.peek(), !Characters.isNewline(UInt8(next.value)) {
            cursor.at += 1
          }
        }
        docs.append(CommentSyntax(range: start..<cursor.at, startsLine: true))
      } else {
        cursor.at += 1
      }
    }
    return docs
  }
}
