/// A man page: the name of its file, as `flagdb-query.1`, and its text in mdoc.
public struct ManualPage: Hashable, Sendable {
  public let name: String
  public let section: Int
  public let text: String

  public var fileName: String { "\(name).\(section)" }
}

extension ToolDescription {
  /// The page of the tool and one for each command that is listed.
  public func manualPages() -> [ManualPage] {
    [toolPage()] + listedCommands.map(commandPage)
  }

  /// A page of section 5 or 7 that bears the tool's date: `flagdb-predicates(7)`.
  public func manualPage(_ prose: ProsePage) -> ManualPage {
    var page = PageWriter(prose.name, prose.section, self)
    page.addName(prose.name, prose.summary)
    page.addBlocks(prose.blocks, isWholePage: true)
    page.addSeeAlso(prose.seeAlso + [PageReference(name, 1)])
    return page.finished
  }

  private func toolPage() -> ManualPage {
    var page = PageWriter(name, 1, self)
    page.addName(name, summary)
    page.addSynopsis(toolUsages.map { PageWriter.Synopsis(tool: name, command: nil, usage: $0) })
    page.addDescription(discussion, subject: name, summary: summary)
    page.addCommands()
    page.addOptions(options(of: nil))
    page.addCommonSections(exitStatuses: exitStatuses)
    page.addExamples(examples)
    page.addSeeAlso(listedCommands.map { PageReference("\(name)-\($0.name)", 1) } + seeAlso)
    return page.finished
  }

  private func commandPage(_ command: CommandDescription) -> ManualPage {
    let pageName = "\(name)-\(command.name)"
    var page = PageWriter(pageName, 1, self)
    page.addName(pageName, command.summary)
    page.addSynopsis(
      command.usages.map { PageWriter.Synopsis(tool: name, command: command.name, usage: $0) })
    page.addDescription(
      command.discussion, subject: "\(name) \(command.name)", summary: command.summary)
    page.addArguments(of: command)
    page.addOptions(options(of: command))
    page.addCommonSections(exitStatuses: exitStatuses(of: command))
    page.addExamples(command.examples)
    page.addSeeAlso([PageReference(name, 1)] + command.seeAlso)
    return page.finished
  }
}

/// A manual page of free prose, such as a file format (section 5) or a language (section 7).
public struct ProsePage: Codable, Hashable, Sendable {
  public var name: String
  public var section: Int
  public var summary: String
  /// Without a heading at its start it is the page's description.
  public var blocks: [ProseBlock]
  public var seeAlso: [PageReference]

  public init(
    _ name: String, section: Int, summary: String, blocks: [ProseBlock],
    seeAlso: [PageReference] = []
  ) {
    self.name = name
    self.section = section
    self.summary = summary
    self.blocks = blocks
    self.seeAlso = seeAlso
  }
}
