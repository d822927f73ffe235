/// A name that a model gives: of a type, an entity, an attribute, a flag; or a path of such names, as
/// `author.name` and `Sample.Status` are.
///
/// Names are equal if their bytes are, as in Swift's sources and in SQLite. `String` takes two normal
/// forms of one text for equal, so it cannot be compared with a name: what somebody typed becomes a
/// name first.
package struct Name: Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package init(_ text: some StringProtocol) { self.text = String(text) }

  package init(_ bytes: some Collection<UInt8>) { text = String(decoding: bytes, as: UTF8.self) }

  /// `Sample.Status` of its parts.
  package init(path: some Sequence<Name>) { text = path.joined(separator: ".") }

  package var isEmpty: Bool { text.isEmpty }
  package var utf8: String.UTF8View { text.utf8 }
}

extension Name: Hashable {
  package static func == (one: Name, other: Name) -> Bool {
    // Texts that `String` tells apart have different bytes, and it compares faster.
    one.text == other.text && one.text.utf8.elementsEqual(other.text.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(0xFF as UInt8)
  }
}

extension Name: Comparable {
  /// By bytes, which is the order of Unicode scalars.
  package static func < (one: Name, other: Name) -> Bool {
    one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
  }
}

extension Name: ExpressibleByStringInterpolation, CustomStringConvertible {
  package init(stringLiteral text: String) { self.text = text }
  package var description: String { text }
}

extension Name {
  /// A name as SQLite tells tables and columns apart: ASCII letters count without their case.
  package struct Folded: Hashable, Sendable {
    private let name: Name

    fileprivate init(_ name: Name) {
      let isFolded = !name.text.utf8.contains(where: Self.isCapital)
      self.name = isFolded ? name : Name(name.text.utf8.map { Self.isCapital($0) ? $0 | 0x20 : $0 })
    }

    package func starts(with prefix: String) -> Bool { name.utf8.starts(with: prefix.utf8) }

    private static func isCapital(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }
  }

  package var folded: Folded { Folded(self) }

  /// The name without capitals of any script, for what people should not tell apart by case alone.
  package var lowercased: Name { Name(text.lowercased()) }
}

extension Name {
  /// The names of a path: `author` and `name` of `author.name`.
  package var parts: [Name] { text.utf8.split(separator: UInt8(ascii: ".")).map { Name($0) } }

  /// True if the path leads through `owner`: that of `Sample.Status` does through `Sample`.
  package func isInside(_ owner: Name) -> Bool {
    utf8.dropFirst(owner.utf8.count).first == UInt8(ascii: ".") && utf8.starts(with: owner.utf8)
  }

  /// The rest after the path of an owner: `Status` of `Sample.Status`; nil if the name is not
  /// inside it.
  package func dropping(_ owner: Name) -> Name? {
    isInside(owner) ? Name(utf8.dropFirst(owner.utf8.count + 1)) : nil
  }

  /// True if a type of this name may be meant by `word`: `Sample.Mark` by `Mark` too.
  package func mayBeCalled(_ word: Name) -> Bool {
    self == word || utf8.reversed().starts(with: ".\(word)".utf8.reversed())
  }

  /// The one of `names` that was probably meant.
  package func nearest(in names: some Sequence<Name>) -> Name? {
    nearestName(to: text, in: names.lazy.map(\.text)).map { Name($0) }
  }
}

/// Names in a sentence, of many the first: `a, b, c, …`, or `a, b and c` with a conjunction.
package func listed(_ names: some Collection<Name>, _ conjunction: String? = nil) -> String {
  listed(names.map(\.text), conjunction)
}

/// The same with each name in single quotes.
package func listedInQuotes(
  _ names: some Collection<Name>, _ conjunction: String? = nil
) -> String {
  listedInQuotes(names.map(\.text), conjunction)
}

extension Sequence<Name> {
  package func joined(separator: String = "") -> String {
    map(\.text).joined(separator: separator)
  }
}

extension DefaultStringInterpolation {
  package mutating func appendInterpolation(_ name: Name) { appendInterpolation(name.text) }
}
