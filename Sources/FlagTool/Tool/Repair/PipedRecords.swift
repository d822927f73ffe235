import CommandTable
import FlagModel

/// The hint for a command line without a database, if standard input may have its records.
enum PipedRecords {
  static func hint(for error: any Error, in words: [String]) -> Hint? {
    guard case .missingArgument("DB")? = (error as? UsageError)?.problem, ImportInput.isPiped,
      let command = tool.parseUnfinished(words, preset: .database)?.command,
      case .file(let extensions)? = command.arguments.first?.completion,
      extensions.contains("ndjson")
    else { return nil }
    return "\(quotedCommand(toolName, command.name, "-")) reads the records of standard input"
  }
}
