import Databases
package import Engines
import Platform
import Terminal

/// Runs the tool once, as a process of its own, on the words of its line, and answers with its exit
/// status.
///
/// The executable gives the clock of the machine, and the engine for servers, if it has one. Tests give
/// another clock, through an executable of their own, so that nothing in the environment of a user changes
/// the time.
///
/// This module is the command-line tool. A command is a folder in `Commands`; `Failure` words all
/// errors.
///
/// - Parameter serverProgram: the executable that opens servers, for a tool without an engine for them.
package func runTool(
  _ words: () throws -> [String] = commandLineWords, on servers: (any ServerEngine)? = nil,
  serverProgram: String = "flagdb-postgresql", clock: @escaping Clock
) -> Int32 {
  prepareProcess()
  Interruption.catchSignals()
  var isVerbose = false
  var typed: [String] = []
  do {
    let words = try words()
    typed = words
    let request = try parse(words)
    let options = try request.common
    isVerbose = options.isVerbose
    return try request.run(
      in: Session(
        colour: options.colour, configuration: request.configuration, servers: servers,
        serverProgram: serverProgram, clock: clock
      ).running(words)
    ).rawValue
  } catch {
    let failure = Failure(
      error, isVerbose: isVerbose,
      repair: Failure.mayBeRepaired(error)
        ? RepairedLine.hint(for: typed) ?? MissingEntity.hint(for: error, in: typed) : nil)
    StandardError.write(failure.text)
    return failure.status
  }
}
