import PlainText
import Testing

/// Bytes that are read from left to right.
@Suite struct ByteCursorTests {
  @Test func readsWithinItsRange() {
    var cursor = ByteCursor(Array("«ab»".utf8), within: 2..<4)
    #expect(cursor.peek() == "a")
    #expect(cursor.peek(-1) == "\u{AB}")
    #expect(cursor.peek(2) == nil)
    let accepted = [cursor.accept("b"), cursor.accept("a")]
    #expect(accepted == [false, true])
    let read = [cursor.next(), cursor.next()]
    #expect(read == ["b", nil])
    #expect(cursor.isAtEnd && cursor.rest.isEmpty)
  }

  @Test func takesWhatSatisfiesACondition() {
    var cursor = ByteCursor(Array("\u{FEFF}123-é".utf8))
    cursor.skipByteOrderMark()
    let digits = cursor.take { ("0"..."9").contains($0) }
    #expect(digits.elementsEqual("123".utf8))
    cursor.skip { $0 != "9" }
    #expect(cursor.isAtEnd)
  }

  @Test(arguments: [
    ("a$$b", 3, true), ("$$", 2, true), ("a$b", 3, false), ("", 0, false),
  ])
  func skipsPastAMark(_ text: String, _ end: Int, _ isFound: Bool) {
    var cursor = ByteCursor(Array(text.utf8))
    let found = cursor.skip(past: Array("$$".utf8))
    #expect(found == isFound)
    #expect(cursor.at == end)
  }

  @Test(arguments: [
    ("/**/b", true, 4, true), ("/*/", true, 3, false), ("/* /* */ */", true, 11, true),
    ("/* /* */ */", false, 8, true), ("/* /* */ ", true, 9, false), ("/*", true, 2, false),
    ("/***/", true, 5, true),
  ])
  func skipsComments(_ text: String, _ nests: Bool, _ end: Int, _ isClosed: Bool) {
    var cursor = ByteCursor(Array(text.utf8))
    let closed = cursor.skipBlockComment(nests: nests)
    #expect(closed == isClosed)
    #expect(cursor.at == end)
  }
}
