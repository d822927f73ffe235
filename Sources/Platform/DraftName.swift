internal import CInterrupt

/// The name of a file that nobody needs before it is complete. As long as this is kept, a signal that
/// ends the program takes the file with it.
package final class DraftName: Sendable {
  private let number: Int32

  package init(_ path: String) {
    number = flagdb_note_draft(path)
  }

  deinit {
    flagdb_forget_draft(number)
  }
}
