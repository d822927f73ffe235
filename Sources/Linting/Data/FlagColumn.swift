import FlagModel
import Statistics

/// A column with flags, and the rules for its values.
struct FlagColumn {
  let entity: Entity
  let attribute: Attribute
  let set: FlagSet
  /// The path or address of the database.
  let database: String

  /// A column with fewer records does not show which flags are unused or always together.
  private static let fewestRecords: Int64 = 20
  /// The maximum number of bits with a finding of their own.
  private static let mostBits = 8

  private var name: Name { Name(path: [entity.name, attribute.name]) }

  private func finding(
    _ rule: LintRule, flag: Name? = nil, _ message: String, repair: String
  ) -> LintFinding {
    LintFinding(rule, in: name, flag: flag, message, file: database, repair: repair)
  }

  private func command(_ words: String...) -> String {
    (["flagdb"] + words).map(shellWord).joined(separator: " ")
  }

  // MARK: Widths

  /// A flag above the width of a server's column.
  func widthFindings() -> [LintFinding] {
    guard case .native(let native) = attribute.stored, let word = native.word else { return [] }
    return set.flags.filter { $0.mask >> UInt64(word.width) != 0 }.map { flag in
      finding(
        .tooWide, flag: flag.name,
        "'\(flag.name)' is bit \(flag.mask.trailingZeroBitCount), and the column \(native.name) has \(word.width)",
        repair: "change the type of the column to bigint")
    }
  }

  // MARK: Values

  func findings(in counts: [(value: Int64, count: Int64)]) -> [LintFinding] {
    let extended = counts.filter { isSignExtended($0.value) }
    let others = counts.filter { !isSignExtended($0.value) }
    let words = extended.map { (value: $0.value & 0xFFFF_FFFF, count: $0.count) }
    let statistics = FlagStatistics(set, stored: others + words)
    return signFindings(extended) + undeclared(statistics) + unused(statistics)
      + inseparable(statistics)
  }

  /// True for a negative 32-bit number in a set of 64 bits whose flags need only 32.
  private func isSignExtended(_ value: Int64) -> Bool {
    set.rawType.bitWidth == 64 && set.declaredMask >> 32 == 0 && value < 0
      && value >= Int64(Int32.min)
  }

  private func signFindings(_ counts: [(value: Int64, count: Int64)]) -> [LintFinding] {
    counts.sorted { ($1.count, $0.value) < ($0.count, $1.value) }.prefix(Self.mostBits).map {
      value, count in
      let names = set.text(of: UInt64(value & 0xFFFF_FFFF))
      let column = "\"\(attribute.column)\""
      // A number below those of 32 bits has bits above them, which the statement must keep.
      let update =
        "UPDATE \"\(entity.source.table)\" SET \(column) = \(column) & 4294967295 WHERE \(column) < 0"
        + " AND \(column) >= \(Int32.min)"
      return finding(
        .signExtended,
        "\(counted(count, "record")) \(have(count)) \(value), a negative 32-bit number: \(names)",
        repair:
          "declare a raw type of 32 bits, or run \(command("sql", database, update, "--write"))")
    }
  }

  private func undeclared(_ statistics: FlagStatistics) -> [LintFinding] {
    let members = statistics.members.filter { !$0.isDeclared && $0.count > 0 }
    if members.count > Self.mostBits {
      return [
        finding(
          .undeclaredBit,
          "no flag is declared for \(members.count) bits that records have; perhaps the numbers are not flags",
          repair:
            "look at them with \(command("stats", database, entity.name.text, attribute.name.text))"
        )
      ]
    }
    return members.map { member in
      let bit = member.mask.hexText
      return finding(
        .undeclaredBit,
        "no flag is declared for \(bit), which \(counted(member.count, "record")) \(have(member.count))",
        repair: "declare it, or clear it with \(clearing(bit))")
    }
  }

  private func clearing(_ bit: String) -> String {
    command(
      "update", database, entity.name.text, "\(attribute.name)-=\(bit)", "--has",
      "\(attribute.name):\(bit)")
  }

  private func unused(_ statistics: FlagStatistics) -> [LintFinding] {
    guard statistics.records >= Self.fewestRecords else { return [] }
    let unused = statistics.members.filter { $0.isDeclared && $0.count == 0 }
    // In an empty column, all flags are unused.
    guard let first = unused.first, statistics.empty < statistics.records else { return [] }
    return [
      finding(
        .unusedBit, flag: unused.count == 1 ? Name(first.name) : nil,
        "none of \(counted(statistics.records, "record")) has \(listedInQuotes(unused.map(\.name), "or"))",
        repair: "remove a flag that nothing sets any more")
    ]
  }

  private func inseparable(_ statistics: FlagStatistics) -> [LintFinding] {
    statistics.inseparable.compactMap { group in
      guard let first = group.first, first.count >= Self.fewestRecords else { return nil }
      return finding(
        .equalFlags, flag: Name(first.name),
        "\(listedInQuotes(group.map(\.name))) are together in each of \(counted(first.count, "record"))",
        repair: "keep one of them if they mean the same")
    }
  }

  func finding(equalTo other: FlagColumn) -> LintFinding {
    finding(
      .equalSets,
      "'\(attribute.name)' and '\(other.attribute.name)' have the same flags in every record",
      repair: "keep one of them if they mean the same")
  }
}
