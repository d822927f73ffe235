/// This module is the executable `flagdb-postgresql`: the tool with the engine for servers. `flagdb`
/// starts it in its own place for a database that is named by an address.
import Platform
import PostgreSQLEngine
import flagdb

exit(runTool(on: PostgreSQLEngine(askPassword: askPassword(of:)), clock: wallClockMicroseconds))
