import Databases
import Definitions
import FlagModel
import Queries

/// Flags in the records of an entity: `item_flags(bit, name)`, or `item_flags(bit=id, name=label)`.
struct FlagTable {
  private let entity: Name
  /// The columns of the definition, and the attributes with their values.
  private let columns: [(title: Name, attribute: String)]

  init?(_ word: String) {
    guard word.hasSuffix(")"), let open = word.firstIndex(of: "("), open != word.startIndex,
      !word.contains(".")
    else { return nil }
    entity = Name(word[..<open])
    columns = word[open...].dropFirst().dropLast().split(separator: ",").map { column in
      let (title, attribute) = splitAtEquals(String(column.trimmed))
      return (Name(title), String(attribute ?? title))
    }
  }

  /// The flags of all records.
  func flags(in database: Database, _ session: Session) throws -> FlagSet {
    let entity = try database.entity(named: entity)
    let request = AnswerRequest(columns: columns.map { SourceText($0.attribute) })
    let query = try request.query(of: entity, in: database.schema, now: session.now)
    var lines = [columns.map(\.title.text)]
    try database.read {
      try database.rows(query).pass { row in
        lines.append(columns.indices.map { AttributeType.any.text(of: row.value(at: $0)) })
      }
    }
    let text = lines.map { $0.map(Self.quoted).joined(separator: ",") + "\n" }.joined()
    let source = SourceText(name: entity.name.text, text)
    let definitions = try FlagDefinitions(source, at: entity.name.text, .table)
    guard let name = definitions.names.first, definitions.names.count == 1 else {
      let what = definitions.names.isEmpty ? "no flags" : "several sets of flags"
      throw CommandError("'\(entity.name)' has \(what)", exit: .failed)
    }
    let defined = try definitions.read(name)
    DefinitionFile.say(defined, in: session)
    return defined.set
  }

  private static func quoted(_ text: String) -> String {
    "\"\(text.replacing("\"", with: "\"\""))\""
  }
}
