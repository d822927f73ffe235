/// The results as a table in Markdown: medians, and how each compares with the reference.
func markdown(_ results: [Result], versions: [Tool: String], machine: String) -> String {
  let tools = Tool.allCases.filter { tool in results.contains { $0.score(of: tool) != nil } }
  let (first, others) = results.byFirstSize
  var lines = table(of: first, tools)
  if !others.isEmpty {
    lines += ["", "Other sizes, for which there is no goal:", ""]
    lines += table(
      of: others.sorted { ($0.contest.name, $0.records) < ($1.contest.name, $1.records) }, tools,
      judges: false)
  }
  let programs = Tool.allCases.compactMap { tool in
    tools.contains { $0.program == tool } ? versions[tool] : nil
  }
  lines += [
    "",
    "Medians of whole processes in milliseconds, the most memory in MB; the ratio is the median",
    "of flagdb by that of sqlite3, or of psql where a server is asked. \(machine). \(programs.joined(separator: ", ")).",
  ]
  return lines.joined(separator: "\n") + "\n"
}

private func table(of results: [Result], _ tools: [Tool], judges: Bool = true) -> [String] {
  let tools = tools.filter { tool in results.contains { $0.score(of: tool) != nil } }
  let judged = judges ? "goal | | " : ""
  let ratioColumns = "ratio | \(judged)1 thread | \(judged)to duckdb | 1 thread |"
  let ruler = judges ? "--:|--:|---|--:|--:|---|--:|--:|" : "--:|--:|--:|--:|"
  var lines = [
    "| work | records | \(tools.map(\.rawValue).joined(separator: " | ")) | \(ratioColumns)",
    "|---|--:|\(tools.map { _ in "--:|" }.joined())\(ruler)",
  ]
  for result in results {
    var cells = [result.contest.title, grouped(result.records)]
    cells += tools.map { tool in result.score(of: tool).map(cell) ?? "" }
    let both = [
      (tool: Tool.flagdb, goal: result.contest.goal),
      (tool: .flagdbOnOneThread, goal: result.contest.goalOnOneThread),
    ]
    for (tool, goal) in both {
      let ratio = ratio(in: result, of: tool)
      cells += judges ? judgement(ratio, goal: goal) : [ratio.map(decimal) ?? ""]
    }
    cells.append(result.ratio(of: .flagdb, to: .duckdb).map(decimal) ?? "")
    cells.append(result.ratio(of: .flagdbOnOneThread, to: .duckdbOnOneThread).map(decimal) ?? "")
    lines.append("| \(cells.joined(separator: " | ")) |")
  }
  return lines
}

private func ratio(in result: Result, of tool: Tool) -> Double? {
  result.score(of: tool).flatMap(result.ratio)
}

private func judgement(_ ratio: Double?, goal: Double?) -> [String] {
  guard let ratio else { return ["", "", ""] }
  guard let goal else { return [decimal(ratio), "", ""] }
  return [decimal(ratio), "≤ \(decimal(goal))", ratio <= goal ? "reached" : "**missed**"]
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
