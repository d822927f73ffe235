// swift-format-ignore-file
// See OneOfTwoFiles.swift.

struct InOtherFile: OptionSet {
  let rawValue: Int
  static let shifted = InOtherFile(rawValue: 1 << shift)
  static let limit = InOtherFile(rawValue: Int(Raw.max) + 1)
  static let kind = InOtherFile(rawValue: Kind.large.rawValue << 20)
  static let hidden = InOtherFile(rawValue: Hidden.a.rawValue << 24)
  static let shared = InOtherFile(rawValue: 1 << sharedShift)
}

extension InOneFile {
  private static let ownShift = 31
  static let extended = InOneFile(rawValue: 1 << shift)
  static let ownOfOther = InOneFile(rawValue: 1 << ownShift)
}

private let shift = 8
private typealias Raw = UInt16
private enum Kind: Int { case small = 1, large = 5 }
fileprivate enum Text { static let usual = "other" }
private struct Hidden: OptionSet {
  let rawValue: Int
  static let a = Hidden(rawValue: 8)
}

enum TextInOtherFile {
  static let usual = Text.usual
}
