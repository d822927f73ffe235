import Platform
import flagdb

exit(runTool(clock: wallClockMicroseconds))
