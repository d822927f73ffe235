import CommandTable
import FlagFormats
import FlagModel

/// `flagdb flags DB TYPE [VALUE…]`: decodes numbers, encodes names, lists flags.
struct FlagsCommand: Command {
  static let name = "flags"
  static let summary = "translates flags: names to numbers and back"

  var database = ""
  var type: Name?
  var values: [String] = []
  var output = OutputOptions()

  func run(in session: Session) throws -> Exit {
    let schema = try ModelFile.schema(of: database, in: session)
    guard let type else {
      try list(schema.flagSets, in: session)
      return .done
    }
    let set = try schema.flagSet(typed: type)
    if values.isEmpty {
      try list([set], in: session)
      return .done
    }
    try session.print(try values.map { "\(try translated($0, set))\n" }.joined())
    return .done
  }

  /// Numbers become names, and names numbers.
  private func translated(_ value: String, _ set: FlagSet) throws -> String {
    if let mask = number(value, set) {
      return set.names(of: mask).joined(separator: ",")
    }
    do {
      return "\(set.stored(try set.mask(from: value)))"
    } catch {
      throw CommandError(error.message, hint: error.hint)
    }
  }

  /// A stored number, in decimal or as 0x…; one beyond 2^63 is that of an unsigned set.
  private func number(_ text: String, _ set: FlagSet) -> UInt64? {
    if text.hasPrefix("0x") || text.hasPrefix("0X") {
      return UInt64(text.dropFirst(2), radix: 16)
    }
    if let signed = Int64(text) { return set.mask(stored: signed) }
    return UInt64(text)
  }

  private func list(_ sets: [FlagSet], in session: Session) throws {
    let columns = ["set", "flag", "bit", "value", "about"].map { OutputColumn(name: $0) }
    let rows = sets.flatMap { set in
      set.flags.map { row($0, .integer(Int64($0.mask.trailingZeroBitCount)), set) }
        + set.combinations.map { row($0, .null, set) }
    }
    try session.writeRecords(columns, output, rows)
  }

  private func row(_ flag: Flag, _ bit: Value, _ set: FlagSet) -> [Value] {
    [
      .text(set.name.text), .text(flag.name.text), bit, .integer(set.stored(flag.mask)),
      flag.summary.map(Value.text) ?? .null,
    ]
  }
}
