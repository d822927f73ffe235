import CommandTable
import Databases
import Engines
import FlagModel

extension MissingEntity {
  /// - Returns: nil for another error, or if the database cannot be read without waiting.
  static func hint(
    for error: any Error, in words: [String], on servers: (any ServerEngine)?
  ) -> Hint? {
    if isMeant(error) || isAssignmentAlone(error, words) {
      return schema(in: words, on: servers).flatMap(hint(in:))
    }
    if case .missingArgument("COLUMN")? = (error as? UsageError)?.problem,
      let line = tool.parseUnfinished(words, preset: .database),
      line.command.name == InferCommand.name
    {
      return schema(in: words, on: servers).flatMap(hint(ofMasksIn:))
    }
    return nil
  }

  /// True for `update DB score=3`, which has an assignment in place of the entity.
  private static func isAssignmentAlone(_ error: any Error, _ words: [String]) -> Bool {
    guard case .missingArgument("NAME=VALUE")? = (error as? UsageError)?.problem,
      let line = tool.parseUnfinished(words, preset: .database),
      line.command.name == UpdateCommand.name
    else { return false }
    return UpdateCommand(unfinished: line).entity.text.contains("=")
  }

  /// The columns of flags, or else those of whole numbers.
  private static func hint(ofMasksIn schema: Schema) -> Hint? {
    func columns(where isMask: (AttributeType) -> Bool) -> [String] {
      var columns: [String] = []
      for entity in schema.entities {
        for attribute in entity.attributes
        where isMask(attribute.type) && attribute.column != entity.keyColumn {
          columns.append("\(entity.name).\(attribute.name)")
        }
      }
      return columns
    }
    let flags = columns { $0.isFlags }
    let names = flags.isEmpty ? columns(where: InferCommand.explains) : flags
    if names.isEmpty { return nil }
    return .choice("the model has", names)
  }

  /// The line of a command that selects records, with the only entity of its database. Nil for another
  /// error, another command, or a database with several entities.
  static func completed(
    _ words: [String], after error: any Error, on servers: (any ServerEngine)?
  ) -> [String]? {
    guard isMeant(error),
      let line = tool.parseUnfinished(words, preset: .database),
      commands.contains(line.command.name),
      let entities = schema(in: words, on: servers)?.entities, entities.count == 1
    else { return nil }
    return words + [entities[0].name.text]
  }

  /// The commands that select records of one entity.
  private static let commands = [QueryCommand.name, UpdateCommand.name, DeleteCommand.name]

  private static func schema(in words: [String], on servers: (any ServerEngine)?) -> Schema? {
    guard let line = tool.parseUnfinished(words, preset: .database) else { return nil }
    let path = QueryCommand(unfinished: line).database
    guard !path.isEmpty, servers != nil || !Database.isAddress(path) else { return nil }
    return try? Database(
      path: path, for: .reading, patience: .milliseconds(100), repairs: false, on: servers,
      models: .ofUser()
    ).schema
  }
}
