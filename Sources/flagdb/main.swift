import CommandTable
import FlagDB
import Platform
import Terminal

/// Runs the tool once and answers with its exit status.
func run() -> Int32 {
  var isVerbose = false
  do {
    let request = try tool.parse(try commandLineWords()) { (try? fileKind(at: $0)) == .regular }
    isVerbose = request.isVerbose
    return try request.run(
      in: Session(colour: request.colour, configuration: request.configuration)
    ).rawValue
  } catch {
    let failure = Failure(error, isVerbose: isVerbose)
    try? writeAll(Array(failure.text.utf8), to: STDERR_FILENO)
    return failure.status
  }
}

prepareProcess()
Interruption.catchSignals()
exit(run())
