import PlainText

/// Composes a page with its sections in the order that mdoc prescribes.
struct PageComposer {
  private(set) var page: Page
  private let tool: ToolDescription

  init(_ name: String, _ section: Int, _ tool: ToolDescription) {
    self.tool = tool
    page = Page(
      name: name, section: section, source: "\(tool.name) \(tool.version)", date: tool.date)
  }

  private mutating func add(_ blocks: PageBlock...) { page.blocks += blocks }

  mutating func addName(_ summary: String) {
    add(.section("NAME"), .name(page.name, summary: summary))
  }

  mutating func addSynopsis(_ synopses: [Synopsis]) {
    add(.section("SYNOPSIS"), .synopsis(synopses))
  }

  mutating func addDescription(_ blocks: [ProseBlock], subject: String, summary: String) {
    add(.section("DESCRIPTION"), .prose("`\(subject)` \(summary)."))
    addBlocks(blocks, isWholePage: false)
  }

  mutating func addCommands() {
    for (group, commands) in grouped(tool.listedCommands, by: \.group) {
      let terms = commands.map { command in
        PageTerm(.page(PageReference("\(tool.name)-\(command.name)", 1)), sentence(command.summary))
      }
      add(.subsection(sentenceCase(group)), .terms(terms))
    }
  }

  mutating func addArguments(of command: CommandDescription) {
    let forms = command.forms.map { PageTerm(.word($0.keyword), sentence($0.summary)) }
    if !forms.isEmpty { add(.subsection("Forms"), .terms(forms)) }
    let arguments = command.distinctArguments.map {
      PageTerm(.argument($0.name), sentence($0.helpWithChoices))
    }
    if !arguments.isEmpty { add(.subsection("Arguments"), .terms(arguments)) }
  }

  mutating func addOptions(_ options: [OptionDescription]) {
    for (group, options) in grouped(options, by: \.group) {
      add(.subsection(sentenceCase(group)), .terms(options.map(term)))
    }
  }

  private func term(_ option: OptionDescription) -> PageTerm {
    let names = (option.short.map { [String($0)] } ?? []) + option.longNames.map { "-" + $0 }
    var text = sentence(option.help)
    if option.isRepeatable { text += " It may be given more than once." }
    if !option.shorthands.isEmpty {
      text += " The same is said by \(listed(option.shorthands.map { "`\($0.word)`" }, "and"))."
    }
    guard case .choices(let choices)? = option.value?.completion else {
      return PageTerm(.option(names, value: option.value), text)
    }
    let label = PageTerm.Label.option(names, value: option.value)
    if choices.contains(where: { $0.help != nil }) {
      let terms = choices.map { PageTerm(.word($0.name), $0.help.map(sentence) ?? "") }
      return PageTerm(label, [.prose(text), .terms(terms, isCompact: true)])
    }
    return PageTerm(label, text + " One of \(Self.all(choices.map { "`\($0.name)`" })).")
  }

  /// All names in a sentence, however many there are.
  private static func all(_ names: [String]) -> String {
    guard names.count > 1, let last = names.last else { return names.joined() }
    return "\(names.dropLast().joined(separator: ", ")) and \(last)"
  }

  /// Adds the environment variables and files of all commands and of this page.
  mutating func addCommonSections(of commands: [CommandDescription], exitStatuses: [ExitStatus]) {
    var shared: Set<String>?
    if commands.count == 1 { shared = commands[0].manual.sharedVariables }
    let environment =
      tool.manual.environment.filter { shared?.contains($0.term) ?? true }
      + commands.flatMap(\.manual.environment)
    let files = tool.manual.files + commands.flatMap(\.manual.files)
    add("ENVIRONMENT", environment.map { PageTerm(.variable($0.term), $0.text) })
    add("FILES", files.map { PageTerm(.path($0.term), $0.text) })
    add("EXIT STATUS", exitStatuses.map { PageTerm(.plain(String($0.code)), sentence($0.meaning)) })
  }

  private mutating func add(_ title: String, _ terms: [PageTerm]) {
    if !terms.isEmpty { add(.section(title), .terms(terms)) }
  }

  mutating func addExamples(_ examples: [Example]) {
    if examples.isEmpty { return }
    add(.section("EXAMPLES"))
    for example in examples { addExample(example) }
  }

  private mutating func addExample(_ example: Example) {
    if !example.shows.isEmpty { add(.prose(example.shows)) }
    add(.code(example.transcript))
  }

  /// Adds references, sorted by section and name as mdoc requires, without duplicates and the page
  /// itself.
  mutating func addSeeAlso(_ references: [PageReference]) {
    let others = Set(references).subtracting([PageReference(page.name, page.section)])
    let sorted = others.sorted { ($0.section, $0.name) < ($1.section, $1.name) }
    if !sorted.isEmpty { add(.section("SEE ALSO"), .references(sorted)) }
  }

  /// Adds blocks. A page of free text begins with a section; in other pages, headings become
  /// subsections.
  mutating func addBlocks(_ blocks: [ProseBlock], isWholePage: Bool) {
    if isWholePage {
      if case .heading? = blocks.first {} else { add(.section("DESCRIPTION")) }
    }
    for block in blocks {
      switch block {
      case .heading(let text):
        add(isWholePage ? .section(text.uppercased()) : .subsection(text))
      case .subheading(let text): add(.subsection(text))
      case .paragraph(let text): add(.prose(text))
      case .code(let code): add(.code(code))
      case .example(let example): addExample(example)
      case .list(let items): add(.list(items))
      case .definitions(let definitions):
        add(.terms(definitions.map { PageTerm(.plain($0.term), $0.text) }))
      case .table(let header, let rows): add(.table(header: header, rows: rows))
      }
    }
  }
}

extension Example {
  /// The command as typed, and its output.
  fileprivate var transcript: String {
    let lines = command.split(separator: "\n", omittingEmptySubsequences: false)
    let typed = "$ " + lines.joined(separator: "\n> ")
    if output.isEmpty { return typed }
    return "\(typed)\n\(output)"
  }
}
