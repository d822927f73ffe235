import CommandTable
import FlagFormats

extension ImportOptions {
  /// What belongs to `--from` alone.
  static let names = Set(descriptions.map(\.name)).subtracting(["from"])

  static let descriptions: [OptionDescription] = input + records + errors + entity

  private static let input: [OptionDescription] = [
    OptionDescription(
      "from", value: OptionValue("FILE", .file(extensions: ["csv", "tsv", "json", "ndjson"])),
      isRepeatable: true, group: inputGroup,
      help: "add the records of this file, or of standard input if it is -"),
    OptionDescription(
      "format", short: "f",
      value: OptionValue("FORMAT", .choices(InputFormat.allCases.map { Choice($0.rawValue) })),
      group: inputGroup, help: "the format; told by the file's name or content if not said"),
    OptionDescription(
      "delimiter", value: OptionValue("CHARACTER"), group: inputGroup,
      help: "what stands between the fields: a character, or `tab`"),
    OptionDescription(
      "no-header", group: inputGroup, help: "the first line is a record, not the columns' names"),
    OptionDescription(
      "columns", value: OptionValue("NAMES", .asks("attributes")), group: inputGroup,
      help: "the columns of a file without a header; its attributes in order if not said"),
    OptionDescription(
      "map", value: OptionValue("COLUMN=ATTRIBUTE", .asks("mapping")), isRepeatable: true,
      group: inputGroup,
      help: "the attribute that a column of another name is for"),
    OptionDescription(
      "skip", value: OptionValue("COLUMN", .asks("file-column")), isRepeatable: true,
      group: inputGroup,
      help: "a column that is not read"),
    OptionDescription(
      "null", value: OptionValue("TEXT"), group: inputGroup,
      help: "what stands where there is no value"),
    OptionDescription(
      "dates", value: OptionValue("KIND", .choices(["iso", "epoch"])), group: inputGroup,
      help: "how dates are written: as text, or as seconds since 1970"),
  ]

  private static let records: [OptionDescription] = [
    OptionDescription(
      "ignore", group: recordGroup, help: "leave out a record whose unique value is there already"),
    OptionDescription(
      "replace", group: recordGroup, help: "give the one that is there all the new values"),
    OptionDescription(
      "upsert", value: OptionValue("ATTRIBUTE", .asks("unique")), group: recordGroup,
      help: "change the record that has the same value of this attribute, or add one"),
    OptionDescription(
      "batch", value: OptionValue("N"), group: recordGroup,
      help: "commit after every N records; without it, all or nothing"),
    OptionDescription(
      "skip-records", value: OptionValue("N"), group: recordGroup,
      help: "pass over the first N records, which are in already"),
    OptionDescription(
      "dry-run", group: recordGroup, help: "check everything and change nothing"),
  ]

  private static let errors: [OptionDescription] = [
    OptionDescription(
      "on-error",
      value: OptionValue(
        "WHAT",
        .choices([
          Choice("stop", help: "change nothing"), Choice("skip", help: "take the others"),
          Choice("collect", help: "take the others, and write those into --rejects"),
        ])),
      group: errorGroup, help: "what becomes of the import when a record is wrong"),
    OptionDescription(
      "rejects", value: OptionValue("FILE", .file()), group: errorGroup,
      help: "write the records that are wrong into this file, each with its reason"),
  ]

  private static let entity: [OptionDescription] = [
    OptionDescription(
      "create", group: entityGroup,
      help: "make the entity from the input, and the database, where they are missing"),
    OptionDescription(
      "sample", value: OptionValue("N"), group: entityGroup,
      help: "look at the first N records only to make the entity"),
  ]

  private static let inputGroup = "many records"
  private static let recordGroup = "what becomes of them"
  private static let errorGroup = "records that are wrong"
  private static let entityGroup = "a new entity"
}
