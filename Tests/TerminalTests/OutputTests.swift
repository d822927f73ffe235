import Platform
import TestSupport
import Testing

@testable import Terminal

/// Writing to pipes, one test after another: signals belong to the whole process.
@Suite(.serialized) enum StreamTests {}

extension StreamTests {
  @Suite struct OutputTests {
    let folder = ScratchFolder()

    init() {
      // The test process has to outlive the pipes that it closes.
      signal(SIGPIPE, SIG_IGN)
    }

    @Test func fileAppearsWhenItIsComplete() throws {
      let output = try Output.file(folder / "out", in: .fresh)
      try output.write("first ")
      try output.append { $0 += [UInt8](repeating: UInt8(ascii: "x"), count: 100_000) }
      #expect(folder.text(of: "out") == nil)
      try output.finish()
      #expect(folder.text(of: "out") == "first " + String(repeating: "x", count: 100_000))
      #expect(names(inDirectory: folder.path) == ["out"])
    }

    @Test func abandonedFileLeavesTheOldOne() throws {
      try createFile(at: folder / "out", with: Array("old".utf8), in: .fresh)
      do {
        let output = try Output.file(folder / "out", in: .fresh)
        try output.write("new")
        try output.flush()
      }
      #expect(folder.text(of: "out") == "old")
      #expect(names(inDirectory: folder.path) == ["out"])
    }

    @Test func fullDeviceIsAnError() throws {
      let output = try Output.file("/dev/full", in: .fresh)
      try output.write("x")
      let error = #expect(throws: OutputError.self) { try output.finish() }
      #expect(error?.message == "cannot write '/dev/full': no space left on device")
    }

    @Test func largeWritesFailEarly() throws {
      let output = try Output.file("/dev/full", in: .fresh)
      #expect(throws: OutputError.self) {
        try output.append { $0 = [UInt8](repeating: 0, count: 1 << 20) }
      }
    }

    @Test(arguments: [
      ("", "'PATH' is a directory"), ("/no/out", "no such folder for 'PATH/no/out'"),
    ])
    func placesThatCannotBeWritten(_ name: String, _ message: String) {
      let error = #expect(throws: OutputError.self) {
        try Output.file(folder.path + name, in: .fresh)
      }
      #expect(error?.message == message.replacing("PATH", with: folder.path))
    }

    @Test func pipeIsWrittenAsItComes() throws {
      mkfifo(folder / "fifo", 0o600)
      let reader = try ShellPipe(running: "cat '\(folder / "fifo")' > '\(folder / "copy")'")
      let output = try Output.file(folder / "fifo", in: .fresh)
      try output.write("through")
      try output.finish()
      _ = consume output
      #expect(reader.finish() == 0)
      #expect(folder.text(of: "copy") == "through")
      #expect(try fileKind(at: folder / "fifo") == .fifo)
    }

    @Test func closedPipeIsToldApart() throws {
      mkfifo(folder / "fifo", 0o600)
      let reader = open(folder / "fifo", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      let output = try Output.file(folder / "fifo", in: .fresh)
      close(reader)
      try output.write("x")
      #expect(throws: OutputError.closedPipe) { try output.flush() }
    }

    @Test func terminalShowsEachRecordAtOnce() throws {
      let pair = try PseudoTerminal(columns: 80, rows: 24)
      let output = Output(try StreamSink.opening(pair.name, in: .fresh), isWatched: true)
      try output.write("1 row\n")
      #expect(pair.shown() == "1 row\r\n")
    }
  }
}

extension StreamTests {
  @Suite struct PagerTests {
    let folder = ScratchFolder()

    private func pager(_ command: String, spool: @escaping () -> Spool = { Spool() }) throws
      -> Output
    {
      try createFile(at: folder / "screen", with: [], in: .fresh)
      let screen = try StreamSink.opening(folder / "screen", in: .fresh)
      let sink = PagerSink(command, height: 5, screen: screen, spool: spool)
      return Output(sink, isWatched: true)
    }

    private static let lines = (1...40_000).map { "line \($0)\n" }

    @Test(arguments: [1, 100, 1 << 16, 1 << 20])
    func takesWhatIsLongerThanTheScreen(_ memory: Int) throws {
      let output = try pager("cat > '\(folder / "seen")'", spool: { Spool(memoryLimit: memory) })
      for line in Self.lines { try output.write(line) }
      try output.finish()
      #expect(folder.text(of: "seen") == Self.lines.joined())
      #expect(folder.text(of: "screen") == "")
    }

    @Test func slowReaderDoesNotHoldUpTheWriter() throws {
      let output = try pager(
        "until [ -e '\(folder / "go")' ]; do sleep 0.01; done; cat > '\(folder / "seen")'",
        spool: { Spool(memoryLimit: 10_000) })
      for line in Self.lines { try output.write(line) }
      #expect(folder.text(of: "seen") == nil)
      try createFile(at: folder / "go", with: [], in: .fresh)
      try output.finish()
      #expect(folder.text(of: "seen") == Self.lines.joined())
    }

    @Test func withoutRoomForASpoolTheReaderIsWaitedFor() throws {
      setenv("TMPDIR", folder / "nothing", 1)
      defer { unsetenv("TMPDIR") }
      let output = try pager("cat > '\(folder / "seen")'", spool: { Spool(memoryLimit: 10_000) })
      for line in Self.lines { try output.write(line) }
      try output.finish()
      #expect(folder.text(of: "seen") == Self.lines.joined())
    }

    @Test func spoolHasNoNameAndIsPrivate() throws {
      setenv("TMPDIR", folder.path, 1)
      defer { unsetenv("TMPDIR") }
      let descriptor = try openUnnamedFile()
      defer { close(descriptor) }
      var status = stat()
      #expect(fstat(descriptor, &status) == 0)
      #expect(status.st_nlink == 0 && status.st_mode & 0o777 == 0o600)
      #expect(names(inDirectory: folder.path) == [])
    }

    @Test func startsAtTheLineThatDoesNotFit() throws {
      let sink = PagerSink("cat > '\(folder / "seen")'", height: 5)
      try sink.write(Array("1\n2\n3\n4\n".utf8))
      #expect(folder.text(of: "seen") == nil)
      try sink.write(Array("5\n".utf8))
      try sink.finish()
      #expect(folder.text(of: "seen") == "1\n2\n3\n4\n5\n")
    }

    @Test func leavingItEarlyIsAClosedPipe() throws {
      let output = try pager("head -n 1 > '\(folder / "seen")'")
      #expect(throws: OutputError.closedPipe) {
        for number in 1...1_000_000 { try output.write("line \(number)\n") }
        try output.finish()
      }
      #expect(folder.text(of: "seen") == "line 1\n")
    }

    @Test(arguments: [
      "flagdb-no-such-pager", "/no/such/pager -S", "A=b flagdb-no-such-pager 2>/dev/null",
      "(sleep 0.2; exit 127)",
    ])
    func withoutOneAllIsShownOnTheScreen(_ command: String) throws {
      let output = try pager(command, spool: { Spool(memoryLimit: 10_000) })
      for line in Self.lines { try output.write(line) }
      try output.finish()
      #expect(folder.text(of: "screen") == Self.lines.joined())
    }

    @Test func signalsAreAsBefore() throws {
      signal(SIGPIPE, SIG_DFL)
      defer { signal(SIGPIPE, SIG_IGN) }
      let output = try pager("cat > /dev/null")
      for _ in 1...10 { try output.write("x\n") }
      try output.finish()
      #expect(signal(SIGPIPE, SIG_IGN) == nil)
    }
  }
}
