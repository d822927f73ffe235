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
      return (try type.map { [try schema.flagSet(typed: $0)] } ?? schema.flagSets, .done)
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
}
