import FlagModel

/// Finds families of constants whose names have a common prefix, as in C.
struct FamilyFinder {
  /// Constants whose values are flags: their common prefix, and their indexes.
  struct Family {
    let prefix: Name
    let members: [Int]
  }

  /// A constant, and false if its value consists of the names of others.
  struct Named {
    let name: Name
    let value: Number
    let hasNumber: Bool
  }

  /// The minimum number of flags in a family.
  static let fewestFlags = 3

  private let names: [[UInt8]]
  private let starts: [[Int]]
  private let values: [Number]
  private let haveNumbers: [Bool]
  private var families: [Family] = []

  /// The families, in the order of their first members.
  static func families(of constants: [Named], in scope: Name?) -> [Family] {
    var finder = FamilyFinder(constants)
    if scope != nil, finder.areOneLadder(Array(constants.indices)) {
      finder.take(Array(constants.indices), length: 0)
      return finder.families
    }
    let left = finder.group(Array(constants.indices), level: 0)
    if scope != nil { finder.take(left, length: 0, withFamiliesFrom: 0) }
    return finder.families.sorted { ($0.members.first ?? 0) < ($1.members.first ?? 0) }
  }

  private init(_ constants: [Named]) {
    names = constants.map { Array($0.name.utf8) }
    starts = constants.map { NameWords.starts(in: $0.name) }
    values = constants.map(\.value)
    haveNumbers = constants.map(\.hasNumber)
  }

  /// Finds families with longer prefixes first; returns the indexes that are in none.
  private mutating func group(_ places: [Int], level: Int) -> [Int] {
    var left: [Int] = []
    var groups: [ArraySlice<UInt8>: [Int]] = [:]
    for place in places {
      if level < starts[place].count {
        groups[names[place][..<starts[place][level]], default: []].append(place)
      } else {
        left.append(place)
      }
    }
    for (prefix, members) in groups {
      if members.count < Self.fewestFlags {
        left += members
        continue
      }
      if areOneLadder(members), take(members, length: prefix.count) { continue }
      let count = families.count
      let rest = group(members, level: level + 1)
      if !take(rest, length: prefix.count, withFamiliesFrom: count) { left += rest }
    }
    return left.sorted()
  }

  /// Makes a family of the indexes if the values are flags.
  @discardableResult
  private mutating func take(_ places: [Int], length: Int) -> Bool {
    let places = places.sorted()
    guard let first = places.first, Self.areFlags(places.map { values[$0] }) else { return false }
    families.append(Family(prefix: Name(names[first][..<length]), members: places))
    return true
  }

  /// Makes a family of the indexes if the values are flags, together with the families of longer prefixes from a place
  /// on whose bits it does not have: `SEND_TEXT`, `SEND_POLL` and `SEND_FILE` are flags of `KICK` and others.
  @discardableResult
  private mutating func take(_ places: [Int], length: Int, withFamiliesFrom start: Int) -> Bool {
    guard Self.areFlags(places.map { values[$0] }) else { return false }
    var members = places
    var bits = bits(of: places)
    var others: [Family] = []
    for family in families[start...] {
      let more = self.bits(of: family.members)
      if more & bits == 0 {
        members += family.members
        bits |= more
      } else {
        others.append(family)
      }
    }
    guard Self.areFlags(members.map { values[$0] }) else { return take(places, length: length) }
    families.replaceSubrange(start..., with: others)
    return take(members, length: length)
  }

  private func bits(of places: [Int]) -> UInt64 {
    places.reduce(0) { $0 | UInt64(truncatingIfNeeded: values[$1].value) }
  }

  /// True if nearly each constant has the bit after the one before. Longer prefixes within them do
  /// not separate families.
  private func areOneLadder(_ places: [Int]) -> Bool {
    let numbers = places.filter { haveNumbers[$0] }.map {
      UInt64(truncatingIfNeeded: values[$0].value)
    }
    let bits = numbers.filter { $0.nonzeroBitCount == 1 }
    let named = bits.reduce(0, |)
    let steps = zip(bits, bits.dropFirst()).count { $0 << 1 != $1 && $1 << 1 != $0 }
    let foreign = numbers.count { $0.nonzeroBitCount > 1 && $0 & ~named != 0 }
    return bits.count >= Self.fewestSteps && named.nonzeroBitCount >= bits.count - 1
      && foreign <= 1 && steps <= max(2, bits.count / 4)
  }

  /// Fewer bits double by chance.
  private static let fewestSteps = 6

  /// True if most values are bits and not consecutive numbers.
  static func areFlags(_ numbers: [Number]) -> Bool {
    let values = Set(numbers.map { UInt64(truncatingIfNeeded: $0.value) })
    let bits = values.filter { $0.nonzeroBitCount == 1 }
    guard bits.count >= fewestFlags else { return false }
    let named = bits.reduce(0, |)
    let foreign = values.count {
      $0.nonzeroBitCount > 1 && $0 & ~named != 0 && !hasDecimalDigits($0)
    }
    let counting = values.count { $0 > 2 && values.contains($0 - 1) }
    return foreign * 2 <= bits.count && counting * 2 <= bits.count
  }

  /// True for `0x16`, `0x32` and other numbers that were meant to be bits.
  private static func hasDecimalDigits(_ number: UInt64) -> Bool {
    let decimal = UInt64(String(number, radix: 16))
    return decimal.map { $0 > 8 && $0.nonzeroBitCount == 1 } ?? false
  }
}
