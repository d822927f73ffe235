import FlagModel

/// `enum Status received measured`: an enum of texts, or of numbers where each case has one.
struct EnumerationWords: ModelAddition {
  private let enumeration: Enumeration

  init(_ name: String, _ words: [String]) throws {
    let parts = words.map(splitAtEquals)
    let numbers = parts.compactMap { $0.rest.flatMap { Int64($0) } }
    let areNumbers = !parts.isEmpty && numbers.count == parts.count
    let cases = try parts.map { label, value in
      let caseName = try modelName(label)
      let number = value.flatMap { Int64($0) }
      return Enumeration.Case(
        name: caseName,
        rawValue: areNumbers ? .integer(number ?? 0) : .text(value.map(String.init) ?? caseName))
    }
    enumeration = Enumeration(
      name: try modelName(name), rawType: areNumbers ? .integer(.int) : .string, cases: cases)
  }

  func added(to schema: Schema, now: Timestamp) throws -> Schema {
    if schema.types.contains(where: { $0.name == enumeration.name }) {
      throw CommandError("'\(enumeration.name)' is in the model already")
    }
    return schema.replacing(.enumeration(enumeration))
  }
}
