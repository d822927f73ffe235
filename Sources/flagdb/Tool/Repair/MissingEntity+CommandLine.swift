import CommandTable
import Databases
import Engines
import FlagModel

extension MissingEntity {
  /// - Returns: nil for another error, or if the database cannot be read without waiting.
  static func hint(for error: any Error, in words: [String]) -> Hint? {
    if isMeant(error) { return schema(in: words, on: nil).flatMap(hint(in:)) }
    return nil
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
