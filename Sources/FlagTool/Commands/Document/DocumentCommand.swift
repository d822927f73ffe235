import CommandTable
import Platform

/// `flagdb document`: writes the completion scripts and man pages of the repository.
struct DocumentCommand: Command {
  static let name = "document"
  static let summary = "writes the completions and man pages"

  var completions: String?
  var pages: String?

  mutating func declare(in table: inout OptionTable) {
    table.value("completions", &completions, "DIR", .directory, help: "the folder of the scripts")
    table.value("man", &pages, "DIR", .directory, help: "the folder of the pages")
  }

  func run(in session: Session) throws -> Exit {
    for document in documents(session.commands.handbook) {
      try replaceFile(at: document.path, with: Array(document.text.utf8), in: session.files)
    }
    return .done
  }

  private func documents(_ handbook: ToolDescription) -> [(path: String, text: String)] {
    var documents: [(path: String, text: String)] = []
    if let completions {
      documents += Shell.allCases.map {
        ("\(completions)/\(Self.fileName(for: $0))", handbook.completionScript(for: $0))
      }
    }
    if let pages {
      documents += handbook.manualPages().map { ("\(pages)/\($0.fileName)", $0.text) }
    }
    return documents
  }

  /// The file name under which a shell searches for its script.
  private static func fileName(for shell: Shell) -> String {
    switch shell {
    case .bash: "flagdb.bash"
    case .zsh: "_flagdb"
    case .fish: "flagdb.fish"
    }
  }
}
