package import PlainText

/// An `enum` without associated values: one name for each value that may be stored.
package struct Enumeration: Hashable, Sendable {
  package enum RawType: Hashable, Sendable {
    case integer(IntegerType)
    case string
    /// `Character`: kept as a text of one character.
    case character
    /// `Double` or `Float`, by its Swift name.
    case real(Name)
    /// None, as in `enum Direction: Codable`: the name of the case is kept as a text.
    /// See Documentation/Decisions/cases-without-raw-values-are-kept-by-name.md.
    case caseName

    /// Its name in Swift; nil if there is none.
    package var swiftName: String? {
      switch self {
      case .integer(let type): type.rawValue
      case .string: "String"
      case .character: "Character"
      case .real(let name): name.text
      case .caseName: nil
      }
    }

    /// True if any text may be the value of a case.
    package var isText: Bool { self == .string || self == .caseName }

    /// True if the raw values are numbers.
    package var isNumber: Bool {
      switch self {
      case .integer, .real: true
      case .string, .character, .caseName: false
      }
    }
  }

  /// One case: its name and what is stored for it.
  package struct Case: Hashable, Sendable {
    package let name: Name
    package let rawValue: Value
    package let summary: String?

    package init(name: Name, rawValue: Value, summary: String? = nil) {
      self.name = name
      self.rawValue = rawValue
      self.summary = summary
    }
  }

  /// The full name, with the types around it: `Sample.Status`.
  package let name: Name
  package let rawType: RawType
  package let cases: [Case]
  /// The case that the app declares for values which no case has: `static let fallback: Self = .b`.
  package let declaredFallback: Name?
  package let summary: String?
  private let names: NameIndex
  private let values: NameIndex

  package init(
    name: Name, rawType: RawType, cases: [Case], fallback: Name? = nil, summary: String? = nil
  ) {
    self.name = name
    self.rawType = rawType
    self.cases = cases
    self.summary = summary
    declaredFallback = fallback
    names = NameIndex(cases.lazy.map(\.name))
    values = NameIndex(cases.lazy.map(\.rawValue.name))
  }

  /// True if stored values are in the order of the cases, so that comparing them means something:
  /// texts sort by their letters.
  package var isOrdered: Bool {
    let numbers = cases.compactMap { one -> Double? in
      switch one.rawValue {
      case .integer(let number): Double(number)
      case .real(let number): number
      default: nil
      }
    }
    return numbers.count == cases.count && zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
  }

  package func rawValue(of caseName: Name) -> Value? {
    names.place(of: caseName) { cases.firstIndex { $0.name == caseName } }
      .map { cases[$0].rawValue }
  }

  /// The name of a stored value; nil for one that no case declares.
  package func caseName(of rawValue: Value) -> Name? {
    let place = values.place(of: rawValue.name) { cases.firstIndex { $0.rawValue == rawValue } }
    return place.map { cases[$0] }.flatMap { $0.rawValue == rawValue ? $0.name : nil }
  }
}

extension Value {
  /// A name that no other value of the same kind has, as the raw values of an enum are.
  package var name: Name {
    switch self {
    case .text(let text): Name(text)
    case .integer(let number): "\(number)"
    case .real(let number): "\(number == 0 ? 0 : number)"
    case .null, .blob: ""
    }
  }
}
