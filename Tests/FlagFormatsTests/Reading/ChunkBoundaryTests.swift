import FlagFormats
import Testing

/// The places at which the bytes of an input are cut make no difference.
@Suite struct ChunkBoundaryTests {
  private func expectSame(_ text: [UInt8], _ format: InputFormat, upTo most: Int) {
    let whole = outcomes(text, InputStyle(format: format))
    for size in 1...most {
      var style = InputStyle(format: format)
      style.chunk = size
      #expect(outcomes(text, style) == whole, "\(format), buffer of \(size)")
      #expect(outcomes(text, InputStyle(format: format), chunk: size) == whole, "\(size) at once")
    }
  }

  private static let samples: [(InputFormat, [String])] = [
    (.csv, DelimitedReadingTests.csv.map(\.0)), (.tsv, DelimitedReadingTests.tsv.map(\.0)),
    (.json, JSONReadingTests.json.map(\.0)), (.ndjson, JSONReadingTests.ndjson.map(\.0)),
  ]

  @Test(arguments: samples.flatMap { format, texts in texts.map { (format, $0) } })
  func sample(_ format: InputFormat, _ text: String) {
    expectSame(Array(text.utf8), format, upTo: text.utf8.count + 1)
  }

  /// Random bytes, of those that mean something most of all.
  @Test(arguments: InputFormat.allCases)
  func survivesAnything(_ format: InputFormat) {
    var dice = SystemRandomNumberGenerator()
    let letters = Array("\"\"\"\n\n\r,,\t{}[]:\\u0dtrue19.-eé€🦓 ".utf8) + [0, 0xFF, 0xC3, 0xE2]
    for _ in 0..<400 {
      let count = Int.random(in: 0...60, using: &dice)
      var text: [UInt8] = []
      for _ in 0..<count {
        let isAny = UInt8.random(in: 0...9, using: &dice) == 0
        text.append(
          isAny ? .random(in: 0...255, using: &dice) : letters.randomElement(using: &dice) ?? 0)
      }
      let head: [UInt8] = format == .json ? Array("[{\"a\":".utf8) : Array("a,b\n".utf8)
      for text in [text, head + text] {
        let whole = outcomes(text, InputStyle(format: format))
        for size in [1, 2, 3, 5, 8, 13] {
          var style = InputStyle(format: format)
          style.chunk = size
          #expect(outcomes(text, style) == whole, "\(text)")
        }
      }
    }
  }
}
