#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The cost against the size as a picture: for each contest that was held with three sizes or more,
/// the time of each tool, on scales where each step is ten times as much. Nil if there is none.
func sizesSVG(_ results: [Result]) -> String? {
  var names: [String] = []
  for result in results where !names.contains(result.contest.name) {
    names.append(result.contest.name)
  }
  let series = names.map { name in
    results.filter { $0.contest.name == name }.sorted { $0.records < $1.records }
  }.filter { $0.count >= 3 }
  return series.isEmpty ? nil : SizePicture(series: series).svg
}

private struct SizePicture {
  let series: [[Result]]
  private let cell = (width: 400.0, height: 260.0)
  private let frame = (left: 76.0, top: 34.0, width: 300.0, height: 180.0)
  private let columns = 2

  private var results: [Result] { series.flatMap { $0 } }

  private var tools: [Tool] {
    Tool.allCases.filter { tool in results.contains { $0.score(of: tool) != nil } }
  }

  /// The powers of ten that bound the records.
  private var sizes: ClosedRange<Double> {
    let numbers = results.map { Double($0.records) }
    return floor(log10(numbers.min() ?? 1))...ceil(log10(numbers.max() ?? 10))
  }

  /// The powers of ten that bound the milliseconds.
  private var times: ClosedRange<Double> {
    let numbers = results.flatMap { $0.scores.map { max($0.median, 0.0001) * 1000 } }
    return floor(log10(numbers.min() ?? 1))...ceil(log10(numbers.max() ?? 10))
  }

  var svg: String {
    let rows = (series.count + columns - 1) / columns
    let width = cell.width * Double(columns)
    let height = cell.height * Double(rows) + 40
    var parts = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(width)) \(Int(height))" \
      font-family="system-ui, sans-serif" font-size="12">
      <title>Milliseconds against the number of records</title>
      <rect width="100%" height="100%" fill="white"/>
      """
    ]
    for (index, tool) in tools.enumerated() {
      let x = 20 + Double(index) * 135
      parts.append("<circle cx=\"\(x)\" cy=\"18\" r=\"5\" fill=\"\(tool.colour)\"/>")
      parts.append("<text x=\"\(x + 10)\" y=\"22\">\(tool.rawValue)</text>")
    }
    for (index, results) in series.enumerated() {
      let x = Double(index % columns) * cell.width
      let y = Double(index / columns) * cell.height + 40
      parts.append("<g transform=\"translate(\(x) \(y))\">")
      parts += diagram(results)
      parts.append("</g>")
    }
    return (parts + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  private func x(_ records: Double) -> Double {
    let share = (log10(records) - sizes.lowerBound) / (sizes.upperBound - sizes.lowerBound)
    return frame.left + share * frame.width
  }

  private func y(_ milliseconds: Double) -> Double {
    let share =
      (log10(max(milliseconds, 0.1)) - times.lowerBound) / (times.upperBound - times.lowerBound)
    return frame.top + (1 - share) * frame.height
  }

  private func diagram(_ results: [Result]) -> [String] {
    var parts = ["<text x=\"\(frame.left)\" y=\"20\">\(results[0].contest.title)</text>"]
    let bottom = frame.top + frame.height
    let right = frame.left + frame.width
    for power in Int(sizes.lowerBound)...Int(sizes.upperBound) {
      let number = Int(pow(10, Double(power)))
      let x = x(Double(number))
      parts.append(gridLine(from: (x, frame.top), to: (x, bottom)))
      parts.append(
        "<text x=\"\(x)\" y=\"\(bottom + 16)\" text-anchor=\"middle\" fill=\"#555\" "
          + "font-size=\"10\">\(grouped(number))</text>")
    }
    for power in Int(times.lowerBound)...Int(times.upperBound) {
      let number = pow(10, Double(power))
      let y = y(number)
      parts.append(gridLine(from: (frame.left, y), to: (right, y)))
      parts.append(
        "<text x=\"\(frame.left - 6)\" y=\"\(y + 4)\" text-anchor=\"end\" fill=\"#555\" "
          + "font-size=\"10\">\(power < 0 ? "\(number)" : grouped(Int(number))) ms</text>")
    }
    for tool in tools {
      let points = results.compactMap { result in
        result.score(of: tool).map { "\(x(Double(result.records))),\(y($0.median * 1000))" }
      }
      guard points.count > 1 else { continue }
      parts.append(
        "<polyline points=\"\(points.joined(separator: " "))\" fill=\"none\" "
          + "stroke=\"\(tool.colour)\" stroke-width=\"2\"/>")
    }
    return parts
  }

  private func gridLine(
    from start: (x: Double, y: Double), to end: (x: Double, y: Double)
  ) -> String {
    "<line x1=\"\(start.x)\" y1=\"\(start.y)\" x2=\"\(end.x)\" y2=\"\(end.y)\" stroke=\"#ddd\"/>"
  }
}
