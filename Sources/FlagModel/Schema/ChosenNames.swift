package import PlainText

// Converts names from other programs to valid Swift names.

/// True if a text is a Swift identifier.
package func isIdentifier(_ text: String) -> Bool {
  guard let first = text.unicodeScalars.first, text != "_", first == "_" || first.beginsName
  else { return false }
  return text.unicodeScalars.allSatisfy(\.continuesName)
}

extension Unicode.Scalar {
  // Nearly all names are ASCII, so the Unicode tables are rarely needed.

  fileprivate var beginsName: Bool {
    if isASCII { return "a"..."z" ~= self || "A"..."Z" ~= self }
    return properties.isXIDStart
  }

  fileprivate var continuesName: Bool {
    if isASCII { return beginsName || "0"..."9" ~= self || self == "_" }
    return properties.isXIDContinue
  }
}

/// A name for each text: the text itself if it is valid, which is an identifier unless stated
/// otherwise, or else a similar identifier. Valid texts are assigned first, so that none of them
/// changes. `key` returns the part that must be unique.
package func chosenNames<Key: Hashable>(
  for texts: [Name], or noun: String, where isValid: (Name) -> Bool = { isIdentifier($0.text) },
  differingIn key: (Name) -> Key
) -> [Name] {
  var chosen: [Name?] = Array(repeating: nil, count: texts.count)
  var taken: Set<Key> = []
  for (index, text) in texts.enumerated()
  where isValid(text) && taken.insert(key(text)).inserted {
    chosen[index] = text
  }
  return texts.enumerated().map { index, text in
    chosen[index]
      ?? numbered(identifier(for: text, or: "\(noun)\(index + 1)")) {
        taken.insert(key($0)).inserted
      }
  }
}

/// The name, or the name with the first number that is accepted.
package func numbered(_ name: Name, where isFree: (Name) -> Bool) -> Name {
  var candidate = name
  var number = 2
  while !isFree(candidate) {
    candidate = "\(name)\(number)"
    number += 1
  }
  return candidate
}

/// `sampleCode` for `Sample Code`; an identifier stays unchanged.
package func identifier(for name: Name, or other: Name) -> Name {
  if isIdentifier(name.text) { return name }
  let words = name.text.unicodeScalars.split { !$0.properties.isXIDContinue || $0 == "_" }
  var joined = ""
  for word in words {
    let word = String(word)
    let first = word.prefix(1)
    let initial = if joined.isEmpty { first.lowercased() } else { first.uppercased() }
    joined += initial + word.dropFirst()
  }
  if joined.isEmpty { return other }
  if isIdentifier(joined) { return Name(joined) }
  return "_\(joined)"
}
