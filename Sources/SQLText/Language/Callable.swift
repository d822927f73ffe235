package import FlagModel

/// Something that predicates, columns and groups can call: a function, a property or a method.
///
/// `Language` lists them all. The checker finds there what a name means, unknown names get their
/// suggestions there, completion offers the entries, and flagdb-predicates(7) has a line for each.
package struct Callable: Sendable {
  /// The way in which it is written.
  package enum Form: Sendable {
    /// `abs(score)`; it may be written in capitals.
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

  /// One thing in the brackets; those of a function include the value that it is asked of.
  package enum Argument: Hashable, Sendable {
    /// A value of one of these kinds, after a label if there is one.
    case value(Kinds, label: String? = nil)
    /// `{ $0.value > 90 }`
    case closure
    /// A word of the call itself, such as a type in quotes.
    case word(String)
    /// As many more as there are of the one before.
    case more
  }

  /// The type of what it gives.
  package enum Result: Hashable, Sendable {
    /// That of what it is asked of.
    case same
    case type(AttributeType)
    /// A whole number stays one; every other number becomes a Double.
    case number
    case calendar(CalendarUnit)
    /// It depends on what stands in the brackets.
    case open

    package static let whole = Result.type(.integer(.int))
    package static let double = Result.type(.double)
    package static let text = Result.type(.string)
    package static let truth = Result.type(.bool)
  }

  package let form: Form
  /// The names, and names from other languages for which people may take it, between spaces: the
  /// list is made by each command that calls something, and costs next to nothing.
  private let spellings, others: String
  /// The kinds of values before the point; none for a function.
  package let receiver: Kinds
  package let arguments: [Argument]
  package let gives: Result
  package let meaning: Meaning
  /// Its line of the manual.
  package let about: String

  /// The name that is printed, and others with the same meaning.
  package var names: [String] { Self.words(spellings) }

  package var name: String { names[0] }

  /// True if it is one of the names; in those of functions capitals do not matter.
  package func isNamed(_ name: String) -> Bool {
    func matches(_ other: String) -> Bool {
      other == name || form == .function && other.lowercased() == name.lowercased()
    }
    return Self.hasSeveral(spellings) ? names.contains(where: matches) : matches(spellings)
  }

  /// True if people may write the name when they mean the call.
  func isMistaken(for name: String) -> Bool {
    Self.words(others).contains { $0.lowercased() == name.lowercased() }
  }

  private static func words(_ text: String) -> [String] {
    hasSeveral(text) ? text.split(separator: " ").map(String.init) : [text]
  }

  private static func hasSeveral(_ names: String) -> Bool {
    names.utf8.contains(UInt8(ascii: " "))
  }

  /// The label of its first argument.
  package var label: String? {
    if case .value(_, let label)? = arguments.first { label } else { nil }
  }

  /// True if it may have so many arguments.
  package func takes(_ count: Int) -> Bool {
    arguments.last == .more ? count >= arguments.count - 1 : count == arguments.count
  }

  /// The call by one of its names as the manual shows it, with `…` for each value.
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
  /// An entry; names stand between spaces. It is `not` the names for which people may take it.
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

/// The kinds of values that have members, or stand in brackets.
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
  /// A value that may be missing, in addition to its kind.
  package static let optional = Kinds(rawValue: 1 << 12)

  package static let dictionary = Kinds(rawValue: 1 << 13)

  package static let several: Kinds = [.values, .records]
  /// Values that tests of texts accept.
  package static let textual: Kinds = [.text, .url, .uuid]
  /// Values that can be less or greater.
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
