package import FlagModel

/// A function, property or method that predicates, columns and groups can call.
///
/// `Language` lists them all. The checker uses the list for the meaning of names and for
/// suggestions, completion offers its entries, and flagdb-predicates(7) documents each.
package struct Callable: Sendable {
  /// The syntax of a call.
  package enum Form: Sendable {
    /// `abs(score)`; capital letters are allowed.
    case function
    /// `Set(tags)`: a type of Swift.
    case type
    /// `markers.count`; empty brackets may follow.
    case property
    /// `code.hasPrefix('S')`
    case method
    /// `readings.@max.value`
    case pathOperator
    /// `FUNCTION(score, 'add:to:', 1)`
    case selector
    /// `Date.now`, or `.now` beside a date.
    case constant
  }

  /// An argument. The arguments of a function include its first value.
  package enum Argument: Hashable, Sendable {
    /// A value of one of these kinds, after a label if there is one.
    case value(Kinds, label: String? = nil)
    /// `{ $0.value > 90 }`
    case closure
    /// A fixed word, such as a type in quotes.
    case word(String)
    /// Any number of further arguments like the previous one.
    case more
  }

  /// The type of the result.
  package enum Result: Hashable, Sendable {
    /// The receiver's type.
    case same
    case type(AttributeType)
    /// An integer stays an integer; every other number becomes a Double.
    case number
    case calendar(CalendarUnit)
    /// The arguments determine the type.
    case open

    package static let whole = Result.type(.integer(.int))
    package static let double = Result.type(.double)
    package static let text = Result.type(.string)
    package static let truth = Result.type(.bool)
  }

  package let form: Form
  /// The names, and names from other languages that people may use instead, separated by spaces.
  /// The list is built by each command that calls something, so it must be cheap.
  private let spellings, others: String
  /// The kinds of values before the dot; none for a function.
  package let receiver: Kinds
  package let arguments: [Argument]
  package let gives: Result
  package let meaning: Meaning
  /// Its line in the manual.
  package let about: String

  /// The main name, and others with the same meaning.
  package var names: [String] { Self.words(spellings) }

  package var name: String { names[0] }

  /// True for one of the names; function names ignore case.
  package func isNamed(_ name: String) -> Bool {
    func matches(_ other: String) -> Bool {
      other == name || form == .function && other.lowercased() == name.lowercased()
    }
    if Self.hasSeveral(spellings) { return names.contains(where: matches) }
    return matches(spellings)
  }

  /// True if people may write the name when they mean this call.
  func isMistaken(for name: String) -> Bool {
    Self.words(others).contains { $0.lowercased() == name.lowercased() }
  }

  private static func words(_ text: String) -> [String] {
    if hasSeveral(text) { return text.split(separator: " ").map(String.init) }
    return [text]
  }

  private static func hasSeveral(_ names: String) -> Bool { names.utf8.contains(UInt8(ascii: " ")) }

  /// The label of the first argument.
  package var label: String? {
    if case .value(_, let label)? = arguments.first { label } else { nil }
  }

  /// True if the call accepts this number of arguments.
  package func takes(_ count: Int) -> Bool {
    if arguments.last == .more { return count >= arguments.count - 1 }
    return count == arguments.count
  }

  /// A call with one of its names as in the manual, with `…` for each value.
  package func signature(_ name: String) -> String {
    let brackets = arguments.map { argument in
      switch argument {
      case .value(_, let label): label.map { "\($0): …" } ?? "…"
      case .closure: "{ … }"
      case .word(let word): word
      case .more: "…"
      }
    }.joined(separator: ", ")
    switch form {
    case .property, .pathOperator, .constant: return ".\(name)"
    case .method where arguments == [.closure]: return ".\(name) { … }"
    case .method: return ".\(name)(\(brackets))"
    case .selector: return "'\(name)'"
    case .function, .type: return "\(name)(\(brackets))"
    }
  }
}

extension Callable {
  /// An entry; names are separated by spaces. `others` are names that people may write by mistake.
  private init(
    _ form: Form, _ names: String, _ receiver: Kinds, _ arguments: [Argument], _ gives: Result,
    _ meaning: Meaning, _ about: String, _ others: String = ""
  ) {
    self.form = form
    spellings = names
    self.others = others
    self.receiver = receiver
    self.arguments = arguments
    self.gives = gives
    self.meaning = meaning
    self.about = about
  }

  static func function(
    _ names: String, _ arguments: Argument..., gives: Result, _ meaning: Meaning, _ about: String,
    not others: String = ""
  ) -> Callable {
    Callable(.function, names, [], arguments, gives, meaning, about, others)
  }

  static func type(
    _ names: String, _ arguments: Argument..., gives: Result, _ meaning: Meaning,
    _ about: String
  ) -> Callable {
    Callable(.type, names, [], arguments, gives, meaning, about)
  }

  static func property(
    _ names: String, of receiver: Kinds, gives: Result, _ meaning: Meaning, _ about: String,
    not others: String = ""
  ) -> Callable {
    Callable(.property, names, receiver, [], gives, meaning, about, others)
  }

  static func method(
    _ names: String, of receiver: Kinds, _ arguments: Argument..., gives: Result,
    _ meaning: Meaning, _ about: String, not others: String = ""
  ) -> Callable {
    Callable(.method, names, receiver, arguments, gives, meaning, about, others)
  }

  static func pathOperator(
    _ name: String, gives: Result, _ meaning: Meaning, _ about: String
  ) -> Callable {
    Callable(.pathOperator, name, .several, [], gives, meaning, about)
  }

  static func constant(_ name: String, _ meaning: Meaning, _ about: String) -> Callable {
    Callable(.constant, name, [], [], .type(.date), meaning, about)
  }

  static func selector(
    _ names: String, _ count: Int, gives: Result, _ meaning: Meaning, _ about: String
  ) -> Callable {
    let arguments = [Argument](repeating: .value(.single), count: count)
    return Callable(.selector, names, [], arguments, gives, meaning, about)
  }
}

/// The kinds of values that have members, or are arguments.
package struct Kinds: OptionSet, Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let number = Kinds(rawValue: 1)
  package static let text = Kinds(rawValue: 1 << 1)
  package static let date = Kinds(rawValue: 1 << 2)
  package static let truth = Kinds(rawValue: 1 << 3)
  package static let flags = Kinds(rawValue: 1 << 4)
  package static let cases = Kinds(rawValue: 1 << 5)
  package static let url = Kinds(rawValue: 1 << 6)
  package static let uuid = Kinds(rawValue: 1 << 7)
  package static let data = Kinds(rawValue: 1 << 8)
  /// One value of each of several records, or the elements of an array.
  package static let values = Kinds(rawValue: 1 << 9)
  package static let records = Kinds(rawValue: 1 << 10)
  package static let record = Kinds(rawValue: 1 << 11)
  /// An optional value, in addition to its kind.
  package static let optional = Kinds(rawValue: 1 << 12)

  package static let dictionary = Kinds(rawValue: 1 << 13)

  package static let several: Kinds = [.values, .records]
  /// The values that tests of texts accept.
  package static let textual: Kinds = [.text, .url, .uuid]
  /// The values that can be sorted.
  package static let ordered: Kinds = [.number, .text, .date, .cases, .url]
  package static let single: Kinds = [
    .number, .text, .date, .truth, .flags, .cases, .url, .uuid, .data,
  ]

  /// The kind of the values of a type.
  package init(_ type: AttributeType) {
    self =
      switch type {
      case .bool: .truth
      case .integer, .double, .float, .decimal: .number
      case .string: .text
      case .date: .date
      case .uuid: .uuid
      case .url: .url
      case .data: .data
      case .array: .values
      case .json(.dictionary): .dictionary
      case .json: []
      case .any: [.number, .text]
      case .flags: .flags
      case .enumeration: .cases
      }
  }
}
