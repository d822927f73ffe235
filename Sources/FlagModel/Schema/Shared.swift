/// A value that the copies of its owner share. A copy of a large struct would otherwise copy twenty
/// references, and so would the code of every struct that contains it.
/// See Documentation/Decisions/large-values-are-shared.md.
struct Shared<Value: Hashable & Sendable>: Hashable, Sendable {
  private final class Storage: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private var storage: Storage

  init(_ value: Value) { storage = Storage(value) }

  /// A new value belongs only to its owner.
  var value: Value {
    get { storage.value }
    set { storage = Storage(newValue) }
  }

  static func == (one: Shared, other: Shared) -> Bool {
    one.storage === other.storage || one.storage.value == other.storage.value
  }

  func hash(into hasher: inout Hasher) { hasher.combine(storage.value) }
}
