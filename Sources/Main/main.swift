import FlagTool
/// This module is the executable `flagdb`: the tool with the clock of the machine.
import Platform

exit(runTool(clock: wallClockMicroseconds))
