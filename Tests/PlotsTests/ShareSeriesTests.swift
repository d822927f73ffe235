import Testing

@testable import Plots

/// Lines of shares over periods, in text and as small charts.
@Suite("Shares over periods") struct ShareSeriesTests {
  private static func series(_ count: Int, gapAt gap: Int? = nil) -> ShareSeries {
    let wholes = (0..<count).map { $0 == gap ? Int64(0) : 100 }
    let rising = (0..<count).map { $0 == gap ? Int64(0) : Int64($0 * 100 / max(1, count - 1)) }
    return ShareSeries(
      caption: "share of each month", title: "flag",
      titlesAfter: ["changed most", "first", "last"],
      periods: (0..<count).map { "m\($0)" }, wholes: wholes,
      lines: [
        .init("RAW", counts: rising, change: 1, after: ["m1 +12.5", "m1", "m\(count - 1)"]),
        .init("0x40", kind: .stranger, counts: wholes.map { $0 / 100 }, after: ["", "m0", "m8"]),
        .init("never", counts: wholes.map { _ in 0 }, after: ["", "", ""]),
      ], notes: ["a note"])
  }

  private func text(
    _ series: ShareSeries, width: Int, usesUnicode: Bool = true, usesColour: Bool = false
  ) -> [String] {
    var lines = TextLines(
      TextPlotStyle(
        width: width, cutsLines: true, usesColour: usesColour, usesUnicode: usesUnicode))
    lines.add(series)
    return lines.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test func aMarkForEachPeriod() {
    #expect(
      text(Self.series(9, gapAt: 4), width: 80) == [
        "  share of each month",
        "  flag                       up to  share  changed most  first  last",
        "  (all records)  ████ ████     100",
        "  RAW            ·▁▂▃ ▅▆▇█  100.0%  49.8%      m1 +12.5     m1    m8",
        "  0x40           ████ ████    1.0%   1.0%                   m0    m8",
        "  never          ···· ····    0.0%   0.0%", "  a note", "",
      ])
  }

  @Test func withoutUnicode() {
    let lines = text(Self.series(9, gapAt: 4), width: 80, usesUnicode: false)
    #expect(lines[3].hasPrefix("  RAW            ._-~ +*#@"))
    let others = lines.joined().filter { !$0.isASCII }
    #expect(others.isEmpty)
  }

  /// Columns go first, then neighbours share a mark, and nothing is wider than the terminal.
  @Test(arguments: [20, 24, 30, 40, 60, 80, 200], [0, 1, 2, 13, 60, 365])
  func fitIntoAnyWidth(width: Int, count: Int) {
    let lines = text(Self.series(count), width: width)
    for line in lines { #expect(line.count <= width, "\(line)") }
    let marks = lines.first { $0.hasPrefix("  (al") } ?? ""
    #expect(count == 0 || marks.contains("█"))
    let isJoined = lines.contains { $0.contains("each mark") }
    #expect(!isJoined || count > 13 || width < 40)
    #expect(isJoined || count <= width)
  }

  @Test func sumsOfNeighbours() {
    let series = Self.series(10)
    #expect(series.periodsPerMark(most: 10) == 1 && series.periodsPerMark(most: 4) == 3)
    #expect(series.volumes(together: 3) == [300, 300, 300, 100])
    #expect(series.shares(of: [1, 2, 3, 0, 0, 0, 0, 0, 0, 50], together: 3) == [0.02, 0, 0, 0.5])
    #expect(Self.series(4, gapAt: 3).shares(of: [1, 1, 1, 0], together: 1).last == .some(nil))
  }

  @Test func asPicture() {
    for count in [0, 1, 13, 400] {
      let svg = Report(
        "r", about: "a", sections: [.init("s", about: "b", figures: [.series(Self.series(count))])]
      ).svg
      #expect(svg.contains("</svg>") && svg.contains("share of each month"))
      #expect(count == 0 || svg.contains("RAW") && svg.contains("class=\"change\""))
      #expect(!svg.contains("nan") && !svg.contains("inf"))
    }
  }
}
