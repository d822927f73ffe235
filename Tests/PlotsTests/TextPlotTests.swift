import PlainText
import Testing

@testable import Plots

@Suite("Plots of text")
struct TextPlotTests {
  private func page(_ figures: Report.Figure..., style: TextPlotStyle) -> String {
    let section = Report.Section("s", about: "t", figures: figures)
    let lines = Report("p", about: "q", sections: [section]).text(style)
    return lines.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(3)
      .joined(separator: "\n")
  }

  @Test("combinations are lines of dots, with the sets below them")
  func upSet() {
    #expect(
      page(.upSet(Samples.upSet), style: Samples.style) == """
          combinations, exact
          exact         count   share
          ● · · ·          25   62.5%  █████████  RAW
          ●───● ·           8   20.0%  ██▉        RAW|PLX
          ●─●─●─●           1    2.5%  ▍          RAW|HRM|PLX|0x40
          · · · ·           6   15.0%  ██▏        (no flags)
          │ │ │ └ 0x40      1    2.5%  ▎
          │ │ └ PLX        12   30.0%  ███▋
          │ └ HRM          20   50.0%  ██████
          └ RAW            30   75.0%  █████████
          left out: 2 combinations

        """)
  }

  @Test("without UTF-8 they are ASCII")
  func upSetInASCII() {
    let text = page(.upSet(Samples.upSet), style: Samples.ascii)
    #expect(text.utf8.allSatisfy { $0 < 0x80 })
    #expect(text.contains("  o---o .           8   20.0%  ###        RAW|PLX\n"))
    #expect(text.contains("  | ` HRM"))
  }

  @Test("elsewhere than on a terminal the names of a combination are whole")
  func wholeNames() {
    let style = TextPlotStyle(width: 40, cutsLines: false, usesColour: false, usesUnicode: true)
    #expect(page(.upSet(Samples.upSet), style: style).contains("RAW|HRM|PLX|0x40\n"))
  }

  @Test("a chart has a row a line, wide characters included")
  func bars() {
    #expect(
      page(.bars(Samples.bars), style: Samples.style) == """
          flag        bit  count  share  alone
          RAW           0     30  75.0%     25  ████████████████████
          旗            1      1   2.5%      0  ▋
          0x40          6      0   0.0%      0
          (no flags)           6  15.0%         ████

        """)
  }

  @Test("a heat map has counts below its diagonal and lift above it")
  func heatMap() {
    let lines = page(.heatMap(Samples.heatMap), style: Samples.style).split(separator: "\n")
    #expect(
      lines.prefix(5) == [
        "  flags that come together", "           RAW      HRM      PLX",
        "  RAW       30     0.10  ░░ 1.00", "  HRM  ░░    1       20  ██ 4.00",
        "  PLX  ▓▓    9  ██   12       12",
      ])
  }

  @Test("where there is no room for all, a heat map has the pairs that tell most")
  func reducedHeatMap() {
    // Pairs of neighbours by chance but two: one that is always together, one that never is.
    let names = (0..<8).map { "flag\($0)" }
    let cells = (1..<8).map { row in
      (0..<row).map { column in
        switch (column, row) {
        case (2, 5): HeatMap.Cell(count: 40, byChance: 2)
        case (1, 7): HeatMap.Cell(count: 0, byChance: 20)
        default: HeatMap.Cell(count: 500, byChance: 495)
        }
      }
    }
    let counts: [Int64] = [9_000, 40, 40, 8_000, 7_000, 40, 6_000, 40]
    let map = HeatMap(caption: "", names: names, counts: counts, cells: cells)
    #expect(map.reduced(to: 8) == map)
    #expect(map.reduced(to: 4).names == ["flag1", "flag2", "flag5", "flag7"])
    #expect(map.reduced(to: 3).names == ["flag0", "flag2", "flag5"])
    #expect(map.reduced(to: 2).names == ["flag2", "flag5"])
    #expect(map.reduced(to: 2).cells == [[HeatMap.Cell(count: 40, byChance: 2)]])
    #expect(map.reduced(to: 1).names == [])
    #expect(
      map.reduced(to: 4).notes == [
        "not shown (no room; their pairs are closest to chance): flag0, flag3, flag4, flag6"
      ])
  }

  @Test("where there is no room for two names, a heat map has no legend either")
  func heatMapWithoutRoom() {
    let style = TextPlotStyle(width: 20, cutsLines: true, usesColour: false, usesUnicode: true)
    let text = page(.heatMap(Samples.heatMap), style: style)
    #expect(!text.contains("diagonal"))
    #expect(text.contains("not shown (no"))
  }

  @Test(
    "everything fits the terminal", arguments: [40, 80, 200], [true, false])
  func width(width: Int, usesUnicode: Bool) {
    let style = TextPlotStyle(
      width: width, cutsLines: true, usesColour: false, usesUnicode: usesUnicode)
    let text = Samples.report.text(style)
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.count > 30)
    #expect(lines.filter { displayWidth(of: $0) > width } == [])
    #expect(lines.filter { $0.hasSuffix(" ") } == [])
  }

  @Test("more sets than fit share a column, and it is said", arguments: [40, 80])
  func folding(width: Int) {
    let sets = (0..<64).map { UpSetPlot.Set("flag\($0)", count: Int64($0)) }
    let all = UpSetPlot.Combination("all", members: Array(0..<64), count: 1)
    let plot = UpSetPlot(
      caption: "c", counting: "exact", sets: sets, combinations: [all], total: 64)
    let style = TextPlotStyle(width: width, cutsLines: true, usesColour: false, usesUnicode: true)
    let text = page(.upSet(plot), style: style)
    #expect(text.split(separator: "\n").allSatisfy { displayWidth(of: String($0)) <= width })
    #expect(text.contains("63"), "the largest is there")
    #expect(
      text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        .contains("sets share the last column, with the count of the largest of them"))
  }

  @Test(
    "what could drive the terminal is escaped", arguments: ["a\u{1B}[31m", "b\nc", "d\u{202E}"])
  func hostileNames(name: String) {
    let plain = TextPlotStyle(width: 80, cutsLines: true, usesColour: false, usesUnicode: true)
    let text = Samples.report(named: name).text(plain)
    #expect(text.unicodeScalars.filter { $0 != "\n" && isUnseen($0) }.isEmpty)
    #expect(!text.contains("b\nc"))
  }

  @Test("colour is only there where it is asked for")
  func colour() {
    let coloured = TextPlotStyle(width: 60, cutsLines: true, usesColour: true, usesUnicode: true)
    let text = Samples.report.text(coloured)
    #expect(text.contains("\u{1B}[36m█"))
    let stripped = text.replacing(/\u{1B}\[[0-9;]*m/, with: "")
    #expect(stripped == Samples.report.text(Samples.style))
  }

  @Test(
    "shares are never rounded to none or all",
    arguments: [
      (0, 0, "-"), (0, 7, "0.0%"), (1, 4, "25.0%"), (2, 3, "66.7%"), (7, 7, "100.0%"),
      (1, 1_000_000, "<0.1%"), (999_999, 1_000_000, ">99.9%"), (1, 1_000, "0.1%"),
    ] as [(Int64, Int64, String)])
  func shares(part: Int64, whole: Int64, text: String) {
    #expect(shareText(part, of: whole) == text)
  }

  @Test(
    "lifts have two digits at least",
    arguments: [
      (0, "0.00"), (1, "1.00"), (0.0021, "0.0021"), (12.345, "12.35"), (123.4, "123"),
      (1e-9, "0.000000"), (1e12, ">999999"),
    ] as [(Double, String)])
  func lifts(number: Double, text: String) {
    #expect(shortText(number) == text)
  }

  @Test("a bar is seen where there is something, and has its full length at most")
  func barLengths() {
    for style in [Samples.style, Samples.ascii] {
      #expect(style.bar(0, of: 10, width: 10) == "")
      #expect(displayWidth(of: style.bar(1, of: 1_000_000, width: 10)) == 1)
      #expect(displayWidth(of: style.bar(10, of: 10, width: 10)) == 10)
      #expect(displayWidth(of: style.bar(20, of: 10, width: 10)) == 10)
      #expect(style.bar(5, of: 0, width: 10) == "")
    }
  }
}
