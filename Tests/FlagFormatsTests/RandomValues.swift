import FlagModel
import JSON
import TestSupport

/// Random values of every type, as a database holds them: the same for the same seed.
struct RandomValues: RandomNumberGenerator {
  private var dice: Dice

  init(seed: UInt64) {
    dice = Dice(seed: seed)
  }

  mutating func next() -> UInt64 { dice.next() }

  /// A value of a type, or NULL.
  mutating func value(of type: AttributeType?) -> Value {
    if next() % 8 == 0 { return .null }
    switch type {
    case nil, .string, .url, .uuid: return .text(text())
    case .bool: return .integer(Int64(next() % 2))
    case .integer, .decimal: return .integer(integer())
    case .double: return .real(real())
    case .float: return .real(Double(Float(integer()) / 128))
    case .date: return .text(moment())
    case .data: return .blob((0..<next() % 20).map { _ in UInt8(truncatingIfNeeded: next()) })
    case .array:
      return .text(type.flatMap { try? $0.value(from: list()) }.flatMap(Self.text) ?? "[]")
    case .flags(let set): return .integer(set.stored(next() & next() & set.declaredMask))
    case .enumeration(let enumeration):
      return enumeration.cases.randomElement(using: &self)?.rawValue ?? .null
    case .any: return next() % 2 == 0 ? .integer(integer()) : .text(moment())
    case .json:
      let object = "{\"note\":\(list()),\"plain\":[]}"
      return .text(type.flatMap { try? $0.value(from: object) }.flatMap(Self.text) ?? "{}")
    }
  }

  /// Any integer, large and small ones alike.
  mutating func integer() -> Int64 {
    Int64(bitPattern: next()) >> Int64(next() % 64)
  }

  /// Numbers of few digits, and any that there are.
  private mutating func real() -> Double {
    if next() % 2 == 0 { return Double(integer()) / 1000 }
    let number = Double(bitPattern: next())
    return number.isFinite ? number : 0.5
  }

  private mutating func moment() -> String {
    let range = Timestamp.earliest.microseconds...Timestamp.latest.microseconds
    let moment = Int64.random(in: range, using: &self)
    let unit: Int64 = [1, 1_000, 1_000_000].randomElement(using: &self) ?? 1
    return (Timestamp(microseconds: moment / unit * unit) ?? .earliest).storedText
  }

  /// Characters that formats quote and escape, and scalars from every end of Unicode.
  mutating func text() -> String {
    let letters: [Unicode.Scalar] = [
      "a", "B", "0", " ", "\"", "\\", "/", ",", "|", "\n", "\r", "\t", "\0", "\u{1}", "\u{B}",
      "\u{1B}", "\u{1F}", "\u{7F}", "\u{9B}", "é", "\u{301}", "\u{FEFF}", "\u{FFFD}", "\u{D7FF}",
      "\u{E000}", "\u{FFFF}", "\u{1F642}", "\u{10FFFF}", "\u{2028}", "\u{202E}", "=", "-", "N",
    ]
    var text = String.UnicodeScalarView()
    for _ in 0..<next() % 20 { text.append(letters.randomElement(using: &self) ?? "a") }
    return String(text)
  }

  private mutating func list() -> String {
    var bytes: [UInt8] = [UInt8(ascii: "[")]
    for index in 0..<next() % 4 {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      appendJSON(text(), to: &bytes)
    }
    return String(decoding: bytes, as: UTF8.self) + "]"
  }

  private static func text(_ value: Value) -> String? {
    if case .text(let text) = value { text } else { nil }
  }
}
