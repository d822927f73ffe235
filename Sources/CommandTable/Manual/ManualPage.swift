/// A man page: the name of its file, as `flagdb-query.1`, and its text in mdoc.
package struct ManualPage: Hashable, Sendable {
  package let name: String
  package let section: Int
  package let text: String

  package var fileName: String { "\(name).\(section)" }
}

extension ToolDescription {
  /// The man pages of the tool, of each listed command, and of free text.
  package func manualPages() -> [ManualPage] {
    pages.map { ManualPage(name: $0.name, section: $0.section, text: $0.mdoc) }
  }

  /// The man page of a command or topic in mdoc: `query`, `flagdb-query`, `predicates`, or the
  /// tool's name.
  package func manualPage(named name: String) -> ManualPage? {
    page(named: name).map { ManualPage(name: $0.name, section: $0.section, text: $0.mdoc) }
  }

  /// The man page as plain text.
  package func plainManualPage(named name: String, width: Int) -> String? {
    page(named: name)?.plainText(width: width)
  }

  /// The names that `manualPage(named:)` accepts, without that of the tool.
  package var manualTopics: [Choice] {
    listedCommands.map { Choice($0.name, help: $0.summary) }
      + topics.map { Choice(shortName(of: $0), help: $0.summary) }
  }

  /// `predicates` for `flagdb-predicates`.
  package func shortName(of topic: ProsePage) -> String {
    String(topic.name.dropFirst(name.count + 1))
  }

  private func page(named topic: String) -> Page? {
    let topic = command(named: topic)?.name ?? topic
    func isNamed(_ page: String) -> Bool {
      page.isSame(as: topic) || page.isSame(as: "\(name)-\(topic)")
    }
    if isNamed(name) {
      return toolPage()
    }
    if let command = listedCommands.first(where: { isNamed("\(name)-\($0.name)") }) {
      return commandPage(command)
    }
    if let topic = topics.first(where: { isNamed($0.name) }) {
      return topicPage(topic)
    }
    return nil
  }

  private var pages: [Page] {
    [toolPage()] + listedCommands.map(commandPage) + topics.map(topicPage)
  }

  private func topicPage(_ topic: ProsePage) -> Page {
    var composer = PageComposer(topic.name, topic.section, self)
    composer.addName(topic.summary)
    composer.addBlocks(topic.blocks, isWholePage: true)
    composer.addSeeAlso(topic.seeAlso + [PageReference(name, 1)])
    return composer.page
  }

  private func toolPage() -> Page {
    var composer = PageComposer(name, 1, self)
    composer.addName(summary)
    composer.addSynopsis(toolUsages.map { Synopsis(tool: name, command: nil, usage: $0) })
    composer.addDescription(manual.discussion, subject: name, summary: summary)
    composer.addCommands()
    composer.addOptions(options(of: nil))
    composer.addCommonSections(of: listedCommands, exitStatuses: manual.exitStatuses)
    composer.addExamples(manual.examples)
    let others =
      listedCommands.map { PageReference("\(name)-\($0.name)", 1) }
      + topics.map { PageReference($0.name, $0.section) }
    composer.addSeeAlso(others + manual.seeAlso)
    return composer.page
  }

  private func commandPage(_ command: CommandDescription) -> Page {
    var composer = PageComposer("\(name)-\(command.name)", 1, self)
    composer.addName(command.summary)
    composer.addSynopsis(
      command.usages.map { Synopsis(tool: name, command: command.name, usage: $0) })
    composer.addDescription(
      command.manual.discussion, subject: "\(name) \(command.name)", summary: command.summary)
    composer.addArguments(of: command)
    composer.addOptions(options(of: command))
    composer.addCommonSections(of: [command], exitStatuses: exitStatuses(of: command))
    composer.addExamples(command.manual.examples)
    composer.addSeeAlso([PageReference(name, 1)] + command.manual.seeAlso)
    return composer.page
  }
}
