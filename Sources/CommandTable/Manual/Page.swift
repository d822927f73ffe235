/// A page of the manual, in the order in which it is read. `mdoc` and `plainText` show it.
struct Page {
  let name: String
  let section: Int
  /// The text at the foot of the page: the tool with its version, and the day.
  let source: String
  let date: String
  var blocks: [PageBlock] = []
}

/// A piece of a page. Running text has the marks of a `ProseBlock`.
indirect enum PageBlock {
  case name(String, summary: String)
  case section(String)
  case subsection(String)
  case synopsis([Synopsis])
  case prose(String)
  /// Lines as they are.
  case code(String)
  case list([String])
  case terms([PageTerm], isCompact: Bool = false)
  case table(header: [String], rows: [[String]])
  case references([PageReference])
}

/// One way to write a command.
struct Synopsis {
  let tool: String
  let command: String?
  let usage: CommandDescription.Usage
}

/// A term and what is told of it.
struct PageTerm {
  let label: Label
  let body: [PageBlock]

  /// The kind of a term, which decides how it is set.
  enum Label {
    case plain(String)
    case word(String)
    case argument(String)
    /// Its spellings, without their hyphens' first, and its value.
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
    self.init(label, text.isEmpty ? [] : [.prose(text)])
  }
}
