import PlainText
import Testing

@Suite struct DisplayWidthTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let width: Int

    init(_ name: String, _ text: String, _ width: Int) {
      self.name = name
      self.text = text
      self.width = width
    }

    var testDescription: String { name }
  }

  @Test(arguments: [
    Case("nothing", "", 0),
    Case("ASCII", "HRM|PLX", 7),
    Case("controls take no room", "a\u{1b}\u{7f}\n\u{9b}", 1),
    Case("Latin letters with accents", "naïve Å", 7),
    Case("a combining accent", "e\u{301}", 1),
    Case("a stack of marks", "a\u{300}\u{301}\u{302}\u{303}\u{20dd}", 1),
    Case("soft hyphen", "a\u{ad}b", 3),
    Case("zero-width space and joiners", "a\u{200b}\u{200c}\u{200d}b", 2),
    Case("kanji", "日本語", 6),
    Case("kana with a voicing mark", "か\u{3099}", 2),
    Case("halfwidth kana", "ｱｲｳ", 3),
    Case("fullwidth letters", "ＡＢ", 4),
    Case("Hangul syllables", "한국어", 6),
    Case("Hangul in letters", "\u{1112}\u{1161}\u{11ab}", 2),
    Case("an ideograph of plane 2", "\u{20bb7}", 2),
    Case("Devanagari", "नमस्ते", 4),
    Case("Arabic", "مرحبا", 5),
    Case("an emoji", "🦓", 2),
    Case("an emoji with a skin tone", "👍🏽", 2),
    Case("a family joined by ZWJ", "👨‍👩‍👧‍👦", 2),
    Case("a flag", "🇩🇪", 2),
    Case("half a flag", "🇩", 1),
    Case("a flag of tags", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2),
    Case("a keycap", "1️⃣", 2),
    Case("a heart as text", "❤", 1),
    Case("a heart as emoji", "❤️", 2),
    Case("a selector after a letter", "a\u{fe0f}", 1),
    Case("box drawing and arrows", "─│→", 3),
    Case("the replacement character", "\u{fffd}", 1),
    Case("several kinds", "a日🇩🇪é", 6),
  ])
  func widthOnATerminal(_ example: Case) {
    #expect(displayWidth(of: example.text) == example.width)
    // Between other text a stretch keeps its width.
    #expect(displayWidth(of: "x " + example.text + " x") == example.width + 4)
  }

  @Test func widthNeverExceedsBytes() {
    let wider = (0...0x1FFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)
      .map { String(Character($0)) }.filter { displayWidth(of: $0) > $0.utf8.count }
    #expect(wider == [])
  }
}
