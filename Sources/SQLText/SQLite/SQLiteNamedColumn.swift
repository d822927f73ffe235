package import FlagModel

/// Stored values spelled out by SQLite's own functions, for the views that other programs read:
/// the texts that `AttributeType.text(of:)` gives.
extension SQLiteDialect {
  package func named(_ attribute: Attribute) -> String {
    let name = quoted(attribute.column)
    switch attribute.type {
    case .flags(let set): return orNull(attribute, spelledFlags(set, name))
    case .enumeration(let enumeration): return spelledCase(enumeration, name)
    case .decimal(let places) where places > 0:
      return spelledDecimal(min(places, FixedPoint.maximalPlaces), name)
    default: return name
    }
  }

  /// The names of a column's flags; the column is SQL, with a table before it perhaps.
  package func spelled(_ set: FlagSet, column: String) -> String {
    "iif(\(column) IS NULL, NULL, \(spelledFlags(set, column)))"
  }

  /// iif and printf make something of NULL.
  private func orNull(_ attribute: Attribute, _ text: String) -> String {
    attribute.isOptional ? "iif(\(quoted(attribute.column)) IS NULL, NULL, \(text))" : text
  }

  private func spelledCase(_ enumeration: Enumeration, _ name: String) -> String {
    if enumeration.cases.isEmpty { return name }
    let cases = enumeration.cases.map {
      "WHEN \(literal($0.rawValue)) THEN \(literal(.text($0.name.text)))"
    }
    return "CASE \(name) \(cases.joined(separator: " ")) ELSE '?' || \(name) END"
  }

  /// `|HRM|PLX|0x40` without its first bar: the flags, the combinations that have bits of their
  /// own, and what no name covers.
  private func spelledFlags(_ set: FlagSet, _ name: String) -> String {
    var pieces: [String] = []
    var named: UInt64 = 0
    for flag in set.flags where flag.mask != 0 && named & flag.mask == 0 {
      named |= flag.mask
      pieces.append("iif(\(name) & \(bits(flag.mask)), \(label(flag)), '')")
    }
    var rest = unsigned(set, name)
    if named != 0 { rest += " & ~\(bits(named))" }
    var claimed: UInt64 = 0
    for combination in set.combinations where combination.mask & ~named != 0 {
      let mask = bits(combination.mask)
      let isThere = "(\(name) & \(mask)) = \(mask)"
      // Bits that an earlier combination has named are not named again.
      let isNew = combination.mask & claimed == 0 ? "" : " AND \(rest) & \(mask)"
      pieces.append("iif(\(isThere)\(isNew), \(label(combination)), '')")
      rest += " & ~iif(\(isThere), \(mask), 0)"
      claimed |= combination.mask & ~named
    }
    pieces.append("iif(\(rest), printf('|0x%X', \(rest)), '')")
    return "substr(\(pieces.joined(separator: " || ")), 2)"
  }

  private func label(_ flag: Flag) -> String { literal(.text("|\(flag.name)")) }

  private func bits(_ mask: UInt64) -> String { literal(.integer(Int64(bitPattern: mask))) }

  /// The bits of a column: a negative number of a narrow type has ones beyond the type's width.
  private func unsigned(_ set: FlagSet, _ name: String) -> String {
    let width = set.rawType.bitWidth
    guard set.rawType.isSigned, width < 64 else { return name }
    let lowest = set.rawType.storedRange.lowerBound
    return "iif(\(name) BETWEEN \(lowest) AND -1, \(name) & \(bits((1 << width) - 1)), \(name))"
  }

  /// A number in whole units: who reads the views compares and adds, which texts would do wrongly.
  private func spelledDecimal(_ places: Int, _ name: String) -> String {
    "\(name) / 1\(String(repeating: "0", count: places)).0"
  }
}
