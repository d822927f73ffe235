extension Page {
  /// The page in mdoc, as man and mandoc read it.
  var mdoc: String {
    var out = MdocWriter()
    out.macro("Dd", calendarDay(date) ?? date)
    out.macro("Dt", name.uppercased(), String(section))
    out.macro("Os", MdocText.argument(source))
    out.add(blocks)
    return out.text
  }
}

extension MdocWriter {
  fileprivate mutating func add(_ blocks: [PageBlock]) {
    var beginsSection = true
    for block in blocks {
      if case .prose = block, !beginsSection { macro("Pp") }
      add(block)
      beginsSection = block.isHeading
    }
  }

  private mutating func add(_ block: PageBlock) {
    switch block {
    case .name(let name, let summary):
      macro("Nm", name)
      macro("Nd", MdocText.literal(withoutMarks(summary)))
    case .section(let title):
      // A title in capitals is never a macro, so it needs no quotes.
      let isUsual = title.allSatisfy { $0.isUppercase || $0 == " " }
      let heading = if isUsual { title } else { MdocText.argument(title) }
      macro("Sh", heading)
    case .subsection(let title): macro("Ss", MdocText.argument(title))
    case .synopsis(let synopses): for synopsis in synopses { add(synopsis) }
    case .prose(let text): prose(text)
    case .code(let lines): code(lines)
    case .list(let items): addList(items)
    case .terms(let terms, let isCompact): add(terms, isCompact: isCompact)
    case .table(let header, let rows): addTable(header, rows)
    case .references(let references): add(references)
    }
  }

  private mutating func add(_ synopsis: Synopsis) {
    macro("Nm", synopsis.tool)
    if let command = synopsis.command { macro("Cm", MdocText.argument(command)) }
    addArguments(synopsis.usage.arguments)
    if let keyword = synopsis.usage.keyword { macro("Cm", MdocText.argument(keyword)) }
    addArguments(synopsis.usage.formArguments)
    macro("Op", "Ar", "options")
  }

  /// Adds arguments. Each optional argument contains those that can only follow it.
  private mutating func addArguments(_ arguments: [ArgumentDescription]) {
    for argument in arguments {
      if argument.isOptional { macro("Oo") }
      macro("Ar", MdocText.argument(argument.name), argument.isRepeating ? "..." : "")
    }
    for _ in arguments.filter(\.isOptional) { macro("Oc") }
  }

  private mutating func addList(_ items: [String]) {
    macro("Bl", "-bullet", "-compact")
    for item in items {
      macro("It")
      prose(item)
    }
    macro("El")
  }

  private mutating func add(_ terms: [PageTerm], isCompact: Bool) {
    macro("Bl", "-tag", "-width", "Ds", isCompact ? "-compact" : "")
    for term in terms {
      macro("It", term.label.mdoc)
      add(term.body)
    }
    macro("El")
  }

  private mutating func addTable(_ header: [String], _ rows: [[String]]) {
    let cells = ([header] + rows).map { $0.map(withoutMarks) }
    let widths = header.indices.map { column in
      let texts = cells.filter { column < $0.count }.map { $0[column] }
      return texts.max { $0.count < $1.count } ?? ""
    }
    macro("Bl", "-column", widths.map(MdocText.argument).joined(separator: " "))
    for (index, row) in cells.enumerated() {
      let face = index == 0 ? "Sy " : ""
      macro("It", row.map { face + MdocText.argument($0) }.joined(separator: " Ta "))
    }
    macro("El")
  }

  private mutating func add(_ references: [PageReference]) {
    for (index, reference) in references.enumerated() {
      let comma = index == references.count - 1 ? "" : ","
      macro("Xr", reference.name, String(reference.section), comma)
    }
  }
}

extension PageTerm.Label {
  fileprivate var mdoc: String {
    switch self {
    case .plain(let text): return MdocText.argument(text)
    case .word(let word): return "Cm " + MdocText.argument(word)
    case .argument(let name): return "Ar " + MdocText.argument(name)
    case .option(let names, let value):
      let flags = names.map { "Fl " + MdocText.literal($0) }.joined(separator: " , ")
      guard let value else { return flags }
      let placeholder = MdocText.argument(value.placeholder)
      if value.isOptional { return "\(flags) Ns Op = Ns Ar \(placeholder)" }
      return "\(flags) Ar \(placeholder)"
    case .variable(let name): return "Ev " + MdocText.argument(name)
    case .path(let path): return "Pa " + MdocText.argument(path)
    case .page(let page): return "Xr \(page.name) \(page.section)"
    }
  }
}

extension PageBlock {
  fileprivate var isHeading: Bool {
    switch self {
    case .section, .subsection: true
    default: false
    }
  }
}
