import Platform
import Testing

@Suite struct ProcessTests {
  @Test(arguments: [
    (ENOSPC, "no space left on device"), (EACCES, "permission denied"),
    (EIO, "input/output error"), (EPIPE, "broken pipe"),
  ])
  func errorsAreLowerCase(_ code: Int32, _ words: String) {
    #expect(SystemError(code: code).message == words)
  }

  @Test func writingToAFullDeviceFails() throws {
    let descriptor = open("/dev/full", O_WRONLY)
    defer { close(descriptor) }
    #expect(throws: SystemError(code: ENOSPC)) { try writeAll([1, 2, 3], to: descriptor) }
  }

  @Test func writingWaitsForASlowReader() throws {
    let reader = try ShellPipe(running: "sleep 0.1; test $(wc -c) = 300000")
    _ = fcntl(reader.descriptor, F_SETFL, O_NONBLOCK)
    try writeAll([UInt8](repeating: 65, count: 300_000), to: reader.descriptor)
    #expect(reader.finish() == 0)
  }

  #if os(Linux)
    @Test func noOtherProgramHoldsThePipe() throws {
      let reader = try ShellPipe(running: "cat >/dev/null")
      #expect(fcntl(reader.descriptor, F_GETFD) & FD_CLOEXEC != 0)
      #expect(reader.finish() == 0)
    }
  #endif

  @Test func clocksRunForwards() {
    let start = monotonicMicroseconds()
    usleep(2000)
    #expect(monotonicMicroseconds() - start >= 2000)
    #expect(wallClockMicroseconds() > 1_700_000_000_000_000)
  }

  @Test func environment() {
    #expect(environmentVariable("PATH")?.isEmpty == false)
    #expect(environmentVariable("FLAGDB_TEST_UNSET") == nil)
  }
}
