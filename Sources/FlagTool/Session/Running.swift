import CommandTable
import Engines
import FlagModel
import Terminal

// Runs a parsed command line.

extension CommandLineRequest {
  func run(in session: Session) throws -> Exit {
    switch self {
    case .help(let command, let length):
      let handbook = session.commands.handbook
      let command = command.flatMap { handbook.command(named: $0.name) }
      try session.print(
        handbook.help(for: command, length, width: session.textWidth), isPaged: length == .whole)
      return .done
    case .version(let length):
      try session.print(versionText(session.commands.tool.version, length))
      return .done
    case .run(let line):
      guard let type = session.commands.command(named: line.command.name) else {
        throw CommandError("'\(line.command.name)' is not a command of \(toolName)")
      }
      do {
        return try beginningAnew(in: session) {
          try type.init(type.understood(line)).run(in: $0)
        }
      } catch let error as DatabaseError where error.kind == .unusableFile && line.isInVain {
        throw CommandError(
          error.message,
          hint: "--dry-run makes the change and rolls it back; try it on a copy from 'backup'",
          exit: .failed)
      }
    }
  }

  /// Runs a command, and repeats it if another program changed the model or the file before the
  /// command did anything.
  private func beginningAnew(in session: Session, _ body: (Session) throws -> Exit) throws -> Exit {
    for _ in 0..<Self.mostBeginnings {
      do {
        return try body(session.forOneTry())
      } catch let error as DatabaseError where error.asksToBeginAnew && !session.hasActed {}
    }
    return try body(session.forOneTry())
  }

  /// The greatest number of repetitions.
  private static let mostBeginnings = 100

  /// The options of every command.
  var common: CommonOptions {
    get throws {
      if case .run(let line) = self { try CommonOptions(line) } else { CommonOptions() }
    }
  }

  /// The user's settings; the defaults for commands that programs call. Invalid lines are reported
  /// and skipped.
  var configuration: Configuration {
    if case .run(let line) = self, line.command.isHidden { return .none }
    var problems: [Diagnostic] = []
    let configuration = Configuration.ofUser(&problems)
    StandardError.write(shownInPart(problems) { $0.rendered() })
    return configuration
  }
}

extension Invocation {
  /// True for a dry run.
  fileprivate var isInVain: Bool { options.contains { $0.name == "dry-run" } }
}

extension DatabaseError {
  /// True if a retry of the command can succeed.
  fileprivate var asksToBeginAnew: Bool { kind == .modelChanged || kind == .fileChanged }
}
