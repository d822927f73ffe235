package import FlagModel

/// The values for the parameters of plain SQL, by their names without the mark before them; those
/// that are only counted, by their number.
package struct SQLParameters: Hashable, Sendable {
  /// A value and the text that it was given as.
  private struct Given: Hashable {
    let name: Name
    let text: String
    let value: Value
    let place: SourcePlace
  }

  private var given: [Given] = []

  package static let none = SQLParameters()

  private init() {}

  /// Reads `name=value` and `name:null`.
  package init(_ words: [SourceText]) throws(Diagnostic) {
    for word in words {
      let one = try Self.read(word)
      if given.contains(where: { $0.name == one.name }) {
        throw Diagnostic("'\(one.name)' is given twice", at: one.place)
      }
      given.append(one)
    }
  }

  /// The names, in the order in which they were given.
  package var names: [Name] { given.map(\.name) }

  package func place(of name: Name) -> SourcePlace? {
    one(name)?.place
  }

  /// The value of a parameter as SQL writes it: `:name`, or `?` with its number.
  package func value(of parameter: String) -> Value? {
    one(Self.name(of: parameter))?.value
  }

  func text(of parameter: String) -> String? {
    one(Self.name(of: parameter)).flatMap { $0.value == .null ? nil : $0.text }
  }

  /// A parameter's name without its mark.
  package static func name(of parameter: String) -> Name {
    Name(parameter.dropFirst())
  }

  private func one(_ name: Name) -> Given? {
    given.first { $0.name == name }
  }

  // MARK: Reading

  private static func read(_ word: SourceText) throws(Diagnostic) -> Given {
    let whole = 0..<word.utf8.count
    let null = Array(":null".utf8)
    let equals = word.utf8.firstIndex(of: UInt8(ascii: "="))
    let end = equals ?? (word.utf8.suffix(5).elementsEqual(null) ? word.utf8.count - 5 : 0)
    guard end > 0 else {
      throw Diagnostic(
        "expected NAME=VALUE", at: SourcePlace(word, whole),
        hint: "for NULL write NAME:null")
    }
    // A mark before the name is no part of it.
    let isMarked = [UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "$"), UInt8(ascii: "?")]
      .contains(word.utf8[0])
    let name = Name(word.text((isMarked && end > 1 ? 1 : 0)..<end))
    let place = SourcePlace(word, 0..<end)
    guard let equals else { return Given(name: name, text: "", value: .null, place: place) }
    let text = word.text(equals + 1..<word.utf8.count)
    let value = value(from: text)
    let unquoted = if case .text(let text) = value { text } else { text }
    return Given(name: name, text: unquoted, value: value, place: place)
  }

  /// An integer or a number as SQL writes them is one; all else is a text, and so is what stands
  /// in single quotes.
  private static func value(from text: String) -> Value {
    let bytes = Array(text.utf8)
    let quote = UInt8(ascii: "'")
    if bytes.count >= 2, bytes.first == quote, bytes.last == quote {
      return .text(String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self))
    }
    var digits = bytes[...]
    if digits.first == UInt8(ascii: "-") { digits.removeFirst() }
    // 007 and +49 are names of things rather than numbers.
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
