import PlainText
import Testing

@testable import Terminal

@Suite struct ProgressTests {
  /// A terminal of a width, a clock that is set, and what was written.
  private final class Stage {
    var now: Int64 = 0
    var width = 80
    var written: [String] = []

    func progress() -> Progress {
      Progress(
        clock: { self.now }, width: { self.width }, draw: { self.written.append($0) })
    }
  }

  @Test func whatIsQuickShowsNothing() {
    let stage = Stage()
    let progress = stage.progress()
    for step in 0..<39 {
      stage.now = Int64(step) * 10_000
      progress.show("a.csv", bytes: step, of: 100, records: step)
    }
    progress.clear()
    #expect(stage.written == [])
  }

  @Test func tenTimesASecond() {
    let stage = Stage()
    let progress = stage.progress()
    for step in 0...3_000 {
      stage.now = Int64(step) * 1_000
      progress.show("a.csv", bytes: step, of: 3_000, records: step)
    }
    #expect((20...27).contains(stage.written.count))
  }

  @Test func theLineGoesAtTheEnd() {
    let stage = Stage()
    do {
      let progress = stage.progress()
      stage.now = 1_000_000
      progress.show("a.csv", bytes: 50_000_000, of: 100_000_000, records: 1_234_567)
    }
    let line = "a.csv  50% of 100 MB  1,234,567 records  1,234,567/s  0:01 left"
    let blanks = String(repeating: " ", count: line.count)
    #expect(stage.written == ["\(line)", "\(blanks)", ""])
  }

  @Test func aShorterLineLeavesNothingOfALonger() {
    let stage = Stage()
    let progress = stage.progress()
    stage.now = 1_000_000
    progress.show("a long name.csv", records: 5, of: nil)
    stage.now = 2_000_000
    progress.show("b", records: 5, of: nil)
    let lengths = stage.written.map(\.count)
    #expect(lengths.count == 2 && lengths[0] == lengths[1])
  }

  private static let lines: [(ProgressLine, String)] = [
    (line(done: 0, total: 0), "f  0 bytes  0 records  0/s"),
    (line(done: 999, total: nil), "f  999 bytes  0 records  0/s"),
    (line(done: 1_500, total: nil), "f  1.5 kB  0 records  0/s"),
    (line(done: 999_600, total: nil), "f  1.0 MB  0 records  0/s"),
    (line(done: 1, total: 7_300), "f  0% of 7.3 kB  0 records  0/s  2:01:39 left"),
    (line(done: 200, total: 100), "f  100% of 100 bytes  0 records  0/s"),
    (line(done: .max, total: .max), "f  100% of 9223372 TB  0 records  0/s  0:00 left"),
    (
      ProgressLine(
        label: "Sample", done: 1, total: 3, isBytes: false, records: nil, microseconds: 61_000_000),
      "Sample  33% of 3  0/s  2:02 left"
    ),
  ]

  private static func line(done: Int, total: Int?) -> ProgressLine {
    ProgressLine(
      label: "f", done: done, total: total, isBytes: true, records: 0, microseconds: 1_000_000)
  }

  @Test(arguments: lines) func words(_ line: ProgressLine, _ text: String) {
    #expect(line.text(width: 200) == text)
  }

  @Test(arguments: 1...90) func neverWiderThanTheTerminal(width: Int) {
    let line = ProgressLine(
      label: "数据\u{1B}[2J/very/long/path/to/samples.csv", done: 5_000, total: 10_000,
      isBytes: true, records: 123_456, microseconds: 2_000_000)
    let text = line.text(width: width)
    #expect(displayWidth(of: text) < width)
    #expect(!text.unicodeScalars.contains("\u{1B}"))
  }
}
