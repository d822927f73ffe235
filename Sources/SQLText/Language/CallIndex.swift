/// Finds the entries of one group of the language by name.
struct CallIndex: Sendable {
  private let calls: [Callable]
  /// The indexes of the entries by name, in lower case.
  private let places: [String: [Int]]

  init(_ calls: [Callable]) {
    self.calls = calls
    var places: [String: [Int]] = [:]
    for (place, call) in calls.enumerated() {
      for name in call.names { places[name.lowercased(), default: []].append(place) }
    }
    self.places = places
  }

  /// The first entry with a form and a name that satisfies the condition.
  func first(
    _ form: Callable.Form, named name: String, where isMeant: (Callable) -> Bool
  ) -> Callable? {
    for place in places[name.lowercased()] ?? [] {
      let call = calls[place]
      if call.form == form, call.isNamed(name), isMeant(call) { return call }
    }
    return nil
  }
}
