import Foundation
import PlainText
import Testing

/// Texts without regard to case and accents.
@Suite struct FoldedTextTests {
  @Test(arguments: [
    ("Straße", "STRASSE", true, false), ("ΣΊΣΥΦΟΣ", "σίσυφος", true, false),
    ("ǅ", "ǆ", true, false), ("ﬁ", "FI", true, false), ("Ⅷ", "ⅷ", true, false),
    ("Éva", "eva", true, true), ("Éva", "Eva", false, true), ("e\u{301}", "é", false, true),
    ("Ångström", "ANGSTROM", true, true), ("Tiếng Việt", "tieng viet", true, true),
    ("Ёлка", "елка", true, true), ("ϓ", "ϒ", false, true), ("한글", "한글", true, true),
    ("𐐀", "𐐨", true, false), ("İ", "i", true, true),
  ])
  func same(_ first: String, _ second: String, _ ignoresCase: Bool, _ ignoresAccents: Bool) {
    func fold(_ text: String) -> [UInt8] {
      Array(foldedText(text, case: ignoresCase, accents: ignoresAccents).utf8)
    }
    #expect(fold(first) == fold(second))
  }

  @Test(arguments: [
    ("é", "e", true, false), ("É", "é", false, true), ("é", "e\u{301}", false, false),
    ("a", "b", true, true), ("ß", "s", true, true), ("ø", "o", true, true),
  ])
  func different(_ first: String, _ second: String, _ ignoresCase: Bool, _ ignoresAccents: Bool) {
    func fold(_ text: String) -> [UInt8] {
      Array(foldedText(text, case: ignoresCase, accents: ignoresAccents).utf8)
    }
    #expect(fold(first) != fold(second))
  }

  @Test func foldingTwiceIsFoldingOnce() {
    for value in UInt32(0)..<0x11_0000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let once = foldedText(String(scalar), case: true, accents: true)
      let twice = foldedText(once, case: true, accents: true)
      #expect(once.utf8.elementsEqual(twice.utf8), "U+\(String(value, radix: 16))")
    }
  }

  /// Both cases of every scalar, by the standard library's own mappings.
  @Test func bothCasesAreOne() {
    for value in UInt32(0)..<0x11_0000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = String(scalar)
      let folded = foldedText(text, case: true, accents: false)
      let upper = foldedText(text.uppercased(), case: true, accents: false)
      #expect(folded.utf8.elementsEqual(upper.utf8), "U+\(String(value, radix: 16))")
    }
  }
}
