package import Engines
import PlainText
import Platform
import Terminal

/// Runs the tool once as a process, with the arguments of its command line, and returns its exit
/// status.
///
/// The executable supplies the clock, and an engine for servers if it has one. Tests use another
/// executable with another clock, so no environment variable affects the time.
///
/// This module is the command-line tool. A command is a folder in `Commands`; `Failure` words all
/// errors.
///
/// - Parameter serverProgram: the executable for servers, for a tool without such an engine.
///
/// See Documentation/Decisions/functions-of-a-start-stand-together.md.
package func runTool(
  _ words: () throws -> [String] = commandLineWords, on servers: (any ServerEngine)? = nil,
  serverProgram: String = "flagdb-postgresql", clock: @escaping Clock
) -> Int32 {
  var isVerbose = false
  var typed: [String] = []
  do {
    let words = try words()
    if servers == nil { ServerProgram(name: serverProgram).takeOver(words) }
    prepareProcess()
    Interruption.catchSignals()
    typed = words
    let request = try parse(words, on: servers)
    let options = try request.common
    isVerbose = options.isVerbose
    return try request.run(
      in: Session(
        colour: options.colour, configuration: request.configuration, commands: AllCommands(),
        servers: servers, serverProgram: serverProgram, clock: clock
      ).running(words)
    ).rawValue
  } catch {
    var repair: Hint?
    if let reported = error as? any ReportedError, reported.mayBeRepaired {
      repair =
        RepairedLine.hint(for: typed) ?? MissingEntity.hint(for: error, in: typed, on: servers)
        ?? PipedRecords.hint(for: error, in: typed)
    }
    let failure = Failure(error, isVerbose: isVerbose, repair: repair)
    StandardError.write(failure.text)
    return failure.status
  }
}
