internal import CInterrupt

/// The name of an incomplete file. While this object exists, a signal that ends the program deletes
/// the file.
package final class DraftName: Sendable {
  private nonisolated(unsafe) let note: OpaquePointer?

  package init(_ path: String) { note = flagdb_note_draft(path) }

  deinit {
    flagdb_forget_draft(note)
  }
}
