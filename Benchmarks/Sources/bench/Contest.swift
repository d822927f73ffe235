/// One piece of work, done by several tools on the same data, in turn.
struct Contest {
  let name: String
  let title: String
  /// What flagdb has to reach beside the reference, as a ratio of times, where there is a goal.
  var goal: Double? = nil
  /// The same on one thread.
  var goalOnOneThread: Double? = nil
  var rounds: Int? = nil
  let contenders: [Contender]

  /// True if a server takes part.
  var needsServer: Bool { contenders.contains { $0.tool == .psql } }

  /// Whose time counts as 1.
  var reference: Tool { needsServer ? .psql : .sqlite3 }
}

/// How one tool does it.
struct Contender {
  var tool: Tool
  var words: [String]
  /// What is done before each run, and not measured.
  var preparation: [String]? = nil
  /// Whether it prints the same as the others that say so, byte for byte.
  var isComparable = true
}

/// What the runs of one contender took.
struct Score {
  let tool: Tool
  private(set) var seconds: [Double] = []
  private(set) var memory = 0

  init(_ tool: Tool) {
    self.tool = tool
  }

  mutating func add(_ run: Run) {
    seconds.append(run.seconds)
    memory = max(memory, run.memory)
  }

  /// The time that a share of the runs did not exceed.
  func time(at share: Double) -> Double {
    let sorted = seconds.sorted()
    return sorted.isEmpty ? 0 : sorted[Int(Double(sorted.count - 1) * share)]
  }

  var median: Double { time(at: 0.5) }
}

/// A contest that was held.
struct Result {
  let contest: Contest
  let records: Int
  let scores: [Score]

  var reference: Score? { score(of: contest.reference) }

  func score(of tool: Tool) -> Score? { scores.first { $0.tool == tool } }

  func ratio(of score: Score) -> Double? {
    guard let reference, reference.median > 0 else { return nil }
    return score.median / reference.median
  }

  /// The time of a tool beside that of another one; nil where one of them takes no part.
  func ratio(of tool: Tool, to other: Tool) -> Double? {
    guard let score = score(of: tool), let other = self.score(of: other), other.median > 0 else {
      return nil
    }
    return score.median / other.median
  }
}

extension [Result] {
  /// The first result of each contest, and those of the same contests with other sizes.
  var byFirstSize: (first: [Result], others: [Result]) {
    var names: Set<String> = []
    var first: [Result] = []
    var others: [Result] = []
    for result in self {
      if names.insert(result.contest.name).inserted {
        first.append(result)
      } else {
        others.append(result)
      }
    }
    return (first, others)
  }
}

/// Lets the contenders run in turn, so that whatever else the machine does falls on all alike.
func hold(
  _ contest: Contest, records: Int, rounds: Int, in folder: String
) throws(BenchError) -> Result {
  var scores = contest.contenders.map { Score($0.tool) }
  var answer: (tool: Tool, bytes: [UInt8])?
  // The first round warms the caches, shows that all give the same answer, and does not count,
  // except for who is so slow that once is enough.
  let patience = 10.0
  for round in 0...(contest.rounds ?? rounds) {
    for (index, contender) in contest.contenders.enumerated() where scores[index].median < patience
    {
      if let preparation = contender.preparation { try succeed(preparation, in: folder) }
      let run = try succeed(contender.words, in: folder)
      if round > 0 || run.seconds >= patience { scores[index].add(run) }
      if round == 0, contender.isComparable {
        if let answer, answer.bytes != run.output {
          throw BenchError(
            "\(contest.name): \(answer.tool.rawValue) and \(contender.tool.rawValue) differ")
        }
        answer = (contender.tool, run.output)
      }
    }
  }
  return Result(contest: contest, records: records, scores: scores)
}

@discardableResult
func succeed(_ words: [String], in folder: String) throws(BenchError) -> Run {
  let run = try run(words, in: folder)
  guard run.status == 0 else {
    throw BenchError("failed: \(words.joined(separator: " "))")
  }
  return run
}
