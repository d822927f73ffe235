/// The prose of a manual: the files in `Manual/`, one after the other. A page begins with a line such as
/// `% flagdb-files(7): record files`; only pages about a topic have a summary. Headings in capitals begin the parts
/// that `PageComposer` puts in their places.
package struct ManualSource {
  private var pages: [PageSource] = []

  /// - Parameter inserts: The blocks that replace a line such as `{{settings}}`.
  package init(_ text: String, inserts: [String: [ProseBlock]] = [:]) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("% ") {
        pages.append(PageSource(title: line.dropFirst(2), inserts: inserts))
      } else if !pages.isEmpty {
        pages[pages.count - 1].add(line)
      }
    }
  }

  /// The manual of a command or tool, by the name of its page.
  package func manual(named name: String) -> CommandManual? {
    pages.first { $0.reference.name == name }?.manual
  }

  /// The pages about topics.
  package var topics: [ProsePage] { pages.filter { !$0.summary.isEmpty }.map(\.topic) }
}

/// The text of one page, by its headings in capitals.
private struct PageSource {
  private static let headings = [
    "# EXAMPLES", "# ENVIRONMENT", "# FILES", "# EXIT STATUS", "# SEE ALSO",
  ]

  let reference: PageReference
  let summary: String
  private let inserts: [String: [ProseBlock]]
  private var heading = ""
  private var sections: [String: String] = [:]

  init(title: Substring, inserts: [String: [ProseBlock]]) {
    let parts = title.split(separator: ": ", maxSplits: 1)
    reference = PageReference(stringLiteral: String(parts[0]))
    summary = if parts.count > 1 { String(parts[1]) } else { "" }
    self.inserts = inserts
  }

  mutating func add(_ line: Substring) {
    if Self.headings.contains(String(line)) {
      heading = String(line)
    } else {
      sections[heading, default: ""] += "\(line)\n"
    }
  }

  var manual: CommandManual {
    CommandManual(
      prose(""), examples: prose("# EXAMPLES"), environment: prose("# ENVIRONMENT"),
      files: prose("# FILES"),
      exitStatuses: prose("# EXIT STATUS"), seeAlso: references)
  }

  var topic: ProsePage { ProsePage(reference, summary: summary, prose(""), seeAlso: references) }

  private func prose(_ heading: String) -> Prose {
    Prose(sections[heading, default: ""], inserts: inserts)
  }

  private var references: [PageReference] {
    sections["# SEE ALSO", default: ""].split { ", \n".contains($0) }
      .map { PageReference(stringLiteral: String($0)) }
  }
}
