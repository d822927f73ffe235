import CommandTable
import Platform

/// `flagdb complete SHELL -- WORD…`: what the shells ask while somebody types. Whatever goes wrong
/// offers nothing and says nothing.
struct CompleteCommand: Command {
  private let line: Invocation

  init(_ line: Invocation) throws {
    self.line = line
  }

  func run(in session: Session) throws -> Exit {
    let home = Platform.environmentVariable("HOME")
    let answer = CompletionCall(of: handbook, home: home).answer(to: line) { request in
      CompletionCandidates(request).choices(closingBrackets: true)
    }
    try session.print(answer)
    return .done
  }

  static let description = CommandDescription.completionCall
}
