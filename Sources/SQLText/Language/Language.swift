package import FlagModel

/// The list of everything that predicates, columns and groups can call.
///
/// To add a function of one value, add a case and an entry in `NumberFunction.swift`,
/// `TextFunction.swift` or `DateFunction.swift`, and a line in each dialect. The other lists are
/// for more complex calls, whose meanings the checker implements.
package enum Language {
  /// The entries by topic, for the manual.
  package static var groups: [(about: String, calls: [Callable])] {
    [
      ("Numbers", numbers), ("Texts", texts), ("Dates", dates), ("Flags and cases", flagsAndCases),
      ("Many records, and arrays", many), ("Swift", swift), ("NSPredicate", formats),
    ]
  }

  package static let all = groups.flatMap(\.calls)

  // MARK: By name

  /// Each index is built at its first use, because most commands call few functions.
  private static let manyByName = CallIndex(many)
  private static let numbersByName = CallIndex(numbers)
  private static let datesByName = CallIndex(dates)
  private static let textsByName = CallIndex(texts)
  private static let flagsAndCasesByName = CallIndex(flagsAndCases)
  private static let swiftByName = CallIndex(swift)
  private static let formatsByName = CallIndex(formats)

  /// The first entry with a form and a name.
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

  /// Ignores case.
  package static func function(named name: String) -> Callable? { first(.function, named: name) }

  /// The type whose first argument has the label; nil for no label.
  package static func type(named name: String, label: String?) -> Callable? {
    first(.type, named: name) { $0.label == label }
  }

  package static func selector(named name: String) -> Callable? { first(.selector, named: name) }

  package static func pathOperator(named name: String) -> Callable? {
    first(.pathOperator, named: name)
  }

  package static func constant(named name: String) -> Callable? { first(.constant, named: name) }

  /// The property of values of the given kinds.
  package static func property(named name: String, of kinds: Kinds) -> Callable? {
    first(.property, named: name) { !$0.receiver.isDisjoint(with: kinds) }
  }

  /// The method of values of the given kinds that accepts a closure or this number of arguments.
  package static func method(
    named name: String, of kinds: Kinds, taking count: Int, isClosure: Bool
  ) -> Callable? {
    first(.method, named: name) {
      !$0.receiver.isDisjoint(with: kinds) && $0.takes(count)
        && ($0.arguments.last == .closure) == isClosure
    }
  }

  /// True for the name of a method that takes arguments.
  package static func takesArguments(_ name: String) -> Bool {
    all.contains { $0.form == .method && !$0.arguments.isEmpty && $0.isNamed(name) }
  }

  /// True if values of some kind have a property or method with the name.
  package static func isMember(_ name: String) -> Bool {
    all.contains { !$0.receiver.isEmpty && $0.isNamed(name) }
  }

  /// All functions; then all properties and methods of values of the given kinds.
  package static var functions: [Callable] { all.filter { $0.form == .function } }

  package static func members(of kinds: Kinds) -> [Callable] {
    all.filter { !$0.receiver.isDisjoint(with: kinds) && $0.form != .pathOperator }
  }

  /// The call that stands for a function of the engine: the first in the list.
  package static func spelling(of function: SQLFunction) -> Callable? {
    all.first { $0.meaning == .value(function) }
  }

  /// The names of methods with closures, including those of Swift that flagdb does not support.
  package static let closureMethods: Set<String> = Set(
    all.filter { $0.form == .method && $0.arguments.last == .closure }.flatMap(\.names)
      + foreignMethods)

  // MARK: Unknown names

  /// The suggestion for an unknown name: a name from another language, or a similar one.
  package static func suggestion(for name: String, among calls: [Callable]) -> Hint? {
    let meant = calls.first { $0.isMistaken(for: name) }
    return meant.map { .meant([$0.name]) } ?? .name(for: name, in: calls.flatMap(\.names))
  }
}
