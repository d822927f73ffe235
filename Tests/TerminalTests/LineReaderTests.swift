import Platform
import TestSupport
import Testing

@testable import Terminal

@Suite struct LineReaderTests {
  let folder = ScratchFolder()

  private func reader(of bytes: [UInt8]) throws -> PlainLineReader {
    try replaceFile(at: folder / "in", with: bytes, in: .fresh)
    return PlainLineReader(try InputFile.open(folder / "in", in: .fresh), showsPrompt: false)
  }

  @Test(arguments: [
    ("", []), ("\n", [""]), ("one\ntwo\n", ["one", "two"]), ("one\ntwo", ["one", "two"]),
    ("one\r\n\r\nthree", ["one", "", "three"]), ("日本\n🦓", ["日本", "🦓"]),
  ])
  func lines(_ text: String, _ expected: [String]) throws {
    let reader = try reader(of: Array(text.utf8))
    for line in expected { #expect(try reader.readLine(prompt: "> ") == line) }
    #expect(try reader.readLine(prompt: "> ") == nil)
    #expect(try reader.readLine(prompt: "> ") == nil)
  }

  @Test func theNextLineIsAtHandAndStays() throws {
    let reader = try reader(of: Array("one\ntwo\n\nlast".utf8))
    for line in ["one", "two", "", "last"] {
      #expect(reader.lineAtHand() == line)
      #expect(reader.lineAtHand() == line)
      #expect(try reader.readLine(prompt: "") == line)
    }
    #expect(reader.lineAtHand() == nil)
    #expect(try reader.readLine(prompt: "") == nil)
    let long = try self.reader(of: Array("a\n".utf8) + Array(repeating: 0x78, count: 1 << 17))
    #expect(try long.readLine(prompt: "") == "a")
    #expect(long.lineAtHand()?.utf8.count == 1 << 17)
  }

  @Test func manyAndLongLines() throws {
    let lines = (0..<2000).map { String(repeating: "x", count: $0 * 37 % 5000) }
    let reader = try reader(of: Array(lines.map { $0 + "\n" }.joined().utf8))
    for line in lines { #expect(try reader.readLine(prompt: "") == line) }
    #expect(try reader.readLine(prompt: "") == nil)
  }

  @Test func refusesWhatIsNoText() throws {
    let reader = try reader(of: Array("fine\nab".utf8) + [0xFF] + Array("\nfine\n".utf8))
    #expect(try reader.readLine(prompt: "") == "fine")
    let error = #expect(throws: LineError.self) { try reader.readLine(prompt: "") }
    #expect(error?.message == "line 2, byte 3: expected UTF-8")
    #expect(try reader.readLine(prompt: "") == "fine")
  }

  @Test func endlessLineIsRefused() throws {
    let reader = PlainLineReader(try InputFile.open("/dev/zero", in: .fresh), showsPrompt: false)
    let error = #expect(throws: LineError.self) { try reader.readLine(prompt: "") }
    #expect(error?.message == "line 1 is longer than 16777216 bytes")
  }

  @Test(arguments: [1 << 12, 1 << 18])
  func aLineThatIsTooLongIsPassedOver(length: Int) throws {
    let long = String(repeating: "x", count: length)
    try replaceFile(at: folder / "in", with: Array("a\n\(long)\nb\n\(long)".utf8), in: .fresh)
    let reader = try lineReader(of: folder / "in", limit: 1_000, in: .fresh)
    #expect(try reader.readLine(prompt: "") == "a")
    let error = #expect(throws: LineError.self) { try reader.readLine(prompt: "") }
    #expect(error?.message == "line 2 is longer than 1000 bytes")
    #expect(try reader.readLine(prompt: "") == "b")
    #expect(throws: LineError.tooLong(line: 4, limit: 1_000)) { try reader.readLine(prompt: "") }
    #expect(try reader.readLine(prompt: "") == nil)
  }

  @Test(arguments: [
    ("y\n", true), ("Yes \n", true), ("n\n", false), ("\n", false), ("", false),
    ("yellow\n", false),
  ])
  func confirmation(_ answer: String, _ expected: Bool) throws {
    let terminal = Terminal(terminals: [], colour: .never, environment: { _ in nil })
    #expect(try terminal.confirm("delete all?", from: reader(of: Array(answer.utf8))) == expected)
  }
}
