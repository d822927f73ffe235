import CommandTable
import Databases
import FlagFormats
import FlagModel
import Inferring

/// `flagdb infer DB ENTITY.ATTRIBUTE`: infers what unknown bits mean.
struct InferCommand: Command {
  static let name = "infer"
  static let summary = "infers what unknown bits mean from other columns and related records"

  var database = ""
  var reading = ReadingOptions()
  var column = ""
  var least: Correlation?
  var accepted: [String] = []
  var output = OutputOptions()

  mutating func declare(in table: inout OptionTable) {
    table.databaseOrRecords(&database, models: &reading.models, commit: &reading.commit)
    table.argument(
      "COLUMN", &column, .asks("adopted-bits"), isDottedName: true,
      help: "the column with the bits, as in item.flags")
    table.value(
      "least", &least, "PHI", help: "show meanings with at least this correlation; 0.75 by default")
    let accept = table.value(
      "accept", &accepted, "BITS,…", .asks("meaning"),
      help: "name bits in the sidecar of a foreign database: `all`, or as in `0x1,0x40`"
    ) { $0 }
    // A function of a shell may give a format to all commands.
    table.exclude(accept, all: ["output"])
    table.part(&output)
    table.part(&reading.records)
  }

  func complete() throws {
    if !accepted.isEmpty, reading.commit != nil {
      throw CommandError("--accept names bits of the current state")
    }
  }

  func run(in session: Session) throws -> Exit {
    try session.requireOutput(output)
    guard accepted.isEmpty else {
      // The sidecar is read here, and written later.
      let (meanings, naming) = try infer(in: session.forOneTry())
      return try accept(meanings, naming, in: session)
    }
    let (meanings, naming) = try infer(in: session)
    try show(meanings, naming, in: session)
    return .done
  }

  private func infer(in session: Session) throws -> (BitMeanings, NamingLine) {
    try inferred(in: session.openToRead(database, reading), now: session.now)
  }

  private func inferred(in opened: Database, now: Timestamp) throws -> (BitMeanings, NamingLine) {
    let word = try ColumnWord(inOnlyEntity: column, in: opened.schema)
    let entity = try opened.entity(named: word.entity.name)
    guard word.rest.isEmpty, let attribute = entity.attribute(named: word.attribute.name) else {
      throw CommandError("'\(column)' is not a column")
    }
    try requireMask(attribute)
    var inference = Inference(of: attribute, of: entity, in: opened)
    if let least { inference.least = least.number }
    let naming = NamingLine(
      database: database, entity: entity, attribute: attribute, kind: opened.kind)
    return (try inference.meanings(now: now), naming)
  }

  private func requireMask(_ attribute: Attribute) throws {
    guard Self.explains(attribute.type) else {
      throw CommandError("'\(column)' holds no integers, and so no bits", exit: .failed)
    }
  }

  /// True for a type whose values have bits.
  static func explains(_ type: AttributeType) -> Bool {
    switch type {
    case .flags, .integer, .any: true
    default: false
    }
  }

  /// The names and bits that `--accept` takes, with what they mean. Empty if the column cannot be read.
  func acceptable(in opened: Database, now: Timestamp) -> [(word: String, statement: String)] {
    guard let meanings = try? inferred(in: opened, now: now).0 else { return [] }
    var words: [(word: String, statement: String)] = []
    for meaning in meanings.bits {
      guard let claim = meaning.claim else { continue }
      if let name = claim.name { words.append((name.text, claim.statement)) }
      words.append((meaning.mask, claim.statement))
    }
    return words
  }

  // MARK: Showing

  private static let titles = [
    "bit", "records", "meaning", "name", "phi", "precision", "recall", "support",
  ]

  private func show(_ meanings: BitMeanings, _ naming: NamingLine, in session: Session) throws {
    let columns = OutputColumn.named(Self.titles)
    try session.writeRecords(columns, output, meanings.bits.map(row))
    if meanings.bits.isEmpty {
      session.say("note: '\(visible(column))' has no bits without a name\n")
      return
    }
    let claims = meanings.bits.count { $0.claim != nil }
    let bits = counted(meanings.bits.count, "bit")
    let adopts = naming.kind.allows(.adopt)
    let statements = counted(meanings.statements, "statement")
    let records = counted(meanings.records, "record")
    session.say("note: \(statements) about \(records) explain \(claims) of \(bits)\n")
    let names = newFlags(for: meanings.bits)
    if adopts {
      if claims > 0 { session.say(Hint.line("--accept all names them")) }
    } else if !names.isEmpty {
      session.say(Hint.line(naming.hint(naming: names)))
    }
    if meanings.records < meanings.allRecords {
      session.say(
        "note: \(groupedDigits(meanings.records)) of \(counted(meanings.allRecords, "record")) were read, spread over the whole table\n"
      )
    }
  }

  private func row(_ meaning: BitMeaning) -> [Value] {
    let claim = meaning.claim
    func share(_ number: Double?) -> Value {
      number.map { .real(($0 * 100).rounded() / 100) } ?? .null
    }
    return [
      .text(meaning.mask), .integer(Int64(meaning.records)),
      .text(ifAny: claim?.statement), .text(ifAny: claim?.name?.text),
      share(claim?.phi), share(claim?.precision), share(claim?.recall),
      claim.map { .integer(Int64($0.support)) } ?? .null,
    ]
  }

  // MARK: Accepting

  /// The meanings that `--accept` names, by their bits or by their names.
  private func accepted(of bits: [BitMeaning]) throws -> [BitMeaning] {
    let words = accepted.flatMap { $0.split(separator: ",").map(String.init) }
    if words.isEmpty { throw CommandError("--accept: expected bits or names, found nothing") }
    if words.contains(Self.all) { return bits }
    let explained = bits.filter { $0.claim != nil }
    if let unknown = words.first(where: { word in !explained.contains { $0.isCalled(word) } }) {
      let message = "--accept: there is no meaning for '\(unknown)'"
      if explained.isEmpty { throw CommandError(message) }
      throw CommandError(message, hint: .choice("there are meanings for", explained.map(\.mask)))
    }
    return explained.filter { meaning in words.contains(where: meaning.isCalled) }
  }

  private static let all = "all"

  /// The flags with names of the meanings, as `red=0x1`.
  private func newFlags(for bits: [BitMeaning], besides names: Set<Name> = []) -> [String] {
    var taken = names
    return bits.compactMap { meaning in
      guard let name = meaning.claim?.name, taken.insert(name).inserted else { return nil }
      return "\(name)=\(meaning.mask)"
    }
  }

  private func accept(
    _ meanings: BitMeanings, _ naming: NamingLine, in session: Session
  ) throws -> Exit {
    let bits = try accepted(of: meanings.bits)
    guard naming.kind.allows(.adopt) else {
      var names = newFlags(for: bits)
      if names.isEmpty { names = ["NAME=\(bits.first?.mask ?? "0x1")"] }
      throw CommandError(
        "--accept names bits in the sidecar of a foreign database, and '\(database)' has none",
        hint: naming.hint(naming: names),
        exit: .failed)
    }
    // 'adopt' keeps the fields of the set.
    let new = newFlags(for: bits, besides: naming.takenNames)
    if new.isEmpty {
      throw CommandError("no bit of '\(column)' has a meaning that suggests a name", exit: .failed)
    }
    let flags = naming.namedFlags + new
    var command = AdoptCommand()
    command.database = database
    command.names = ColumnNameOptions(flags: ["\(naming.path)=\(flags.joined(separator: ","))"])
    return try command.run(in: session)
  }
}

/// `--least`: a correlation of two statements.
struct Correlation: CommandWord {
  let number: Double

  init(word: String) throws(UnreadableWord) {
    guard let number = Double(word), (0...1).contains(number) else {
      throw UnreadableWord(expected: "a number from 0 to 1")
    }
    self.number = number
  }
}

extension BitMeaning {
  fileprivate func isCalled(_ word: String) -> Bool { word == mask || claim?.name == Name(word) }

  /// `0x40`
  fileprivate var mask: String {
    "0x" + String((1 as UInt64) << UInt64(bit), radix: 16, uppercase: true)
  }
}
