import FlagModel

/// `enum Status received measured`: adds an enum of texts, or of integers if a case has a number.
/// The next case then has the next number.
struct EnumerationAddition: ModelAddition {
  private let enumeration: Enumeration

  init(_ name: String, _ words: [String], from defined: Enumeration? = nil) throws {
    if let defined {
      guard words.isEmpty else { throw CommandError("'--from' names all cases of an enum") }
      enumeration = defined.named(try modelName(name))
      return
    }
    let parts = words.map(splitAtEquals)
    let rawTexts = parts.compactMap(\.rest)
    let areNumbers = !rawTexts.isEmpty && rawTexts.allSatisfy { Int64($0) != nil }
    var next: Int64 = 0
    let cases = try parts.map { label, value in
      let caseName = try memberName(label)
      guard areNumbers else {
        return Enumeration.Case(
          name: caseName, rawValue: .text(value.map(String.init) ?? caseName.text))
      }
      let number = value.flatMap { Int64($0) } ?? next
      next = number == .max ? number : number + 1
      return Enumeration.Case(name: caseName, rawValue: .integer(number))
    }
    let rawType: Enumeration.RawType = areNumbers ? .integer(.int) : .string
    enumeration = Enumeration(name: try modelName(name), rawType: rawType, cases: cases)
  }

  func added(to schema: Schema, now: Timestamp) throws -> Schema { try schema.adding(enumeration) }
}
