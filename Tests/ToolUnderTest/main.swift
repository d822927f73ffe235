/// The tool with a clock that stands still, for tests: at the microsecond since 1970 that
/// `FLAGDB_TEST_NOW` says.
import FixedClock
import Foundation
import flagdb

guard let text = ProcessInfo.processInfo.environment["FLAGDB_TEST_NOW"], let now = Int64(text),
  flagdb_fix_clock(now) == 0
else {
  FileHandle.standardError.write(Data("FLAGDB_TEST_NOW is no number of microseconds\n".utf8))
  exit(70)
}
exit(runTool(clock: { now }))
