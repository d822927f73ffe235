/// A command that writes, with what it finds and what may come of it.
struct Operation {
  let name: String
  /// The words of the command.
  let words: [String]
  var input = ""
  /// The exit status where nothing fails.
  var status: Int32 = 0
  /// Commands that make what the command finds, besides the database of samples.
  var preparation: [[String]] = []
  /// Files that are there before.
  var files: [String: String] = [:]
  /// The database.
  var database = "a.db"
  /// True if the database of samples is there before.
  var findsDatabase = true
  /// The SQL by which another program makes the database, in place of that of samples.
  var foreign: String?
  /// Other databases that the command reads or makes.
  var databases: [String] = []
  /// Other databases that the command makes, by their names or what these begin with.
  var copies: [String] = []
  /// Files that tell of the run and are none of the databases: they may be there in any state.
  var reports: [String] = []
  /// The places where the command may end between old and new: what leads to each state between, as
  /// the words and the input of another command.
  var stages: [(words: [String], input: String)] = []
  /// True if a death may leave some of the files that are no databases old and others new.
  var isPiecewise = false
  /// True if the command keeps what it has reached when it fails, or goes on after it has changed
  /// all.
  var isGradual = false
  /// The meaning of a line on standard output.
  var answer = Answer.done
  /// The journal modes for which it makes sense.
  var modes = JournalMode.allCases

  enum Answer: Equatable {
    /// Nothing that could be lost.
    case nothing
    /// Output, the first byte of it, says that all is done.
    case done
    /// These words in it say so.
    case words(String)
    /// Each line says that one state more is reached.
    case stage
    /// Only the end says so: output comes before it.
    case atEnd
  }
}

enum JournalMode: String, CaseIterable {
  case rollback
  case wal
}
