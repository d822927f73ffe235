/// A man page as blocks in reading order, for output as mdoc or plain text.
struct Page {
  let name: String
  let section: Int
  /// The text in the page's footer: the tool's version and the date.
  let source: String
  let date: String
  var blocks: [PageBlock] = []
}

/// A block of a page. Running text has the marks of a `ProseBlock`.
indirect enum PageBlock {
  case name(String, summary: String)
  case section(String)
  case subsection(String)
  case synopsis([Synopsis])
  case prose(String)
  /// Literal lines.
  case code(String)
  case list([String])
  case terms([PageTerm], isCompact: Bool = false)
  case table(header: [String], rows: [[String]])
  case references([PageReference])
}

/// One usage of a command.
struct Synopsis {
  let tool: String
  let command: String?
  let usage: CommandDescription.Usage
}

/// A term and its description.
struct PageTerm {
  let label: Label
  let body: [PageBlock]

  /// The kind of a term, which determines its markup.
  enum Label {
    case plain(String)
    case word(String)
    case argument(String)
    /// The spellings without their first hyphen, and the value.
    case option([String], value: OptionValue?)
    case variable(String)
    case path(String)
    case page(PageReference)
  }

  init(_ label: Label, _ body: [PageBlock]) {
    self.label = label
    self.body = body
  }

  init(_ label: Label, _ text: String) {
    if text.isEmpty { self.init(label, []) } else { self.init(label, [.prose(text)]) }
  }
}
