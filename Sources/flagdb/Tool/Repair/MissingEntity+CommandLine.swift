import CommandTable
import Databases
import FlagModel

extension MissingEntity {
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
}
