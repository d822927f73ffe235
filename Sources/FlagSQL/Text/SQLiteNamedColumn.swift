public import FlagModel

/// Stored values spelled out by SQLite's own functions, for the views that other programs read.
extension SQLiteDialect {
  public func named(_ column: String, _ type: AttributeType) -> String {
    let name = quoted(column)
    switch type {
    case .flags(let set): return spelledFlags(set, name)
    case .enumeration(let enumeration): return spelledCase(enumeration, name)
    case .decimal(let places): return spelledDecimal(places, name)
    default: return name
    }
  }

  private func spelledCase(_ enumeration: Enumeration, _ name: String) -> String {
    let cases = enumeration.cases.map {
      "WHEN \(literal($0.rawValue)) THEN \(literal(.text($0.name)))"
    }
    return "CASE \(name) \(cases.joined(separator: " ")) ELSE \(name) END"
  }

  /// `|HRM|PLX|0x40` without its first bar: the flags, the combinations that have bits of their
  /// own, and what no name covers.
  private func spelledFlags(_ set: FlagSet, _ name: String) -> String {
    var pieces: [String] = []
    var named: UInt64 = 0
    var rest = name
    for flag in set.flags where named & flag.mask == 0 {
      named |= flag.mask
      pieces.append(
        "iif(\(name) & \(mask(flag.mask, set)), \(literal(.text("|" + flag.name))), '')")
    }
    if named != 0 { rest += " & \(literal(.integer(~set.stored(named))))" }
    for combination in set.combinations where combination.mask & ~named != 0 {
      let bits = mask(combination.mask, set)
      pieces.append(
        "iif((\(name) & \(bits)) = \(bits), \(literal(.text("|" + combination.name))), '')")
      rest += " & ~iif((\(name) & \(bits)) = \(bits), \(bits), 0)"
    }
    pieces.append("iif(\(rest), printf('|0x%X', \(rest)), '')")
    return "substr(\(pieces.joined(separator: " || ")), 2)"
  }

  private func mask(_ mask: UInt64, _ set: FlagSet) -> String {
    literal(.integer(set.stored(mask)))
  }

  /// The digits before and after the point, without the sign, which a whole part of zero would
  /// lose.
  private func spelledDecimal(_ places: Int, _ name: String) -> String {
    guard places > 0 else { return name }
    let unit = "1" + String(repeating: "0", count: places)
    return """
      iif(\(name) < 0, '-', '') || printf('%d.%0\(places)d', abs(\(name) / \(unit)), \
      abs(\(name) % \(unit)))
      """
  }
}
