import CommandTable
import Databases
import Engines

/// The database error behind a usage error: a misspelt database is worse than a missing argument after it.
enum MissingDatabase {
  /// - Returns: nil for another error, or if the database of the line can be read.
  static func error(
    behind error: any Error, in words: [String], on servers: (any ServerEngine)?
  ) -> DatabaseError? {
    guard case .missingArgument? = (error as? UsageError)?.problem,
      let line = tool.parseUnfinished(words, preset: .database),
      line.command.arguments.first?.option != nil
    else { return nil }
    let path = QueryCommand(unfinished: line).database
    guard !path.isEmpty, servers != nil || !Database.isAddress(path), RecordFile(path) == nil,
      DefinitionFile(path) == nil
    else { return nil }
    do {
      _ = try Database(
        path: path, for: .reading, patience: .milliseconds(100), repairs: false, on: servers,
        models: .ofUser())
    } catch let error as DatabaseError where Self.kinds.contains(error.kind) {
      return error
    } catch {}
    return nil
  }

  /// The kinds of errors that only another line or file avoids.
  private static let kinds: [DatabaseError.Kind] = [.noSuchFile, .notADatabase, .unusableFile]
}
