import CommandTable
import Databases
import FlagModel

/// The hint for a command line without the entity: the entities of the database.
enum MissingEntity {
  /// - Returns: nil for another error, or if the database cannot be read without waiting.
  static func hint(for error: any Error, in words: [String]) -> Hint? {
    guard isMeant(error), let line = tool.parseUnfinished(words, preset: .database) else {
      return nil
    }
    let path = QueryCommand(unfinished: line).database
    guard !path.isEmpty, !Database.isAddress(path),
      let database = try? Database(
        path: path, for: .reading, patience: .milliseconds(100), repairs: false, models: .ofUser())
    else { return nil }
    return hint(in: database.schema)
  }

  static func hint(for error: any Error, in schema: Schema) -> Hint? {
    isMeant(error) ? hint(in: schema) : nil
  }

  private static func isMeant(_ error: any Error) -> Bool {
    if case .missingArgument("ENTITY")? = (error as? UsageError)?.problem { true } else { false }
  }

  private static func hint(in schema: Schema) -> Hint? {
    let names = schema.entities.map(\.name)
    return names.isEmpty ? "the model has no entities yet" : "the model has \(listed(names))"
  }
}
