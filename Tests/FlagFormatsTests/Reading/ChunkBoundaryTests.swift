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

  @Test(arguments: DelimitedReadingTests.csv.indices)
  func csv(_ index: Int) {
    let text = Array(DelimitedReadingTests.csv[index].0.utf8)
    expectSame(text, .csv, upTo: text.count + 1)
  }

  @Test(arguments: DelimitedReadingTests.tsv.indices)
  func tsv(_ index: Int) {
    let text = Array(DelimitedReadingTests.tsv[index].0.utf8)
    expectSame(text, .tsv, upTo: text.count + 1)
  }

  @Test(arguments: JSONReadingTests.json.indices)
  func json(_ index: Int) {
    let text = Array(JSONReadingTests.json[index].0.utf8)
    expectSame(text, .json, upTo: text.count + 1)
  }

  @Test(arguments: JSONReadingTests.ndjson.indices)
  func ndjson(_ index: Int) {
    let text = Array(JSONReadingTests.ndjson[index].0.utf8)
    expectSame(text, .ndjson, upTo: text.count + 1)
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
