// swift-format-ignore-file
// Compiled into the tests and read by them as text, together with OtherOfTwoFiles.swift: the
// private names of both are the same.

private let shift = 4
private typealias Raw = UInt8
private enum Kind: Int { case small = 1, large }
fileprivate enum Text { static let usual = "one" }
private struct Hidden: OptionSet {
  let rawValue: Int
  static let a = Hidden(rawValue: 1)
}

let sharedShift = shift + 1

struct InOneFile: OptionSet {
  let rawValue: Int
  static let shifted = InOneFile(rawValue: 1 << shift)
  static let limit = InOneFile(rawValue: Int(Raw.max) + 1)
  static let kind = InOneFile(rawValue: Kind.large.rawValue << 16)
  static let hidden = InOneFile(rawValue: Hidden.a.rawValue << 20)
  static let own = InOneFile(rawValue: 1 << ownShift)
}

extension InOneFile { private static let ownShift = 30 }

enum TextInOneFile {
  static let usual = Text.usual
}
