/// A name in a model: of a type, an entity, an attribute, a flag; or a path of names, such as
/// `author.name` and `Sample.Status`.
///
/// Names are compared by bytes, as in Swift sources and in SQLite. `String` treats canonically
/// equivalent texts as equal, so it cannot be compared with a name. Typed text is converted to a
/// name first.
package struct Name: Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package init(_ text: some StringProtocol) { self.text = String(text) }

  package init(_ bytes: some Collection<UInt8>) { text = String(decoding: bytes, as: UTF8.self) }

  /// A path such as `Sample.Status` from its parts.
  package init(path: some Sequence<Name>) { text = path.joined(separator: ".") }

  package var isEmpty: Bool { text.isEmpty }
  package var utf8: String.UTF8View { text.utf8 }
}

extension Name: Hashable {
  package static func == (left: Name, right: Name) -> Bool {
    // Texts with different `String` values have different bytes, and that comparison is faster.
    left.text == right.text && left.text.utf8.elementsEqual(right.text.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(0xFF as UInt8)
  }
}

extension Name: Comparable {
  /// Compares bytes, which gives the order of Unicode scalars.
  package static func < (left: Name, right: Name) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }
}

extension Name: ExpressibleByStringInterpolation, CustomStringConvertible {
  package init(stringLiteral text: String) { self.text = text }
  package var description: String { text }
}

extension Name {
  /// A name for comparison as in SQLite, which ignores the case of ASCII letters.
  package struct Folded: Hashable, Sendable {
    private let name: Name

    fileprivate init(_ name: Name) {
      let isFolded = !name.text.utf8.contains(where: Self.isCapital)
      self.name = isFolded ? name : Name(name.text.utf8.map { Self.isCapital($0) ? $0 | 0x20 : $0 })
    }

    package func starts(with prefix: String) -> Bool { name.utf8.starts(with: prefix.utf8) }

    package func starts(with prefix: Folded) -> Bool { name.utf8.starts(with: prefix.name.utf8) }

    private static func isCapital(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }
  }

  package var folded: Folded { Folded(self) }

  /// The name in lower case of any script, to detect names that differ only in case.
  package var lowercased: Name { Name(text.lowercased()) }

  /// The names of a path: `author` and `name` of `author.name`.
  package var parts: [Name] { text.utf8.split(separator: UInt8(ascii: ".")).map { Name($0) } }

  /// True if the path begins with `owner`, as `Sample.Status` does with `Sample`.
  package func isInside(_ owner: Name) -> Bool {
    utf8.dropFirst(owner.utf8.count).first == UInt8(ascii: ".") && utf8.starts(with: owner.utf8)
  }

  /// The path without its owner: `Status` of `Sample.Status`; nil if it does not begin with the
  /// owner.
  package func dropping(_ owner: Name) -> Name? {
    if isInside(owner) { return Name(utf8.dropFirst(owner.utf8.count + 1)) }
    return nil
  }

  /// True if `word` is the name or its end: `Sample.Mark` can be called `Mark`.
  package func mayBeCalled(_ word: Name) -> Bool {
    self == word || utf8.reversed().starts(with: ".\(word)".utf8.reversed())
  }

  /// The most similar name, if one is similar enough.
  package func nearest(in names: some Sequence<Name>) -> Name? {
    nearestName(to: text, in: names.lazy.map(\.text)).map { Name($0) }
  }
}

/// Names in a sentence, truncated if there are many: `a, b, c, …`, or `a, b and c` with a
/// conjunction.
package func listed(_ names: some Collection<Name>, _ conjunction: String? = nil) -> String {
  listed(names.map(\.text), conjunction)
}

/// Names in single quotes in a sentence.
package func listedInQuotes(
  _ names: some Collection<Name>, _ conjunction: String? = nil
) -> String {
  listedInQuotes(names.map(\.text), conjunction)
}

extension Sequence<Name> {
  package func joined(separator: String = "") -> String { map(\.text).joined(separator: separator) }
}

extension DefaultStringInterpolation {
  package mutating func appendInterpolation(_ name: Name) { appendInterpolation(name.text) }
}
