/// The tool for servers with a clock that stands still, at the microsecond since 1970 that
/// `FLAGDB_TEST_NOW` says. `ToolUnderTest` starts it.
import FixedClock
import FlagTool
import Platform
import PostgreSQLEngine

guard let text = environmentVariable("FLAGDB_TEST_NOW"), let now = Int64(text),
  flagdb_fix_clock(now) == 0
else {
  try? writeAll(Array("FLAGDB_TEST_NOW is not a number of microseconds\n".utf8), to: STDERR_FILENO)
  exit(70)
}
exit(runTool(on: PostgreSQLEngine(askPassword: askPassword(of:)), clock: { now }))
