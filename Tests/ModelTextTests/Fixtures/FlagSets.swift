// swift-format-ignore-file
// Compiled into the tests and read by them as text: what the compiler gives is what reading must
// give. Every spelling stands here that apps were seen to use.

let fileBase: UInt16 = 1 << 4
enum Bit: Int { case first = 3, second, third = 0x10 }
enum Limits {
  static let top = 15
  static let mask: UInt16 = 0b1010_0101
}

struct Spelled: OptionSet {
  let rawValue: Int
  static let shifted = Spelled(rawValue: 1 << 0)
  static let selfCall = Self(rawValue: 1 << 1)
  static let inferred: Spelled = .init(rawValue: 1 << 2)
  static let initCall = Spelled.init(rawValue: 1 << 3)
  static let decimal: Spelled = Spelled(rawValue: 16)
  static let hex: Self = .init(rawValue: 0x20)
  static let octal = Self.init(rawValue: 0o100)
  static let binary = Spelled(rawValue: 0b1000_0000)
  static let first = Spelled(rawValue: 1 << 8), second = Spelled(rawValue: 1 << 9)
  static var computed: Spelled { Spelled(rawValue: 1 << 10) }
  static var returned: Spelled { return .init(rawValue: 1 << 11) }
  static var got: Spelled { get { Self(rawValue: 1 << 12) } }
  static var lines: Spelled {
    // a comment
    return Spelled(
      rawValue: 1 << 13  // another
    )
  }
  static let grouped = Spelled(rawValue: 1_000_000)
  static let `default` = Spelled(rawValue: 1 << 21)
  static let größe = Spelled(rawValue: 1 << 22)
}

struct Combined: OptionSet {
  public let rawValue: UInt
  static let a = Combined(rawValue: 1), b = Combined(rawValue: 2), c = Combined(rawValue: 4)
  static let d: Combined = .init(rawValue: 8)
  static let none: Combined = []
  static let list: Combined = [.a, .b]
  static let bare: Combined = [a, Combined.b, Self.c]
  static let union: Combined = .a.union(.b)
  static let unions = Combined.a.union([.b, .c]).union(.d)
  static let all = Combined(rawValue: ~0)
  static let rest: Combined = .all.subtracting(.b)
  static let common = Combined.unions.intersection([.a, .d])
  static let either: Combined = .bare.symmetricDifference([.c, .d])
  static let ored = Combined(rawValue: a.rawValue | b.rawValue)
  static let far = Combined(rawValue: Combined.c.rawValue << 4 | Self.d.rawValue)
  static let literal = Combined([.a, .d])
  static let same = Combined.a
  static let largest = Combined(rawValue: .max)
  static var everything: Combined { [.a, .b, .c, .d] }
}

struct Signed8: OptionSet {
  let rawValue: Int8
  static let top = Signed8(rawValue: 1 << 7)
  static let lowest = Signed8(rawValue: .min)
  static let minus = Signed8(rawValue: -128)
  static let minusHex = Signed8(rawValue: -0x80)
  static let pattern = Signed8(rawValue: Int8(bitPattern: 0x81))
  static let every = Signed8(rawValue: ~0)
  static let high = Signed8(rawValue: ~0 << 4)
  static let most = Signed8(rawValue: Int8.max)
}

struct Signed16: OptionSet {
  var rawValue: Int16
  static let precedence = Signed16(rawValue: 1 << 2 * 3 + 1)
  static let mixed = Signed16(rawValue: 7 & 3 | 4 ^ 1)
  static let minus = Signed16(rawValue: 7 - 3 & 2 << 1)
  static let bracketed = Signed16(rawValue: (1 << 3) | (1 << (2 + 2)))
  static let divided = Signed16(rawValue: 100 / 7 % 5)
  static let wrapped = Signed16(rawValue: Int16.max &+ 1)
  static let truncated = Signed16(rawValue: Int16(truncatingIfNeeded: 0x1_8001))
  static let masked = Signed16(rawValue: 1 &<< 20)
}

struct Signed32: OptionSet {
  typealias RawValue = Int32
  let rawValue: RawValue
  private static let base = 4
  static let based = Signed32(rawValue: 1 << base)
  static let more = Signed32(rawValue: 1 << (Self.base + 1))
  static let fromEnum = Signed32(rawValue: 1 << Bit.first.rawValue)
  static let fromThird = Signed32(rawValue: 1 << Bit.third.rawValue)
  static let fromLimits = Signed32(rawValue: 1 << Limits.top)
  static let top = Signed32(rawValue: 1 << 31)
}

struct Signed64: OptionSet {
  let rawValue: Int64
  static let top = Signed64(rawValue: 1 << 63)
  static let lowest = Signed64(rawValue: Int64.min)
  static let pattern = Signed64(rawValue: Int64(bitPattern: 1 << 63))
  static let large = Signed64(rawValue: 0x7FFF_FFFF_FFFF_FFFF)
  static let down = Signed64(rawValue: -1 >> 60)
  static let back = Signed64(rawValue: 16 << -2)
}

struct Unsigned8: OptionSet {
  let rawValue: UInt8
  static let typed = Unsigned8(rawValue: UInt8(1) << 3)
  static let top = Unsigned8(rawValue: 0x80)
  static let full = Unsigned8(rawValue: 255)
  static let converted = Unsigned8(rawValue: UInt8(1 << 7))
  static let inverted = Unsigned8(rawValue: ~0b1111)
}

struct Unsigned16 {
  let rawValue: UInt16
  init(rawValue: UInt16) { self.rawValue = rawValue }
}

extension Unsigned16: OptionSet {
  static let fromFile = Unsigned16(rawValue: fileBase)
  static let fromLimits = Unsigned16(rawValue: Limits.mask)
  static let shifted = Unsigned16(rawValue: fileBase << 1 | 1)
}

extension Unsigned16 {
  static let later: Unsigned16 = [.fromFile, .shifted]
  static var titles: [String: String] { [:] }
  static let count = 3
  static let name = "Unsigned16"
  static let order: [Unsigned16] = [.fromFile, .later]
  static let pairs = [Unsigned16.fromFile, .later]
  static let counted = Unsigned16(rawValue: 1 << Unsigned16.count)
  static func named(_ name: String) -> Unsigned16? { name == "later" ? .later : nil }
}

public struct Unsigned32: OptionSet, Sendable, Hashable, Codable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  public static let low = Unsigned32(rawValue: 1)
  @available(*, deprecated)
  public static let old = Unsigned32(rawValue: 1 << 1)
  #if os(Linux) || os(macOS)
  public static let ours = Unsigned32(rawValue: 1 << 30)
  #else
  public static let ours = Unsigned32(rawValue: 1 << 30)
  #endif
  #if false
  public static let never = Unsigned32(rawValue: 1 << 12)
  #endif
}

struct Unsigned64: OptionSet {
  let rawValue: UInt64
  static let top = Unsigned64(rawValue: 1 << 63)
  static let all = Unsigned64(rawValue: 0xFFFF_FFFF_FFFF_FFFF)
  static let pattern = Unsigned64(rawValue: UInt64(bitPattern: Int64.min))
  static let casted = Unsigned64(rawValue: 1 << 40 as UInt64)
  static let numeric = Unsigned64(rawValue: numericCast(5))
}

struct Labelled: OptionSet {
  let rawValue: UInt64
  init(rawValue: UInt64) { self.rawValue = rawValue }
  init(_ rawValue: UInt64) { self.rawValue = rawValue }
  init(bits value: UInt64) { self.init(rawValue: value) }
  init() { rawValue = 0 }
  static let plain = Self(1 << 0)
  static let shifted = Labelled(1 << 5)
  static let labelled = Labelled(bits: 1 << 6)
  static let inferred: Labelled = .init(4)
  static let nothing = Self()
}

struct Literal: OptionSet, ExpressibleByIntegerLiteral {
  let rawValue: CUnsignedInt
  init(rawValue: CUnsignedInt) { self.rawValue = rawValue }
  init(integerLiteral value: CUnsignedInt) { self.init(rawValue: value) }
  static var read: Literal { 0x01 }
  static var write: Self { return 0b10 }
  static let run: Literal = 4
  static var all: Literal { [.read, .write, .run] }
  static let top = Literal(rawValue: 1 << 31)
}

struct LiteralOfC: OptionSet, ExpressibleByIntegerLiteral {
  typealias RawValue = CInt
  let rawValue: RawValue
  init(rawValue: RawValue) { self.rawValue = rawValue }
  init(integerLiteral value: CInt) { rawValue = value }
  static let lowest: LiteralOfC = -0x8000_0000
  static let short = LiteralOfC(rawValue: CInt(CShort.max))
}

enum Outer {
  struct Middle {
    struct Inner: OptionSet {
      let rawValue: Int
      static let deep = Inner(rawValue: 1 << 5)
      static let path = Outer.Middle.Inner(rawValue: 1 << 6)
      static let both: Middle.Inner = [.deep, .path]
    }
  }
}

typealias Mask = OptionSet & Codable & Hashable
protocol WideMask: OptionSet, Codable where RawValue == Int64 {}
protocol WiderMask: Sendable, WideMask {}

struct ByAlias: Mask {
  let rawValue: Int
  static let a = ByAlias(rawValue: 1 << 9)
}

struct ByComposition: OptionSet & Codable {
  let rawValue: Int
  static let a = ByComposition(rawValue: 1 << 10)
}

struct ByProtocol: WiderMask {
  let rawValue: Int64
  static let a = ByProtocol(rawValue: 1 << 40)
}

typealias ShortInner = Outer.Middle.Inner
extension ShortInner { static let added = ShortInner(rawValue: 1 << 7) }
