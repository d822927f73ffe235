import CommandTable
import Platform

/// `flagdb complete SHELL -- WORD…`: prints completion candidates for the shells. If an error
/// occurs, it prints nothing.
struct CompleteCommand: Command {
  static let name = CompletionCall.command
  static let summary = "prints candidates for shell completion"

  var call = CompletionCall()

  mutating func declare(in table: inout OptionTable) { table.part(&call) }

  func run(in session: Session) throws -> Exit {
    let home = Platform.environmentVariable("HOME")
    let answer = call.answer(of: session.commands.handbook, home: home, preset: .database) {
      request in
      CompletionCandidates(request, in: session).choices(inShell: true)
    }
    try session.print(answer)
    return .done
  }
}
