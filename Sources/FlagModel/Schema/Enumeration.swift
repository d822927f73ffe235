package import PlainText

/// An `enum` without associated values: a name for each stored value.
package struct Enumeration: Hashable, Sendable {
  package enum RawType: Hashable, Sendable {
    case integer(IntegerType)
    case string
    /// `Character`, stored as a text of one character.
    case character
    /// `Double` or `Float`, by its Swift name.
    case real(Name)
    /// No raw type, as in `enum Direction: Codable`: the name of the case is stored as a text.
    /// See Documentation/Decisions/cases-without-raw-values-are-kept-by-name.md.
    case caseName

    /// The name of the raw type in Swift; nil if there is none.
    package var swiftName: String? {
      switch self {
      case .integer(let type): type.rawValue
      case .string: "String"
      case .character: "Character"
      case .real(let name): name.text
      case .caseName: nil
      }
    }

    /// True if the raw values are texts.
    package var isText: Bool { self == .string || self == .caseName }

    /// True if the raw values are numbers.
    package var isNumber: Bool {
      switch self {
      case .integer, .real: true
      case .string, .character, .caseName: false
      }
    }
  }

  /// A case: its name and its stored value.
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

  private struct Content: Hashable, Sendable {
    let name: Name
    let rawType: RawType
    let cases: [Case]
    let declaredFallback: Name?
    let summary: String?
    let names: NameIndex
    let values: NameIndex
  }

  private let content: Shared<Content>

  /// The full name with its surrounding types: `Sample.Status`.
  package var name: Name { content.value.name }
  package var rawType: RawType { content.value.rawType }
  package var cases: [Case] { content.value.cases }
  /// The case that an app declares for unknown stored values: `static let fallback: Self = .b`.
  package var declaredFallback: Name? { content.value.declaredFallback }
  package var summary: String? { content.value.summary }

  package init(
    name: Name, rawType: RawType, cases: [Case], fallback: Name? = nil, summary: String? = nil
  ) {
    content = Shared(
      Content(
        name: name, rawType: rawType, cases: cases, declaredFallback: fallback, summary: summary,
        names: NameIndex(cases.lazy.map(\.name)),
        values: NameIndex(cases.lazy.map(\.rawValue.name))))
  }

  /// True if the stored values sort in the order of the cases, so that comparisons are meaningful.
  /// Texts sort alphabetically instead.
  package var isOrdered: Bool {
    let numbers = cases.compactMap { enumCase -> Double? in
      switch enumCase.rawValue {
      case .integer(let number): Double(number)
      case .real(let number): number
      default: nil
      }
    }
    return numbers.count == cases.count && zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
  }

  package func rawValue(of caseName: Name) -> Value? {
    let cases = cases
    let place = content.value.names.place(of: caseName) {
      cases.firstIndex { $0.name == caseName }
    }
    guard let place else { return nil }
    return cases[place].rawValue
  }

  /// The name of a stored value; nil if no case declares it.
  package func caseName(of rawValue: Value) -> Name? {
    let cases = cases
    let place = content.value.values.place(of: rawValue.name) {
      cases.firstIndex { $0.rawValue == rawValue }
    }
    guard let place, cases[place].rawValue == rawValue else { return nil }
    return cases[place].name
  }
}

extension Value {
  /// A unique name for the value, among values of the same kind such as the raw values of an enum.
  package var name: Name {
    switch self {
    case .text(let text): Name(text)
    case .integer(let number): "\(number)"
    case .real(let number): "\(number == 0 ? 0 : number)"
    case .null, .blob: ""
    }
  }
}
