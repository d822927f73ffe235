#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The results as a picture: a line a contest, a dot a tool, on a scale of ratios to the reference
/// where each step to the left is ten times as fast.
func svg(_ results: [Result]) -> String {
  let picture = Picture(results.byFirstSize.first)
  return picture.svg
}

private struct Picture {
  private let results: [Result]
  private let left = 350.0
  private let width = 460.0
  private let lineHeight = 34.0
  private let top = 64.0
  private let lowest: Double
  private let highest: Double

  init(_ results: [Result]) {
    self.results = results
    let ratios = results.flatMap { result in result.scores.compactMap(result.ratio) }
    lowest = floor(log10(ratios.min() ?? 0.1))
    highest = max(1, ceil(log10(ratios.max() ?? 10)))
  }

  var svg: String {
    let height = top + lineHeight * Double(results.count) + 40
    var parts = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(left + width + 40)) \(Int(height))" \
      font-family="system-ui, sans-serif" font-size="13">
      <title>Times of flagdb and others beside sqlite3</title>
      <rect width="100%" height="100%" fill="white"/>
      """
    ]
    parts += legend()
    parts += scale(height: height)
    for (index, result) in results.enumerated() { parts += line(result, at: index) }
    return (parts + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  private func x(_ ratio: Double) -> Double {
    left + (log10(max(ratio, 1e-6)) - lowest) / (highest - lowest) * width
  }

  private func legend() -> [String] {
    let tools = Tool.allCases.filter { tool in
      results.contains { $0.scores.contains { $0.tool == tool } }
    }
    return tools.enumerated().flatMap { index, tool in
      let x = 20 + Double(index) * 125
      return [
        "<circle cx=\"\(x)\" cy=\"18\" r=\"6\" fill=\"\(tool.colour)\"/>",
        "<text x=\"\(x + 11)\" y=\"22\">\(tool.rawValue)</text>",
      ]
    }
  }

  private func scale(height: Double) -> [String] {
    (Int(lowest)...Int(highest)).flatMap { power in
      let x = x(pow(10, Double(power)))
      let isOne = power == 0
      let label =
        isOne
        ? "as sqlite3"
        : power < 0
          ? "\(Int(pow(10, Double(-power)))) × faster" : "\(Int(pow(10, Double(power)))) × slower"
      return [
        "<line x1=\"\(x)\" y1=\"\(top - 12)\" x2=\"\(x)\" y2=\"\(height - 30)\" "
          + "stroke=\"\(isOne ? "#555" : "#ddd")\"/>",
        "<text x=\"\(x)\" y=\"\(top - 18)\" text-anchor=\"middle\" fill=\"#555\" "
          + "font-size=\"11\">\(label)</text>",
      ]
    }
  }

  private func line(_ result: Result, at index: Int) -> [String] {
    let y = top + lineHeight * (Double(index) + 0.5)
    var parts = [
      "<text x=\"\(left - 16)\" y=\"\(y + 4)\" text-anchor=\"end\">\(result.contest.title)</text>",
      "<line x1=\"\(left)\" y1=\"\(y)\" x2=\"\(left + width)\" y2=\"\(y)\" stroke=\"#eee\"/>",
    ]
    if let goal = result.contest.goal {
      parts.append(
        "<line x1=\"\(x(goal))\" y1=\"\(y - 9)\" x2=\"\(x(goal))\" y2=\"\(y + 9)\" "
          + "stroke=\"#c33\" stroke-width=\"2\"><title>goal</title></line>")
    }
    for score in result.scores.reversed() {
      guard let ratio = result.ratio(of: score) else { continue }
      parts.append(
        "<circle cx=\"\(x(ratio))\" cy=\"\(y)\" r=\"6\" fill=\"\(score.tool.colour)\">"
          + "<title>\(score.tool.rawValue): \(milliseconds(score.median)) ms</title></circle>")
    }
    return parts
  }
}

extension Tool {
  /// How it is drawn.
  var colour: String {
    switch self {
    case .flagdb: "#d95f02"
    case .flagdbOnOneThread: "#fdae6b"
    case .sqlite3: "#555555"
    case .duckdb: "#e6ab02"
    case .duckdbOnOneThread: "#f2dc8c"
    case .sqliteUtils: "#1b9e77"
    case .miller: "#7570b3"
    case .psql: "#336791"
    }
  }
}
