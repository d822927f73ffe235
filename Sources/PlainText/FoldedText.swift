// The canonical decomposition, an internal function of the standard library.
@_spi(_Unicode) import Swift

/// A text without differences in case, accents, or both, by the rules of Unicode. Equal results
/// mean that the texts differ in nothing else.
package func foldedText(_ text: String, case ignoresCase: Bool, accents: Bool) -> String {
  if text.utf8.allSatisfy({ $0 < 0x80 }) {
    if ignoresCase { return String(decoding: text.utf8.map(lowercased), as: UTF8.self) }
    return text
  }
  var folded = String.UnicodeScalarView()
  if accents {
    for scalar in text._nfd where scalar.properties.generalCategory != .nonspacingMark {
      folded.append(scalar)
    }
  } else {
    folded = text.unicodeScalars
  }
  guard ignoresCase else { return String(folded) }
  var lower = String.UnicodeScalarView()
  for scalar in folded {
    // Lower, upper and lower case again, so that ẞ, ß and SS become equal, and the two small
    // sigmas.
    for small in scalar.properties.lowercaseMapping.unicodeScalars {
      for capital in small.properties.uppercaseMapping.unicodeScalars {
        lower.append(contentsOf: capital.properties.lowercaseMapping.unicodeScalars)
      }
    }
  }
  return String(lower)
}

private func lowercased(_ byte: UInt8) -> UInt8 {
  if (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) { return byte | 0x20 }
  return byte
}
