import CommandTable
import FlagSQL
import PlainText

/// `flagdb complete KIND -- WORD…`: what the shells ask while somebody types. Whatever goes wrong
/// offers nothing and says nothing.
struct CompleteCommand: Command {
  private let request: CompletionRequest

  init(_ line: Invocation) throws {
    request = tool.completionRequest(line)
  }

  func run(in session: Session) throws -> Exit {
    let candidates = CompletionCandidates(request).all.filter { candidate in
      // A line each, and nothing that would drive the terminal where a shell lists it.
      candidate.text.hasPrefix(request.typed) && visible(candidate.text) == candidate.text
    }
    try session.print(
      candidates.map { candidate in
        candidate.about.map { "\(candidate.text)\t\(visible($0))\n" } ?? "\(candidate.text)\n"
      }.joined())
    return .done
  }

  static let description = CommandDescription.completionCallBack
}
