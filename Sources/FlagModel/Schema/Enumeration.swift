/// An `enum` with a raw type: one name for each value that may be stored.
package struct Enumeration: Hashable, Sendable {
  package enum RawType: Hashable, Sendable {
    case integer(IntegerType)
    case string
    /// `Character`: kept as a text of one character.
    case character
    /// `Double` or `Float`, by its Swift name.
    case real(String)
  }

  /// One case: its name and what is stored for it.
  package struct Case: Hashable, Sendable {
    package let name: String
    package let rawValue: Value
    package let summary: String?

    package init(name: String, rawValue: Value, summary: String? = nil) {
      self.name = name
      self.rawValue = rawValue
      self.summary = summary
    }
  }

  /// The full name, with the types around it: `Sample.Status`.
  package let name: String
  package let rawType: RawType
  package let cases: [Case]
  package let summary: String?
  private let names: NameIndex<[UInt8]>
  private let values: NameIndex<Value>

  package init(name: String, rawType: RawType, cases: [Case], summary: String? = nil) {
    self.name = name
    self.rawType = rawType
    self.cases = cases
    self.summary = summary
    names = NameIndex(cases.map { Array($0.name.utf8) })
    values = NameIndex(cases.map(\.rawValue))
  }

  /// Whether what is stored is in the order of the cases, so that comparing it means something:
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

  package func rawValue(of caseName: String) -> Value? {
    let place = names.place(of: Array(caseName.utf8)) {
      cases.firstIndex { $0.name.utf8.elementsEqual(caseName.utf8) }
    }
    return place.map { cases[$0].rawValue }
  }

  /// The name of a stored value; nil for one that no case declares.
  package func caseName(of rawValue: Value) -> String? {
    values.place(of: rawValue) { cases.firstIndex { $0.rawValue == rawValue } }
      .map { cases[$0].name }
  }
}
