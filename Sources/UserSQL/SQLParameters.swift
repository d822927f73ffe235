package import FlagModel

/// The values for the parameters of plain SQL, by their names without the prefix character, or by
/// their numbers.
package struct SQLParameters: Hashable, Sendable {
  /// A value and its original text.
  private struct Parameter: Hashable {
    let name: Name
    let text: String
    let value: Value
    let place: SourcePlace
  }

  private var parameters: [Parameter] = []
  /// True for values of a program, which does not know the options of the tool.
  package private(set) var isOfProgram = false

  package static let none = SQLParameters()

  private init() {}

  /// The values of a program. A value without a name has its number as name.
  /// - Parameter values: each with its text for flagdb's functions.
  package init(ofProgram values: [(name: String, text: String, value: Value)]) {
    isOfProgram = true
    parameters = values.map { name, text, value in
      let word = SourceText(name)
      return Parameter(
        name: Name(name), text: text, value: value, place: SourcePlace(word, 0..<word.utf8.count))
    }
  }

  /// Parses `name=value` and `name:null`.
  package init(_ words: [SourceText]) throws(Diagnostic) {
    for word in words {
      let parameter = try Self.read(word)
      if parameters.contains(where: { $0.name == parameter.name }) {
        throw Diagnostic("'\(parameter.name)' is given twice", at: parameter.place)
      }
      parameters.append(parameter)
    }
  }

  /// The names in their original order.
  package var names: [Name] { parameters.map(\.name) }

  /// Throws if a value is for none of the parameters of a text.
  package func requireNames(in parameterNames: Set<Name>) throws(Diagnostic) {
    guard let unused = names.first(where: { !parameterNames.contains($0) }) else { return }
    throw Diagnostic(
      "'\(unused)' is not a parameter of the statement", at: parameter(named: unused)?.place)
  }

  /// The value of a parameter as written in SQL: `:name`, or `?` with its number.
  package func value(of parameter: String) -> Value? {
    self.parameter(named: Self.name(of: parameter))?.value
  }

  func text(of parameter: String) -> String? {
    guard let argument = self.parameter(named: Self.name(of: parameter)), argument.value != .null
    else {
      return nil
    }
    return argument.text
  }

  /// The name of a parameter without its prefix character.
  package static func name(of parameter: String) -> Name { Name(parameter.dropFirst()) }

  private func parameter(named name: Name) -> Parameter? { parameters.first { $0.name == name } }

  // MARK: Reading

  private static func read(_ word: SourceText) throws(Diagnostic) -> Parameter {
    let whole = 0..<word.utf8.count
    let null = Array(":null".utf8)
    let equals = word.utf8.firstIndex(of: UInt8(ascii: "="))
    let end = equals ?? (word.utf8.suffix(5).elementsEqual(null) ? word.utf8.count - 5 : 0)
    guard end > 0 else {
      throw Diagnostic(
        "expected NAME=VALUE", at: SourcePlace(word, whole),
        hint: "for NULL write NAME:null")
    }
    // The prefix character is optional in front of the name.
    let isMarked = [UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "$"), UInt8(ascii: "?")]
      .contains(word.utf8[0])
    let name = Name(word.text((isMarked && end > 1 ? 1 : 0)..<end))
    let place = SourcePlace(word, 0..<end)
    guard let equals else { return Parameter(name: name, text: "", value: .null, place: place) }
    let text = word.text(equals + 1..<word.utf8.count)
    let value = value(from: text)
    let unquoted = if case .text(let text) = value { text } else { text }
    return Parameter(name: name, text: unquoted, value: value, place: place)
  }

  /// Reads an integer or a real number in the notation of SQL. Everything else is a text, and so is
  /// a value in single quotes.
  private static func value(from text: String) -> Value {
    let bytes = Array(text.utf8)
    let quote = UInt8(ascii: "'")
    if bytes.count >= 2, bytes.first == quote, bytes.last == quote {
      return .text(String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self))
    }
    var digits = bytes[...]
    if digits.first == UInt8(ascii: "-") { digits.removeFirst() }
    // Values such as 007 and +49 are texts, because they are rarely numbers.
    let isNumber =
      digits.first.map { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ?? false
      && (digits.count == 1 || digits.first != UInt8(ascii: "0")
        || digits.dropFirst().first == UInt8(ascii: "."))
    guard isNumber else { return .text(text) }
    if let integer = Int64(text) { return .integer(integer) }
    let isDecimal = digits.allSatisfy { "0123456789.eE+-".utf8.contains($0) }
    let isLarge = digits.allSatisfy { "0123456789".utf8.contains($0) }
    if isDecimal, !isLarge, let real = Double(text), real.isFinite { return .real(real) }
    return .text(text)
  }
}
