import CommandTable
import FlagModel
import Migrations
import Predicates
import UserSQL

/// `--rename`, `--drop`, `--clear`, `--fill`: what the models alone do not say.
struct MigrationOptions {
  let wishes: MigrationWishes
  let allowsLoss: Bool
  let isAgreed: Bool

  init(_ line: Invocation) throws {
    let renames = try line.values(ofOption: "rename").map { text in
      guard let rename = Rename(text) else {
        throw CommandError(
          "--rename: expected OLD=NEW, found '\(text)'",
          hint: "as in BIOMarker.PLX=SpO2, Sample.note=remark or Sample=Specimen")
      }
      return rename
    }
    wishes = MigrationWishes(
      renames: renames, drops: line.values(ofOption: "drop"),
      fills: try line.values(ofOption: "fill").map(Self.fill),
      clears: line.values(ofOption: "clear"))
    allowsLoss = line.has(option: "allow-loss")
    isAgreed = line.has(option: "yes")
  }

  private static func fill(_ text: String) throws -> Fill {
    let (name, value) = splitAtEquals(text)
    guard let value, !name.isEmpty else {
      throw CommandError(
        "--fill: expected ATTRIBUTE=VALUE, found '\(text)'", hint: "as in Sample.score=0")
    }
    return Fill(attribute: String(name), text: String(value))
  }

  /// Asks before anything is lost.
  func confirmLoss(_ session: Session) throws {
    guard !isAgreed, session.canAsk else { return }
    guard try session.confirm("migrate with these losses?") else { throw ScopeOptions.Declined() }
  }

  static let descriptions: [OptionDescription] = [
    OptionDescription(
      "rename", value: OptionValue("OLD=NEW", .asks("rename")), isRepeatable: true, group: group,
      help: "the new name of an entity, an attribute, a flag or a case, as in BIOMarker.PLX=SpO2"),
    OptionDescription(
      "drop", value: OptionValue("NAME", .asks("model-name")), isRepeatable: true, group: group,
      help: "this one goes, and has no new name"),
    OptionDescription(
      "fill", value: OptionValue("ATTRIBUTE=VALUE", .asks("fill")), isRepeatable: true,
      group: group,
      help: "what records get that have no value, or one that is refused"),
    OptionDescription(
      "clear", value: OptionValue("FLAG", .asks("flag-name")), isRepeatable: true, group: group,
      help: "take the bit of a flag that goes away from all records"),
    OptionDescription(
      "allow-loss", group: group,
      help: "lose what the plan says is lost; a backup is made beside the file"),
    OptionDescription("yes", short: "y", group: group, help: "do not ask on a terminal"),
  ]

  private static let group = "what the models do not say"
}
