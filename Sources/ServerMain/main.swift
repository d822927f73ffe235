import FlagTool
/// This module is the executable `flagdb-postgresql`: the tool with the engine for servers.
/// `flagdb` replaces itself by it if a database is given by an address.
import Platform
import PostgreSQLEngine

exit(runTool(on: PostgreSQLEngine(askPassword: askPassword(of:)), clock: wallClockMicroseconds))
