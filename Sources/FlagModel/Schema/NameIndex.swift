/// Finds the place of a name in a list without going through it. It says nothing that the list does
/// not, and so is equal to every other.
struct NameIndex<Key: Hashable & Sendable>: Sendable {
  /// Nil where the list is so short that going through it is faster.
  private let places: [Key: Int]?
  private static var short: Int { 8 }

  init(_ names: some Collection<Key>) {
    guard names.count > Self.short else {
      places = nil
      return
    }
    places = Dictionary(zip(names, 0...)) { first, _ in first }
  }

  /// The first of that name; `search` goes through a list that is short.
  func place(of name: @autoclosure () -> Key, orElse search: () -> Int?) -> Int? {
    if let places { places[name()] } else { search() }
  }
}

extension NameIndex: Hashable {
  static func == (a: NameIndex, b: NameIndex) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}
