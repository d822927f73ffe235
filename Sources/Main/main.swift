/// This module is the executable `flagdb`: the tool with the clock of the machine.
import Platform
import flagdb

exit(runTool(clock: wallClockMicroseconds))
