import PlainText

/// Finds the place of a name in a list without going through it. It says nothing that the list does
/// not, and so is equal to every other.
struct NameIndex: Sendable {
  /// Nil where the list is so short that going through it is faster.
  private let places: [Name: Int]?
  private static let short = 8

  init(_ names: some Collection<Name>) {
    places =
      names.count > Self.short ? Dictionary(zip(names, 0...)) { first, _ in first } : nil
  }

  /// The first of that name; `search` goes through a list that is short.
  func place(of name: @autoclosure () -> Name, orElse search: () -> Int?) -> Int? {
    if let places { places[name()] } else { search() }
  }
}

extension NameIndex: Hashable {
  static func == (a: NameIndex, b: NameIndex) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}
