import FlagModel
import ModelText

/// Parses the groups of a source with the parser of its language.
struct SourceReading {
  private(set) var sourceList = SourceList()
  private(set) var groups: [DefinedGroup] = []
  private(set) var declarations: Declarations?
  private(set) var swift: DeclaredFlagSets?
  private(set) var header: HeaderSource?

  init(
    _ source: SourceText, at path: String, _ language: DefinitionLanguage,
    _ surroundings: any DefinitionSurroundings
  ) throws(Diagnostics) {
    switch language {
    case .swift:
      swift =
        try DeclaredFlagSets(in: [source], earlier: EarlierModels { surroundings.source(at: $0) })
    case .c, .cpp:
      if surroundings.needsOwnSetsOnly, !HeaderSource.mayDefineSets(source, language) { return }
      let header = HeaderSource(source, at: path, language, surroundings)
      sourceList = header.sourceList
      self.header = header
      take(header.declarations, isOwn: header.isOwn)
    case .python:
      take(PythonModules(sourceList, surroundings).read(source, at: path)) { $0.file == 0 }
    case .table: try take(TableSource.groups(of: source, sourceList.add(source)))
    case .markdown: take(MarkdownSource.groups(of: source, sourceList.add(source)))
    case .yanny: try take(YannySource.groups(of: source, sourceList.add(source)))
    case .cdl: take(CDLSource.groups(of: source, sourceList.add(source)))
    case .sql:
      let file = sourceList.add(source)
      take(SQLSource.groups(of: source, file) + SQLViewSource.groups(of: source, file))
    case .json, .yaml, .xml:
      try take(TreeSource.groups(of: source, sourceList.add(source), language))
    case .ruby:
      let declarations = Declarations(language)
      let list = Tokenizer.read(source.utf8, file: sourceList.add(source), language)
      RubyScanner(list, declarations, in: source.utf8).run()
      take(declarations) { _ in true }
    case .rust, .csharp, .typescript, .java, .kotlin, .go, .proto, .php:
      let declarations = Declarations(language)
      let list = Tokenizer.read(source.utf8, file: sourceList.add(source), language)
      Scanner(list, declarations).run()
      take(declarations) { _ in true }
    }
  }

  private mutating func take(_ groups: [DefinedGroup]) { self.groups = groups }

  private mutating func take(_ declarations: Declarations, isOwn: (TokenPlace) -> Bool) {
    self.declarations = declarations
    groups = declarations.groups(isOwn: isOwn)
  }
}
