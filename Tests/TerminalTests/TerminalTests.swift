import Platform
import Testing

@testable import Terminal

@Suite struct TerminalTests {
  struct Setting: Sendable {
    var colour = Terminal.ColourChoice.auto
    var isTerminal = true
    var environment: [String: String] = ["TERM": "xterm"]

    var terminal: Terminal {
      let environment = environment
      return Terminal(
        terminals: isTerminal ? [.input, .output, .error] : [], colour: colour,
        environment: { environment[$0] })
    }
  }

  @Test(arguments: [
    (Setting(), true),
    (Setting(isTerminal: false), false),
    (Setting(environment: ["TERM": "xterm", "NO_COLOR": "1"]), false),
    (Setting(environment: ["TERM": "xterm", "NO_COLOR": ""]), true),
    (Setting(environment: ["TERM": "dumb"]), false),
    (Setting(environment: [:]), false),
    (Setting(colour: .never), false),
    (Setting(colour: .always, isTerminal: false, environment: ["NO_COLOR": "1"]), true),
  ])
  func colour(_ setting: Setting, _ expected: Bool) {
    #expect(setting.terminal.usesColour(on: .output) == expected)
  }

  @Test(arguments: [
    (["LANG": "de_DE.UTF-8"], true),
    (["LANG": "C.utf8"], true),
    (["LANG": "de_DE.UTF-8", "LC_ALL": "C"], false),
    (["LANG": "C", "LC_CTYPE": "en_US.UTF-8"], true),
    (["LANG": "en_US.UTF-8", "LC_ALL": ""], true),
    (["LANG": "de_DE.ISO-8859-1"], false),
    ([:], false),
  ])
  func unicode(_ environment: [String: String], _ expected: Bool) {
    #expect(Setting(environment: environment).terminal.usesUnicode == expected)
  }

  @Test(arguments: [
    ([:], 80, 24), (["COLUMNS": "132", "LINES": "50"], 132, 50), (["COLUMNS": "0"], 80, 24),
    (["COLUMNS": "wide", "LINES": "-3"], 80, 24),
  ])
  func sizeWithoutATerminal(_ environment: [String: String], _ width: Int, _ height: Int) {
    let terminal = Setting(isTerminal: false, environment: environment).terminal
    #expect(terminal.width == width)
    #expect(terminal.height == height)
  }

  @Test func sizeOfATerminal() throws {
    let pair = try PseudoTerminal(columns: 47, rows: 11)
    let size = terminalSize(of: pair.inner)
    #expect(size?.columns == 47)
    #expect(size?.rows == 11)
    #expect(isTerminal(pair.inner))
  }

  @Test(
    arguments: [
      ([:], "less"), (["PAGER": "more"], "more"),
      (["PAGER": "more", "FLAGDB_PAGER": "less -S"], "less -S"),
      (["PAGER": ""], nil), (["PAGER": "cat"], nil),
      (["PAGER": "more", "FLAGDB_PAGER": "cat"], nil),
    ] as [([String: String], String?)])
  func pager(_ environment: [String: String], _ expected: String?) {
    #expect(Setting(environment: environment).terminal.pager == expected)
  }
}

/// Two ends of a terminal: what is written to one is read at the other.
final class PseudoTerminal {
  let outer: Int32
  let inner: Int32

  init(columns: UInt16, rows: UInt16) throws {
    // The C module leaves these out: they stand behind a feature macro.
    typealias Open = @convention(c) (Int32) -> Int32
    typealias Name = @convention(c) (Int32) -> UnsafeMutablePointer<CChar>?
    func function<F>(_ name: String, as type: F.Type) throws -> F {
      unsafeBitCast(try #require(dlsym(nil, name)), to: type)
    }
    outer = try function("posix_openpt", as: Open.self)(O_RDWR | O_NOCTTY)
    #expect(try function("grantpt", as: Open.self)(outer) == 0)
    #expect(try function("unlockpt", as: Open.self)(outer) == 0)
    name = String(cString: try #require(try function("ptsname", as: Name.self)(outer)))
    inner = open(name, O_RDWR | O_NOCTTY)
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    #expect(ioctl(inner, UInt(TIOCSWINSZ), &size) == 0)
  }

  let name: String

  deinit {
    close(inner)
    close(outer)
  }

  /// The text written to the inner end so far.
  func shown() -> String {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(outer, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
