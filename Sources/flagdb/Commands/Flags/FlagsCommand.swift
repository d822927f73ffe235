import CommandTable
import FlagDB
import FlagFormats
import FlagModel
import PlainText

/// `flagdb flags DB TYPE [VALUE…]`: decodes numbers, encodes names, lists flags.
struct FlagsCommand: Command {
  static let name = "flags"
  static let summary = "translates flags: names to numbers and back"

  var database = ""
  var type: Name?
  var values: [String] = []
  var output = OutputOptions()

  mutating func declare(in table: inout OptionTable) {
    table.databaseOrModel(&database)
    table.argument(
      "TYPE", &type, .asks("any-flag-set"),
      help: "the flag set, as in BIOMarker; all are listed without one")
    table.argument(
      "VALUE", isOptional: true, &values, .asks("flags-of-type"),
      help: "a number, which becomes names, or names, which become a number")
    table.part(&output)
  }

  func run(in session: Session) throws -> Exit {
    let (sets, exit) = try sets(in: session)
    if let set = sets.first, !values.isEmpty {
      try session.print(try values.map { "\(try translated($0, set))\n" }.joined())
    } else {
      try list(sets, in: session)
    }
    return exit
  }

  /// The set of the type, or all of them. Of a file those are enough that can be read; what is wrong
  /// with the others is said.
  private func sets(in session: Session) throws -> ([FlagSet], Exit) {
    guard database.hasSuffix(".swift") else {
      let schema = try session.open(database, for: .reading).schema
      return (try type.map { [try schema.flagSet(typed: $0)] } ?? schema.allFlagSets, .done)
    }
    let declared = try ModelFile.flagSets(of: database, in: session)
    let names = declared.names
    if names.isEmpty, type == nil {
      throw CommandError("'\(database)' declares no flag set", exit: .failed)
    }
    let place = try type.map { try flagSetIndex(typed: $0, in: names) }
    let wanted = place.map { $0..<$0 + 1 } ?? names.indices
    let (sets, diagnostics) = declared.read(wanted)
    let isWrong = diagnostics.contains { $0.severity == .error }
    if isWrong, sets.isEmpty { throw Diagnostics(diagnostics) }
    session.say(shownInPart(diagnostics) { $0.rendered() })
    return (sets, isWrong ? .failed : .done)
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

  static let manual = CommandManual(
    """
    Each value gives one line. For a number, decimal or hexadecimal, the line has the names of its
    flags; for names it has their number. A bit without a name is `0x40` in both directions. Without
    values the flags are listed, each with its bit, its number, and the model's comment. The cases of
    an enum are flags too where an attribute holds a set of them, `Set<Weekday>`.

    A Swift file of an app can stand in place of a database: only the set is read, and the constants
    that its values need. Without a type all sets of the file that can be read are listed. For the
    others there is an error, and the exit status is 1.
    """,
    examples: """
      The names for a number.
          $ flagdb flags zoo.db BIOMarker 6
          HRM,PLX

      The number for names.
          $ flagdb flags zoo.db BIOMarker HRM,PLX
          6

      All flags of a set.
          $ flagdb flags zoo.db BIOMarker
          set,flag,bit,value,about
          BIOMarker,RAW,0,1,As the instrument sent it.
          BIOMarker,HRM,1,2,Heart rate.
          BIOMarker,PLX,2,4,Pulse oximetry.
          BIOMarker,vitals,,6,
      """,
    seeAlso: ["flagdb-schema(1)", "flagdb-model(5)"])
}
