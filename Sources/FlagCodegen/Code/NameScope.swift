import FlagModel

/// A name in the spelling of a language.
package struct Identifier: Hashable, Sendable {
  let text: String

  fileprivate init(_ text: String) { self.text = text }

  /// A name that generated code defines.
  static func own(_ text: StaticString) -> Identifier { Identifier("\(text)") }

  /// `part7`, a numbered name that generated code defines.
  static func own(_ text: StaticString, _ number: Int) -> Identifier {
    Identifier("\(text)\(number)")
  }

  /// `BIOMarker_RAW`, for languages without scopes for constants.
  static func joined(_ parts: [Identifier]) -> Identifier {
    Identifier(parts.map(\.text).joined(separator: "_"))
  }

  /// The name without the quotes for keywords.
  var plain: String {
    if text.utf8.first == UInt8(ascii: "`") { return String(text.dropFirst().dropLast()) }
    if text.hasPrefix("r#") { return String(text.dropFirst(2)) }
    return text
  }

  /// True if the code uses the name of the model.
  func isSame(as name: Name) -> Bool { Name(plain) == name }

  /// `with_core`, which is no keyword of any language.
  func prefixed(by words: StaticString) -> Identifier { Identifier("\(words)\(plain)") }
}

extension Identifier: Comparable {
  package static func < (one: Identifier, other: Identifier) -> Bool {
    one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
  }
}

/// The names in one scope of generated code, which are unique.
/// See Documentation/Decisions/generated-code-is-a-tree.md.
struct NameScope {
  let language: CodeLanguage
  private var taken: Set<String>

  /// - Parameter reserved: the names that generated code defines in the scope.
  init(_ language: CodeLanguage, reserved: Set<String> = []) {
    self.language = language
    taken = reserved
  }

  /// An identifier for each name: the name itself if it is valid, quoted if it is a keyword,
  /// otherwise the nearest free one. Valid names are assigned first, so that none of them changes.
  mutating func identifiers(for names: [Name], or noun: String = "name") -> [Identifier] {
    var chosen: [Identifier?] = Array(repeating: nil, count: names.count)
    for (index, name) in names.enumerated() {
      guard isIdentifier(name.text), let spelled = spelled(name), take(spelled) else { continue }
      chosen[index] = Identifier(spelled)
    }
    return names.enumerated().map { index, name in
      chosen[index] ?? nearest(to: identifier(for: name, or: Name("\(noun)\(index + 1)")))
    }
  }

  mutating func spelling(of name: Name) -> Identifier { identifiers(for: [name])[0] }

  /// The name with an underscore or the first free number.
  private mutating func nearest(to name: Name) -> Identifier {
    let bare = language.bare(name)
    for candidate in [name, "\(bare)_", bare] {
      if let spelled = spelled(candidate), take(spelled) { return Identifier(spelled) }
    }
    return Identifier(numbered(bare) { take($0.text) }.text)
  }

  private mutating func take(_ spelled: String) -> Bool {
    let plain =
      if spelled.utf8.first == UInt8(ascii: "`") {
        String(spelled.dropFirst().dropLast())
      } else {
        spelled
      }
    return taken.insert(plain).inserted
  }

  /// The name in the spelling of the language; nil if that is impossible.
  private func spelled(_ name: Name) -> String? {
    if language.bare(name) != name { return nil }
    guard language.keywords.contains(name.text) else { return name.text }
    switch language.quoting {
    case .backquotes(let others) where !others.contains(name.text): return "`\(name)`"
    case .raw(let others) where !others.contains(name.text): return "r#\(name)"
    case .backquotes, .raw, .underscore: return nil
    }
  }
}
