package import CommandTable
import FlagModel
import Migrations

/// `--rename`, `--drop`, `--clear`, `--fill`: the decisions that the models do not contain.
struct MigrationOptions: CommandOptions {
  private(set) var decisions = MigrationDecisions.none
  private var dates: DateForm?
  private(set) var allowsLoss = false
  private var isAgreed = false

  /// The long names of these options.
  static let names = OptionTable(describing: Self.self).options.map(\.name)

  mutating func declare(in table: inout OptionTable) {
    table.heading("decisions")
    table.value(
      "rename", &decisions.renames, "OLD=NEW", .asks("rename"),
      help: "rename this, as in BIOMarker.PLX=SpO2")
    table.value(
      "drop", &decisions.drops, "NAME", .asks("model-name"),
      help: "remove this, which was not renamed")
    table.value(
      "fill", &decisions.fills, "NAME=VALUE", .asks("fill"),
      help: "the value for records with no value or an invalid one")
    table.value(
      "into", &decisions.masks, "MASK=NAME,…", .asks("into"),
      help: "turn attributes of Bool, or a list of names, into a mask, or back")
    table.value(
      "clear", &decisions.clears, "FLAG", .asks("flag-name"),
      help: "clear the bit of a removed flag in all records")
    table.value(
      "dates", &dates, "KIND",
      help: "unit and epoch of numbers that become dates, or of dates that become numbers")
    table.switch(
      "allow-loss", &allowsLoss,
      help: "accept the losses that the plan reports; a backup is made beside the file")
    table.switch("yes", short: "y", &isAgreed, help: "do not ask on a terminal")
  }

  mutating func complete() { decisions.dates = dates?.numbered }

  /// Gives `--dates` away, for a command that reads a record file instead.
  mutating func takeDates() -> DateForm? {
    defer {
      dates = nil
      decisions.dates = nil
    }
    return dates
  }

  func confirm(_ question: String, _ session: Session) throws {
    guard !isAgreed, session.canAsk else { return }
    guard try session.confirm(question) else { throw ScopeOptions.Declined() }
  }

  /// True if any of the options is given.
  var isGiven: Bool { decisions != .none || allowsLoss || isAgreed }
}

extension Rename: CommandWord {
  package init(word: String) throws(UnreadableWord) {
    guard let rename = Rename(word) else {
      throw UnreadableWord(
        expected: "OLD=NEW",
        hint: "as in BIOMarker.PLX=SpO2, Sample.note=remark or Sample=Specimen")
    }
    self = rename
  }
}

extension MaskParts: CommandWord {
  package init(word: String) throws(UnreadableWord) {
    guard let parts = MaskParts(word) else {
      throw UnreadableWord(
        expected: "MASK=NAME,…", hint: "as in status=unread,starred or Mail.status=isUnread:unread")
    }
    self = parts
  }
}

extension Fill: CommandWord {
  package init(word: String) throws(UnreadableWord) {
    let (name, value) = splitAtEquals(word)
    guard let value, !name.isEmpty else {
      throw UnreadableWord(expected: "NAME=VALUE", hint: "as in Sample.score=0")
    }
    self.init(attribute: Name(name), text: String(value))
  }
}
