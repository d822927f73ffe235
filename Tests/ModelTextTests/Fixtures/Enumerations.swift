// swift-format-ignore-file
// Compiled into the tests and read by them as text, as FlagSets.swift is.

private let offset = 7

enum Counted: Int { case zero, one, two, ten = 10, eleven, minus = -5, next }
enum Hexadecimal: UInt8 {
  case a = 0x0A, b
  /// The largest.
  case full = 0b1111_1111
}
enum Small: Int8, CaseIterable {
  case low = -128
  case lower
  case zero = 0, one
  static let standard = Small.zero
  var title: String { switch self { case .low: "low"; default: "other" } }
}
enum Word: String, Codable {
  case plain, `default`, renamed = "re-named"
  case escaped = "tab\there \u{1F600} \"quoted\" back\\slash"
  case raw = #"no \escape"#
  case empty = ""
  enum CodingKeys: String, CodingKey { case plain }
}
enum Letter: Character { case a = "a", e = "é", flag = "🇪🇺" }
enum Ratio: Double { case half = 0.5, one = 1, two, minus = -2.5e-3 }
enum Ratio32: Float { case tenth = 0.1, third = 0.333 }
enum Conditional: Int {
  case first = 1
  #if os(Linux) || os(macOS)
  case second = 2
  #else
  case second = 2
  #endif
  case third = 3
}
enum Commented: Int {
  case a // the first
  /* then */ case b /* b */, c // c
  // case d
  case e
}
enum CodeOfC: CInt { case none, failed = -2_147_483_648 }
enum Nested { enum Inside: Int64 { case min = -9_223_372_036_854_775_808, max = 0x7FFF_FFFF_FFFF_FFFF } }
typealias Ident = String
enum ByTypealias: Ident { case first = "1st", second }
