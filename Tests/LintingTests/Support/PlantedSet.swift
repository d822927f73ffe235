import FlagModel
import PlainText
import TestSupport

@testable import Linting

/// A sound definition of flags at random, in which a test plants mistakes.
struct PlantedSet {
  enum Mistake: CaseIterable {
    case decimalWithPrefix, decimal, wrongDigit, swappedDigits, shiftedNumber, swappedShift,
      copiedValue, distantCopy, signBit, negativeNone, gap

    var rule: LintRule {
      switch self {
      case .decimalWithPrefix, .wrongDigit, .swappedDigits: .severalBits
      case .decimal: .decimalForHex
      case .shiftedNumber, .swappedShift: .shiftedNumber
      case .copiedValue, .distantCopy: .sharedBit
      case .gap: .gap
      case .signBit: .signBit
      case .negativeNone: .negativeNone
      }
    }
  }

  private enum Style: CaseIterable {
    case macros, masks, bitMacros, enumeration, csharp, typescript, rust, swift, python, dictionary,
      kotlin, java
  }

  private static let words = [
    "READ", "WRITE", "KICK", "BAN", "OWNER", "SPEAK", "HIDE", "PIN", "STREAM", "VIDEO", "INVITE",
    "MOVE", "DEAF", "MUTE", "RENAME", "PRUNE",
  ]

  private let style: Style
  private let usesShifts: Bool
  private let first: Int
  private var names: [String]
  private var values: [String]

  init(_ dice: inout Dice) {
    style = dice.one(of: Style.allCases)
    usesShifts = style == .bitMacros || dice.isLucky(2)
    first = Int(dice.next() % 3)
    let count = 6 + Int(dice.next() % 8)
    let (first, usesShifts) = (first, usesShifts)
    names = Array(Self.words.shuffled(using: &dice).prefix(count))
    values = (0..<count).map { index in
      usesShifts
        ? "1 << \(first + index)" : "0x" + String(UInt64(1) << UInt64(first + index), radix: 16)
    }
  }

  private func bit(_ index: Int) -> UInt64 { 1 << UInt64(first + index) }

  /// The set with a mistake, and the flag that has it; nil if the mistake is impossible here.
  func planting(
    _ mistake: Mistake, _ dice: inout Dice
  ) -> (set: PlantedSet, flag: Name)? {
    // The first and the last flag have one neighbour, which shows less.
    let places = Array(3..<names.count - 1)
    let index = dice.one(of: places)
    guard let value = value(mistake, at: index, &dice) else { return nil }
    var set = self
    if mistake == .gap {
      set.names.remove(at: index)
      set.values.remove(at: index)
      return (set, set.member(index))
    }
    if mistake == .negativeNone {
      set.names[index] = "NONE"
    }
    set.values[mistake == .signBit ? names.count - 1 : index] = value
    return (set, set.member(mistake == .signBit ? names.count - 1 : index))
  }

  private func value(_ mistake: Mistake, at index: Int, _ dice: inout Dice) -> String? {
    let bit = bit(index)
    switch mistake {
    case .decimalWithPrefix:
      guard !usesShifts, bit > 8, UInt64("\(bit)", radix: 16).map({ $0 >> 31 == 0 }) ?? false else {
        return nil
      }
      return "0x\(bit)"
    case .decimal:
      let digits = String(bit, radix: 16)
      return !usesShifts && bit > 8 && UInt64(digits) != nil ? digits : nil
    case .wrongDigit:
      // With the bit of another flag, the number would be a combination.
      return usesShifts || first == 0 ? nil : "0x" + String(bit | 1, radix: 16)
    case .swappedDigits:
      let digits = Array("\(bit)")
      guard !usesShifts, digits.count > 2, digits[digits.count - 1] != digits[digits.count - 2]
      else {
        return nil
      }
      return String(digits.dropLast(2) + [digits[digits.count - 1], digits[digits.count - 2]])
    case .shiftedNumber:
      guard usesShifts, style != .bitMacros else { return nil }
      return "\(5 + 2 * (dice.next() % 2)) << \(first + names.count - 1)"
    case .swappedShift:
      return usesShifts && style != .bitMacros ? "\(first + index) << 1" : nil
    case .distantCopy:
      // The order must be long for a number that repeats one from farther above.
      guard names.count > 7, index + 2 < names.count else { return nil }
      return values[dice.one(of: Array(0..<index - 1))]
    case .gap: return ""
    case .copiedValue:
      // Interfaces repeat numbers from farther above on purpose, and registers give a bit two names
      // in lines that follow each other.
      let others =
        usesShifts ? (0..<names.count).filter { $0 < index || $0 > index + 1 } : [index - 1]
      return values[dice.one(of: others)]
    case .signBit:
      return [.macros, .enumeration, .csharp, .typescript].contains(style) ? "1 << 31" : nil
    case .negativeNone:
      return [.macros, .enumeration, .csharp, .typescript].contains(style) ? "-1" : nil
    }
  }

  private func member(_ index: Int) -> Name {
    switch style {
    case .macros, .bitMacros, .enumeration: Name("F_\(names[index])")
    case .masks: Name("F_\(names[index])_MASK")
    default: Name(names[index])
    }
  }

  var file: String {
    switch style {
    case .macros, .masks, .bitMacros, .enumeration: "f.h"
    case .csharp: "f.cs"
    case .typescript: "f.ts"
    case .rust: "f.rs"
    case .swift: "f.swift"
    case .python, .dictionary: "f.py"
    case .kotlin: "f.kt"
    case .java: "F.java"
    }
  }

  var source: String {
    let pairs = zip(names, values)
    switch style {
    case .macros: return pairs.map { "#define F_\($0) (\($1))\n" }.joined()
    case .masks: return pairs.map { "#define F_\($0)_MASK (\($1))\n" }.joined()
    case .bitMacros:
      return pairs.map { "#define F_\($0) BIT(\($1.replacing("1 << ", with: "")))\n" }.joined()
    case .java:
      let lines = pairs.map { "  \($0)(\($1), false)" }.joined(separator: ",\n")
      return "enum F {\n\(lines);\n  final int bits;\n}\n"
    case .dictionary: return "F = {\n\(pairs.map { "  '\($0)': \($1),\n" }.joined())}\n"
    case .enumeration: return "enum F {\n\(pairs.map { "  F_\($0) = \($1),\n" }.joined())};\n"
    case .csharp: return "[Flags]\nenum F {\n\(pairs.map { "  \($0) = \($1),\n" }.joined())}\n"
    case .typescript: return "enum F {\n\(pairs.map { "  \($0) = \($1),\n" }.joined())}\n"
    case .rust:
      let lines = pairs.map { "    const \($0) = \($1);\n" }.joined()
      return "bitflags! {\n  struct F: u64 {\n\(lines)  }\n}\n"
    case .swift:
      let lines = pairs.map { "  static let \($0) = F(rawValue: \($1))\n" }.joined()
      return "struct F: OptionSet {\n  let rawValue: UInt64\n\(lines)}\n"
    case .python:
      return
        "from enum import IntFlag\nclass F(IntFlag):\n\(pairs.map { "    \($0) = \($1)\n" }.joined())"
    case .kotlin:
      let lines = pairs.map {
        "    val \($0) = F(\($1.replacing("<<", with: "shl")))\n"
      }.joined()
      return
        "@JvmInline value class F(val bits: Int) {\n  companion object {\n\(lines)  }\n}\n"
    }
  }
}
