/// The number of terminal columns of a text. Control characters count as 0; `visible(_:)` makes
/// them visible first.
package func displayWidth(of text: String) -> Int {
  if let width = asciiWidth(of: text) { return width }
  return text.reduce(0) { $0 + displayWidth(of: $1) }
}

/// The columns of one character, which can be several scalars.
func displayWidth(of character: Character) -> Int {
  let scalars = character.unicodeScalars
  if let only = scalars.first, scalars.index(after: scalars.startIndex) == scalars.endIndex {
    return columns(of: only)
  }
  var width = 0
  var isEmoji = false
  var mayBeEmoji = false
  for scalar in scalars {
    width += columns(of: scalar)
    switch scalar.value {
    case variationSelector16 where mayBeEmoji, combiningKeycap: isEmoji = true
    default: mayBeEmoji = scalar.properties.isEmoji
    }
  }
  // Terminals draw a cluster (a ZWJ sequence, a two-letter flag, a syllable) in at most two cells.
  return isEmoji ? 2 : min(width, 2)
}

/// The width of an ASCII text: one for each byte except control characters. Nil for other texts.
private func asciiWidth(of text: String) -> Int? {
  let counted: Int?? = text.utf8.withContiguousStorageIfAvailable { bytes in
    var width = 0
    for byte in bytes {
      if byte >= 0x80 { return nil }
      if byte >= 0x20, byte != 0x7F { width += 1 }
    }
    return width
  }
  return counted ?? nil
}

private let variationSelector16: UInt32 = 0xFE0F
private let combiningKeycap: UInt32 = 0x20E3

private func columns(of scalar: Unicode.Scalar) -> Int {
  switch scalar.value {
  case 0..<0x20, 0x7F..<0xA0: return 0
  case 0x20..<0x300: return 1  // the soft hyphen included, which terminals do draw
  case 0x1160...0x11FF, 0xD7B0...0xD7FB: return 0  // vowels and finals join the syllable before
  case 0x1F1E6...0x1F1FF: return 1  // half a flag
  default: break
  }
  switch scalar.properties.generalCategory {
  case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator:
    return 0
  default:
    return isWide(scalar) ? 2 : 1
  }
}

private func isWide(_ scalar: Unicode.Scalar) -> Bool {
  let value = scalar.value
  guard value >= 0x1100 else { return false }
  // The first emoji without a variation selector is the watch, U+231A.
  if value >= 0x231A, scalar.properties.isEmojiPresentation { return true }
  return wideRanges.contains { $0.contains(value) }
}

/// East Asian Wide and Fullwidth of Unicode 14, joined over unassigned gaps. Emoji are excluded,
/// because the standard library knows them.
private let wideRanges: [ClosedRange<UInt32>] = [
  0x1100...0x115F,  // Hangul initials
  0x2329...0x232A,  // angle brackets
  0x2E80...0x303E,  // radicals, CJK punctuation
  0x3041...0x3247,  // kana, bopomofo, Hangul letters, enclosed
  0x3250...0x4DBF,  // enclosed, CJK extension A
  0x4E00...0xA4C6,  // CJK, Yi
  0xA960...0xA97C,  // Hangul initials, extended
  0xAC00...0xD7A3,  // Hangul syllables
  0xF900...0xFAD9,  // CJK compatibility
  0xFE10...0xFE6B,  // vertical and small forms
  0xFF01...0xFF60,  // fullwidth ASCII
  0xFFE0...0xFFE6,  // fullwidth signs
  0x16FE0...0x1B2FB,  // Tangut, kana supplements, Nüshu
  0x1F200...0x1F265,  // enclosed ideographs
  0x20000...0x3FFFD,  // the ideographic planes
]
