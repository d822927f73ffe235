import CommandTable
import FlagFormats
import FlagModel

/// `flagdb flags DB TYPE [VALUE…]`: decodes numbers, encodes names, lists flags.
struct FlagsCommand: Command {
  private let database: String
  private let type: String?
  private let values: [String]
  private let output: OutputOptions

  init(_ line: Invocation) throws {
    database = try line.required("DB")
    type = line.value(of: "TYPE")
    values = line.values(of: "VALUE")
    output = try OutputOptions(line)
  }

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
      .text(set.name), .text(flag.name), bit, .integer(set.stored(flag.mask)),
      flag.summary.map(Value.text) ?? .null,
    ]
  }

  static let description = CommandDescription(
    "flags", group: "the database", summary: "translates flags: names to numbers and back",
    arguments: [
      .databaseOrModel,
      ArgumentDescription(
        "TYPE", isOptional: true, completion: .asks("flag-set"),
        help: "the flag set, as in BIOMarker; all are listed without one"),
      ArgumentDescription(
        "VALUE", isOptional: true, isRepeating: true, completion: .asks("flags-of-type"),
        help: "a number, which becomes names, or names, which become a number"),
    ],
    options: OutputOptions.descriptions,
    discussion: [
      """
      Each value is answered by a line: a number, decimal or hexadecimal, by the names of its \
      flags, and names by their number. A bit without a name is `0x40`, both ways. Without values \
      the flags are listed, each with its bit, its number, and what the model says about it.
      """
    ],
    examples: [
      Example("What a number means.", "flagdb flags zoo.db BIOMarker 6", output: "HRM,PLX"),
      Example("Which number names are.", "flagdb flags zoo.db BIOMarker HRM,PLX", output: "6"),
      Example(
        "All flags of a set.", "flagdb flags zoo.db BIOMarker",
        output: """
          set,flag,bit,value,about
          BIOMarker,RAW,0,1,As the instrument sent it.
          BIOMarker,HRM,1,2,Heart rate.
          BIOMarker,PLX,2,4,Pulse oximetry.
          BIOMarker,vitals,,6,
          """),
    ],
    seeAlso: [PageReference("flagdb-schema", 1), PageReference("flagdb-model", 5)])
}
