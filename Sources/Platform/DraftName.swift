internal import CInterrupt

/// The name of a file that nobody needs before it is complete. As long as this is kept, a signal that
/// ends the program takes the file with it.
package final class DraftName: Sendable {
  private nonisolated(unsafe) let note: OpaquePointer?

  package init(_ path: String) {
    note = flagdb_note_draft(path)
  }

  deinit {
    flagdb_forget_draft(note)
  }
}
