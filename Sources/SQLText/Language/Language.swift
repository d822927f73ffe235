package import FlagModel

/// The list of all that predicates, columns and groups can call.
///
/// A function of one value is a case and an entry in one of `NumberFunction.swift`,
/// `TextFunction.swift` and `DateFunction.swift`, and a line in each dialect. The other lists are
/// for what is more than that, each of whose meanings the checker knows.
package enum Language {
  /// The entries by what they are about, as the manual has them.
  package static var groups: [(about: String, calls: [Callable])] {
    [
      ("Numbers", numbers), ("Texts", texts), ("Dates", dates), ("Flags and cases", flagsAndCases),
      ("Many records, and arrays", many), ("Swift", swift), ("NSPredicate", formats),
    ]
  }

  package static let all = groups.flatMap(\.calls)

  // MARK: By name

  /// Each index is made when a name is first looked up in it, since most commands call one thing of
  /// one group.
  private static let manyByName = CallIndex(many)
  private static let numbersByName = CallIndex(numbers)
  private static let datesByName = CallIndex(dates)
  private static let textsByName = CallIndex(texts)
  private static let flagsAndCasesByName = CallIndex(flagsAndCases)
  private static let swiftByName = CallIndex(swift)
  private static let formatsByName = CallIndex(formats)

  /// The first entry of a form and a name.
  private static func first(
    _ form: Callable.Form, named name: String, where isMeant: (Callable) -> Bool = { _ in true }
  ) -> Callable? {
    let indexes = [
      { manyByName }, { numbersByName }, { datesByName }, { textsByName }, { flagsAndCasesByName },
      { swiftByName }, { formatsByName },
    ]
    for index in indexes {
      let entry = index().first(form, named: name, where: isMeant)
      if let entry { return entry }
    }
    return nil
  }

  /// Capitals do not matter.
  package static func function(named name: String) -> Callable? { first(.function, named: name) }

  /// A type whose brackets begin with a label; nil is none.
  package static func type(named name: String, label: String?) -> Callable? {
    first(.type, named: name) { $0.label == label }
  }

  package static func selector(named name: String) -> Callable? { first(.selector, named: name) }

  package static func pathOperator(named name: String) -> Callable? {
    first(.pathOperator, named: name)
  }

  package static func constant(named name: String) -> Callable? { first(.constant, named: name) }

  /// A property of values of some kind.
  package static func property(named name: String, of kinds: Kinds) -> Callable? {
    first(.property, named: name) { !$0.receiver.isDisjoint(with: kinds) }
  }

  /// A method of values of some kind, which takes a closure or so many values.
  package static func method(
    named name: String, of kinds: Kinds, taking count: Int, isClosure: Bool
  ) -> Callable? {
    first(.method, named: name) {
      !$0.receiver.isDisjoint(with: kinds) && $0.takes(count)
        && ($0.arguments.last == .closure) == isClosure
    }
  }

  /// True if values of some kind have a property or method of the name.
  package static func isMember(_ name: String) -> Bool {
    all.contains { !$0.receiver.isEmpty && $0.isNamed(name) }
  }

  /// All functions, and all properties and methods of values of some kind.
  package static var functions: [Callable] { all.filter { $0.form == .function } }

  package static func members(of kinds: Kinds) -> [Callable] {
    all.filter { !$0.receiver.isDisjoint(with: kinds) && $0.form != .pathOperator }
  }

  /// The call that an engine's function is written as: the first of the list that is one.
  package static func spelling(of function: SQLFunction) -> Callable? {
    all.first { $0.meaning == .value(function) }
  }

  /// The names of methods with closures, and of those of Swift that have no meaning here.
  package static let closureMethods: Set<String> = Set(
    all.filter { $0.form == .method && $0.arguments.last == .closure }.flatMap(\.names)
      + foreignMethods)

  // MARK: Unknown names

  /// The name that was meant by one that is unknown: what another language calls it, or one that is
  /// spelled much like it.
  package static func suggestion(for name: String, among calls: [Callable]) -> Hint? {
    let meant = calls.first { $0.isMistaken(for: name) }
    return meant.map { .meant([$0.name]) } ?? .name(for: name, in: calls.flatMap(\.names))
  }
}
