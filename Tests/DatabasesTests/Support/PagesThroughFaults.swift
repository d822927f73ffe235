import Synchronization

@testable import SQLiteEngine

/// Lets pages be read in a process where the VFS of faults is the usual one: it passes through the bytes of all
/// folders but those of its own tests.
func readPagesThroughFaults() {
  SQLiteConnection.systemsOfPages.withLock { systems in _ = systems.insert("faults") }
}
