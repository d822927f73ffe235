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
    var candidates = CompletionCandidates(request).all.filter { candidate in
      // A line each, and nothing that would drive the terminal where a shell lists it.
      candidate.text.hasPrefix(request.typed) && visible(candidate.text) == candidate.text
    }
    if candidates.count == 1, let closed = closed(candidates[0]) { candidates.append(closed) }
    try session.print(
      candidates.map { candidate in
        candidate.about.map { "\(candidate.text)\t\(visible($0))\n" } ?? "\(candidate.text)\n"
      }.joined())
    return .done
  }

  /// The only candidate with its brackets closed. Behind an only candidate shells put a blank, and
  /// the quote that closes; within brackets it is too early for both, and with two candidates to
  /// choose from they wait.
  private func closed(_ candidate: Candidate) -> Candidate? {
    guard Self.expressions.contains(request.kind), let last = candidate.text.last,
      !"([{".contains(last)
    else { return nil }
    let closing = closingBrackets(of: candidate.text)
    return closing.isEmpty ? nil : Candidate(candidate.text + closing, about: candidate.about)
  }

  private static let expressions: Set<String> = [
    "columns", "groups", "order", "predicate", "group-predicate",
  ]

  static let description = CommandDescription.completionCallBack
}
