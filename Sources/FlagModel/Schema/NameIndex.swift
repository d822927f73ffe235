import PlainText

/// Finds the index of a name in a list without a linear search. It adds nothing to the list, so all
/// indexes compare as equal.
struct NameIndex: Sendable {
  /// Nil for a short list, in which a linear search is faster.
  private let places: [Name: Int]?
  private static let short = 8

  init(_ names: some Collection<Name>) {
    places =
      if names.count > Self.short {
        Dictionary(zip(names, 0...)) { first, _ in first }
      } else {
        nil
      }
  }

  /// The first index of the name; `search` is the linear search in a short list.
  func place(of name: @autoclosure () -> Name, orElse search: () -> Int?) -> Int? {
    if let places { places[name()] } else { search() }
  }
}

extension NameIndex: Hashable {
  static func == (a: NameIndex, b: NameIndex) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}
