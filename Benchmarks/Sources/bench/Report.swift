/// The results as a table in Markdown: medians, and how each compares with the reference.
func markdown(_ results: [Result], versions: [Tool: String], machine: String) -> String {
  let tools = Tool.allCases.filter { versions[$0] != nil }
  var lines = [
    "| work | records | \(tools.map(\.rawValue).joined(separator: " | ")) | ratio | goal | |",
    "|---|--:|\(tools.map { _ in "--:|" }.joined())--:|--:|---|",
  ]
  for result in results {
    let cells = tools.map { tool in
      result.scores.first { $0.tool == tool }.map(cell) ?? ""
    }
    let own = result.scores.first { $0.tool == .flagdb }
    let ratio = own.flatMap(result.ratio)
    let goal = result.contest.goal.map { "≤ \(decimal($0))" } ?? ""
    lines.append(
      "| \(result.contest.title) | \(grouped(result.records)) | \(cells.joined(separator: " | ")) "
        + "| \(ratio.map(decimal) ?? "") | \(goal) | \(verdict(ratio, result.contest.goal)) |")
  }
  let programs = tools.compactMap { tool in versions[tool] }
  lines += [
    "",
    "Medians of whole processes in milliseconds, the most memory in MB; the ratio is the median",
    "of flagdb by that of sqlite3, or of psql where a server is asked. \(machine). \(programs.joined(separator: ", ")).",
  ]
  return lines.joined(separator: "\n") + "\n"
}

private func verdict(_ ratio: Double?, _ goal: Double?) -> String {
  guard let ratio, let goal else { return "" }
  return ratio <= goal ? "reached" : "**missed**"
}

private func cell(_ score: Score) -> String {
  "\(milliseconds(score.median)) ms, \(score.memory >> 20) MB"
}

func milliseconds(_ seconds: Double) -> String {
  let value = seconds * 1000
  return value < 100 ? decimal(value) : grouped(Int(value.rounded()))
}

/// Two places, three for what is small.
func decimal(_ value: Double) -> String {
  let places = value < 0.1 ? 3 : 2
  let scale = places == 3 ? 1000 : 100
  let whole = Int((value * Double(scale)).rounded())
  let digits = String(whole % scale)
  return "\(whole / scale).\(String(repeating: "0", count: places - digits.count))\(digits)"
}

func grouped(_ number: Int) -> String {
  var text = String(number)
  var index = text.count - 3
  while index > 0 {
    text.insert(",", at: text.index(text.startIndex, offsetBy: index))
    index -= 3
  }
  return text
}
