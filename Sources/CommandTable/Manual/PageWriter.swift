/// A man page in the making: its sections, in the order that mdoc prescribes.
struct PageWriter {
  /// One way to write a command, for the SYNOPSIS.
  struct Synopsis {
    let tool: String
    let command: String?
    let usage: CommandDescription.Usage
  }

  private let tool: ToolDescription
  private let name: String
  private let section: Int
  private var out = MdocWriter()

  init(_ name: String, _ section: Int, _ tool: ToolDescription) {
    self.tool = tool
    self.name = name
    self.section = section
    out.macro("Dd", calendarDay(tool.date) ?? tool.date)
    out.macro("Dt", name.uppercased(), String(section))
    out.macro("Os", MdocText.argument("\(tool.name) \(tool.version)"))
  }

  var finished: ManualPage {
    ManualPage(name: name, section: section, text: out.text)
  }

  mutating func addName(_ name: String, _ summary: String) {
    out.macro("Sh", "NAME")
    out.macro("Nm", name)
    out.macro("Nd", MdocText.literal(withoutMarks(summary)))
  }

  mutating func addSynopsis(_ synopses: [Synopsis]) {
    out.macro("Sh", "SYNOPSIS")
    for synopsis in synopses {
      out.macro("Nm", synopsis.tool)
      if let command = synopsis.command { out.macro("Cm", MdocText.argument(command)) }
      addArguments(synopsis.usage.arguments)
      if let keyword = synopsis.usage.keyword { out.macro("Cm", MdocText.argument(keyword)) }
      addArguments(synopsis.usage.formArguments)
      out.macro("Op", "Ar", "options")
    }
  }

  /// Optional arguments hold those that can only follow them.
  private mutating func addArguments(_ arguments: [ArgumentDescription]) {
    for argument in arguments {
      if argument.isOptional { out.macro("Oo") }
      out.macro("Ar", MdocText.argument(argument.name), argument.isRepeating ? "..." : "")
    }
    for _ in arguments.filter(\.isOptional) { out.macro("Oc") }
  }

  mutating func addDescription(_ blocks: [ProseBlock], subject: String, summary: String) {
    out.macro("Sh", "DESCRIPTION")
    out.prose("`\(subject)` \(summary).")
    addBlocks(blocks, isWholePage: false)
  }

  mutating func addCommands() {
    for (group, commands) in grouped(tool.listedCommands, by: \.group) {
      out.macro("Ss", MdocText.argument(sentenceCase(group)))
      out.terms(
        commands.map { command in
          (
            "Xr \(tool.name)-\(command.name) 1",
            sentence(command.summary)
          )
        })
    }
  }

  mutating func addArguments(of command: CommandDescription) {
    let forms = command.forms.map { ("Cm " + MdocText.argument($0.keyword), sentence($0.summary)) }
    if !forms.isEmpty {
      out.macro("Ss", "Forms")
      out.terms(forms)
    }
    let arguments = command.distinctArguments
    if !arguments.isEmpty {
      out.macro("Ss", "Arguments")
      out.terms(
        arguments.map { ("Ar " + MdocText.argument($0.name), sentence($0.helpWithChoices)) })
    }
  }

  mutating func addOptions(_ options: [OptionDescription]) {
    for (group, options) in grouped(options, by: \.group) {
      out.macro("Ss", MdocText.argument(sentenceCase(group)))
      out.macro("Bl", "-tag", "-width", "Ds")
      for option in options { addOption(option) }
      out.macro("El")
    }
  }

  private mutating func addOption(_ option: OptionDescription) {
    let names = (option.short.map { [$0] } ?? []) + option.longNames.map { "-" + $0 }
    let flags = names.map { "Fl " + MdocText.literal($0) }.joined(separator: " , ")
    let value = option.value.map { " Ar " + MdocText.argument($0.placeholder) } ?? ""
    out.macro("It", flags + value)
    out.prose(sentence(option.help))
    if option.isRepeatable { out.prose("It may be given more than once.") }
    if case .choices(let choices)? = option.value?.completion { addChoices(choices) }
  }

  private mutating func addChoices(_ choices: [Choice]) {
    if choices.contains(where: { $0.help != nil }) {
      out.terms(
        choices.map { ("Cm " + MdocText.argument($0.name), $0.help.map(sentence) ?? "") },
        compact: true)
    } else {
      out.prose("One of \(list(choices.map { "`\($0.name)`" }, "and")).")
    }
  }

  mutating func addCommonSections(exitStatuses: [ExitStatus]) {
    if !tool.environment.isEmpty {
      out.macro("Sh", "ENVIRONMENT")
      out.terms(tool.environment.map { ("Ev " + MdocText.argument($0.term), $0.text) })
    }
    if !tool.files.isEmpty {
      out.macro("Sh", "FILES")
      out.terms(tool.files.map { ("Pa " + MdocText.argument($0.term), $0.text) })
    }
    if !exitStatuses.isEmpty {
      out.macro("Sh", "EXIT STATUS")
      out.terms(exitStatuses.map { (String($0.code), sentence($0.meaning)) })
    }
  }

  mutating func addExamples(_ examples: [Example]) {
    if examples.isEmpty { return }
    out.macro("Sh", "EXAMPLES")
    for (index, example) in examples.enumerated() {
      if index > 0 { out.macro("Pp") }
      out.prose(example.shows)
      out.code("$ " + example.command + (example.output.map { "\n" + $0 } ?? ""))
    }
  }

  /// By section, then by name, each once and never the page itself, as mdoc wants it.
  mutating func addSeeAlso(_ references: [PageReference]) {
    let others = Set(references).subtracting([PageReference(name, section)])
    let sorted = others.sorted { ($0.section, $0.name) < ($1.section, $1.name) }
    guard let last = sorted.last else { return }
    out.macro("Sh", "SEE ALSO")
    for reference in sorted {
      let comma = reference == last ? "" : ","
      out.macro("Xr", reference.name, String(reference.section), comma)
    }
  }
}

// MARK: - Prose

extension PageWriter {
  /// A whole page begins with a section; elsewhere headings are subsections of the one they are in.
  mutating func addBlocks(_ blocks: [ProseBlock], isWholePage: Bool) {
    var followsHeading = isWholePage
    if isWholePage, !(blocks.first?.isHeading ?? false) { out.macro("Sh", "DESCRIPTION") }
    for block in blocks {
      if case .heading(let text) = block, isWholePage {
        out.macro("Sh", MdocText.argument(text.uppercased()))
      } else {
        if case .paragraph = block, !followsHeading { out.macro("Pp") }
        addBlock(block)
      }
      followsHeading = block.isHeading
    }
  }

  private mutating func addBlock(_ block: ProseBlock) {
    switch block {
    case .heading(let text), .subheading(let text): out.macro("Ss", MdocText.argument(text))
    case .paragraph(let text): out.prose(text)
    case .code(let code): out.code(code)
    case .list(let items):
      out.macro("Bl", "-bullet", "-compact")
      for item in items {
        out.macro("It")
        out.prose(item)
      }
      out.macro("El")
    case .definitions(let definitions):
      out.terms(definitions.map { (MdocText.argument($0.term), $0.text) })
    case .table(let header, let rows): addTable(header, rows)
    }
  }

  private mutating func addTable(_ header: [String], _ rows: [[String]]) {
    let cells = ([header] + rows).map { $0.map(withoutMarks) }
    let widths = header.indices.map { column in
      cells.map { column < $0.count ? $0[column] : "" }.max { $0.count < $1.count } ?? ""
    }
    out.macro("Bl", "-column", widths.map(MdocText.argument).joined(separator: " "))
    for (index, row) in cells.enumerated() {
      let face = index == 0 ? "Sy " : ""
      out.macro("It", row.map { face + MdocText.argument($0) }.joined(separator: " Ta "))
    }
    out.macro("El")
  }
}

extension ProseBlock {
  fileprivate var isHeading: Bool {
    switch self {
    case .heading, .subheading: true
    case .paragraph, .code, .list, .definitions, .table: false
    }
  }
}

private func sentenceCase(_ text: String) -> String {
  text.prefix(1).uppercased() + text.dropFirst()
}
