/// A file error with the path.
package struct FileError: Error, Hashable, Sendable {
  package enum Action: String, Hashable, Sendable {
    case read
    case write
    case create
  }

  package enum Problem: Hashable, Sendable {
    case missing
    case directory
    case exists
    case symbolicLink
    /// A device or a pipe, which a new file would replace.
    case notAFile
    case tooLarge(limit: Int)
    /// The file is already used by the command for something else.
    case inUse(by: User)
    /// A database that is the target of standard output or standard error.
    case standardStream
    /// A signal asked the process to stop.
    case interrupted
    case system(SystemError)
    /// The content was written, but it may be lost in a power failure.
    case unsynced(SystemError)
    /// Some files of a batch were replaced, and could not be restored.
    case partly(SystemError)
  }

  /// True if the content was written.
  package var isOfSync: Bool { if case .unsynced = problem { true } else { false } }

  /// The use of a file that prevents replacing it.
  package enum User: Hashable, Sendable {
    case database
    /// A file that belongs to the SQLite database of that name.
    case companion(of: String)
    case input
    case output
  }

  package let action: Action
  package let path: String
  package let problem: Problem

  package init(_ action: Action, _ path: String, _ problem: Problem) {
    self.action = action
    self.path = path
    self.problem = problem
  }

  /// The problem for a system error.
  package init(_ action: Action, _ path: String, _ error: SystemError) {
    let problem: Problem =
      switch error.code {
      case ENOENT: .missing
      case EISDIR: .directory
      case EEXIST: .exists
      case _ where error.isInterruption: .interrupted
      default: .system(error)
      }
    self.init(action, path, problem)
  }

  /// Lower case, without a full stop, with the path as given.
  package var message: String {
    switch problem {
    case .missing where action == .read: "no such file '\(path)'"
    case .missing: "no such folder for '\(path)'"
    case .directory: "'\(path)' is a directory"
    case .exists: "'\(path)' exists already"
    case .symbolicLink: "'\(path)' is a symbolic link"
    case .notAFile: "'\(path)' is a device or a pipe, and a file cannot replace it"
    case .tooLarge(let limit): "'\(path)' is larger than \(limit) bytes"
    case .inUse(by: .database): "'\(path)' is the database itself"
    case .inUse(by: .companion(let database)): "'\(path)' belongs to the database '\(database)'"
    case .inUse(by: .input): "'\(path)' is the input itself"
    case .inUse(by: .output): "'\(path)' is written by the same command"
    case .standardStream: "standard output or standard error leads into the database '\(path)'"
    case .interrupted where action == .read: "interrupted"
    case .interrupted: "interrupted; '\(path)' was not written"
    case .system(let error): "cannot \(action.rawValue) '\(path)': \(error.message)"
    case .unsynced(let error):
      "'\(path)' is written, but a power failure could still undo it: \(error.message)"
    case .partly(let error):
      "cannot write '\(path)', and some of the files before it are new: \(error.message)"
    }
  }
}
