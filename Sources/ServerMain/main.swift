/// The executable `flagdb-postgresql`: the tool with the engine for servers, which `flagdb` starts in its
/// place where a database is named by an address.
import Platform
import PostgreSQLEngine
import flagdb

exit(runTool(on: PostgreSQLEngine(askPassword: askPassword(of:)), clock: wallClockMicroseconds))
