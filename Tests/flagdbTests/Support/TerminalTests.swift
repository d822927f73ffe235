import Foundation
import Testing

@Suite("Commands on a terminal")
struct TerminalSessionTests {
  typealias Key = TerminalSession.Key

  @Test("the terminal has the size asked for, and tells of a new one")
  func size() async throws {
    let session = try TerminalSession(
      "bash", "-c", "trap 'stty size; exit' WINCH; stty size; while :; do sleep 0.01; done",
      columns: 61, rows: 17, in: Sandbox())
    try await session.wait(for: "17 61")
    session.resize(columns: 40, rows: 9)
    try await session.wait(for: "9 40")
    #expect(try await session.finish() == .exited(0))
  }

  @Test("what is typed reaches the command, and the end of input too")
  func typing() async throws {
    let session = try TerminalSession("cat", in: Sandbox())
    try session.type("hello" + Key.enter)
    try await session.wait(for: "hello\r\nhello\r\n")
    try session.type(Key.endOfInput)
    #expect(try await session.finish() == .exited(0))
    #expect(session.screenText == "hello\nhello")
  }

  @Test("all three streams are the terminal")
  func streams() async throws {
    let session = try TerminalSession(
      "sh", "-c", "test -t 0 && test -t 1 && test -t 2 && tty >/dev/tty", in: Sandbox())
    #expect(try await session.finish() == .exited(0))
    #expect(session.screenText.hasPrefix("/dev/"))
  }

  @Test("Ctrl-C interrupts")
  func interrupt() async throws {
    let session = try TerminalSession(
      "sh", "-c", "echo ready >file; exec tail -f file", in: Sandbox())
    try await session.wait(for: "ready")
    try session.type(Key.interrupt)
    #expect(try await session.finish() == .killed(signal: SIGINT))
  }

  @Test("a line editor draws what a person sees")
  func lineEditor() async throws {
    let session = try TerminalSession(
      "bash", "--norc", "--noprofile", in: Sandbox(), environment: ["PS1": "> "])
    try await session.wait(for: "> ")
    try session.type("ech abc")
    try session.type(String(repeating: Key.left, count: 4) + "o" + Key.enter)
    try await session.wait(for: "abc\r\n")
    try await session.wait(for: "> ")
    try session.type("exit" + Key.enter)
    #expect(try await session.finish() == .exited(0))
    #expect(session.screenText == "> echo abc\nabc\n> exit\nexit")
  }

  @Test("a text that never comes is an error that shows the screen")
  func neverSeen() async throws {
    let session = try TerminalSession("sh", "-c", "echo other; sleep 100", in: Sandbox())
    try await session.wait(for: "other")
    let error = await #expect(throws: TerminalSession.NeverSeen.self) {
      try await session.wait(for: "this", atMost: .milliseconds(50))
    }
    #expect(error?.screen == "other")
  }
}

@Suite("The screen of a terminal")
struct TerminalScreenTests {
  @Test(
    "what is sent, and what is seen",
    arguments: [
      ("one\r\ntwo", "one\ntwo"),
      ("one\rTW", "TWe"),
      ("ab\u{8}c", "ac"),
      ("a\tb", "a       b"),
      ("\u{1B}[31mred\u{1B}[0m", "red"),
      ("\u{1B}]0;title\u{7}text", "text"),
      ("0123456789ab", "0123456789\nab"),
      ("0123456789\r\nab", "0123456789\nab"),
      ("1\r\n2\r\n3\r\n4", "2\n3\n4"),
      ("abc\u{1B}[2D\u{1B}[K", "a"),
      ("abc\r\u{1B}[P", "bc"),
      ("abc\r\u{1B}[2@", "  abc"),
      ("abc\u{1B}[2J", ""),
      ("abc\r\n\u{1B}[Ax", "xbc"),
      ("\u{1B}[2;3Hx", "\n  x"),
      ("größe ✓", "größe ✓"),
    ])
  func drawing(sent: String, seen: String) {
    var screen = TerminalScreen(columns: 10, rows: 3)
    screen.show(Array(sent.utf8))
    #expect(screen.text == seen)

    var byteByByte = TerminalScreen(columns: 10, rows: 3)
    for byte in sent.utf8 { byteByByte.show([byte]) }
    #expect(byteByByte.text == seen)
  }

  @Test("a smaller screen keeps the line of the cursor")
  func resizing() {
    var screen = TerminalScreen(columns: 10, rows: 3)
    screen.show(Array("1\r\n2\r\n345678".utf8))
    screen.resize(columns: 4, rows: 2)
    #expect(screen.text == "2\n3456")
  }
}
