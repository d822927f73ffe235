import CommandTable
import Completing
import Databases
import Definitions
import FlagModel
import ModelText
import Platform

/// The candidates for a position in the command line, for shells and sessions.
struct CompletionCandidates {
  /// The arguments that commands share.
  private struct Place: CommandOptions {
    var database = ""
    var entity: Name = ""

    mutating func declare(in table: inout OptionTable) {
      table.database(&database)
      table.entity(&entity)
    }
  }

  let request: CompletionRequest
  private let place: Place
  let session: Session
  /// The model, if it is already known.
  private let knownSchema: Schema?

  init(_ request: CompletionRequest, in session: Session, knowing schema: Schema? = nil) {
    self.request = request
    self.session = session
    place = request.options()
    knownSchema = schema
  }

  /// The database or file in the command line.
  var path: String { place.database }

  /// The typed part of the word.
  var typed: String { request.typed }

  /// The candidates for a request.
  ///
  /// A shell appends a blank and the closing quote to a single candidate. If an expression can
  /// continue, this is prevented by a second candidate: the same text with closed brackets, or with
  /// a blank.
  func choices(inShell: Bool) -> [Choice] {
    var candidates = candidates(beginning: typed)
    if inShell, candidates.count == 1, let closed = closed(candidates[0]) {
      candidates.append(closed)
    } else if inShell, candidates.count == 1, continues, candidates[0].text.last != "." {
      let next = candidates[0].text + " "
      let isTyped = candidates[0].text.utf8.elementsEqual(typed.utf8)
      candidates = isTyped ? nextCandidates(after: next) : candidates + [Candidate(next)]
    }
    return candidates.map { Choice($0.text, help: $0.about) }
  }

  private func candidates(beginning typed: String) -> [Candidate] {
    all.filter { $0.text.utf8.starts(with: typed.utf8) }
  }

  /// True if more text can follow in the same word.
  private var continues: Bool { request.isInQuotes && Self.expressions.contains(request.kind) }

  /// The candidates after a blank. The text with a blank alone would end the word.
  private func nextCandidates(after text: String) -> [Candidate] {
    var next = request
    next.typed = text
    let candidates = CompletionCandidates(next, in: session, knowing: knownSchema).candidates(
      beginning: text)
    if candidates.count > 1 { return candidates }
    return [Candidate(text), Candidate(text + " ")]
  }

  private func closed(_ candidate: Candidate) -> Candidate? {
    guard Self.expressions.contains(request.kind), let last = candidate.text.last,
      !"([{".contains(last)
    else { return nil }
    let closing = closingBrackets(of: candidate.text)
    if closing.isEmpty { return nil }
    return Candidate(candidate.text + closing, about: candidate.about)
  }

  private static let expressions: Set<String> = [
    "columns", "groups", "order", "predicate", "group-predicate", "calculated-assignment",
    "sql",
  ]

  private var all: [Candidate] {
    if let candidates = candidatesWithoutModel { return candidates }
    guard let schema = knownSchema ?? schema else { return [] }
    if request.kind.hasPrefix("adopted-") {
      return adoptedColumns(String(request.kind.dropFirst("adopted-".count)), in: schema)
    }
    return candidates(in: schema)
      ?? entity(in: schema).map { candidates(of: $0, in: schema) } ?? []
  }

  /// The candidates of a kind that needs no model of a database; nil for any other kind.
  private var candidatesWithoutModel: [Candidate]? {
    switch request.kind {
    case "file-column": fileColumns.map { Candidate($0) }
    case "column-type": columnTypes(in: knownSchema ?? schema ?? .empty)
    case "column-flags": columnFlags(in: knownSchema ?? schema ?? .empty)
    case "column-split": columnSplits
    case "defined-flags": definedFlags
    case "lint-rule": lintRules
    case "commit": commits
    case "interval": ["1s", "2s", "5s", "10s", "1m"].map { Candidate($0) }
    case "partition", "distribution": spreads(in: knownSchema ?? newSchema ?? schema ?? .empty)
    default: nil
    }
  }

  /// The candidates of a kind that needs no entity; nil for any other kind.
  private func candidates(in schema: Schema) -> [Candidate]? {
    switch request.kind {
    case "entity": schema.entityCandidates
    case "sql": request.isInQuotes ? statements(in: schema) : []
    case "flag-set": schema.flagSets.map(\.candidate)
    case "any-flag-set": schema.allFlagSets.map(\.candidate)
    case "enumeration": schema.enumerationCandidates
    case "flags-of-type": flagsOfType(in: schema)
    case "definition": definitions(in: schema)
    case "defined-name": definedNames
    // A new name is typed after `Sample.`.
    case "expression-name":
      schema.entityCandidates.map { Candidate("\($0.text).", about: $0.about) }
    case "version": versions
    case "change":
      request.options(LogCommand.self).readsCommits ? commits.dropLast() : changes
    case "meaning": meanings
    case "argument": arguments(in: schema)
    case "rename", "model-name", "flag-name", "fill", "into": migrationNames(in: schema)
    default: nil
    }
  }

  private func candidates(of entity: Entity, in schema: Schema) -> [Candidate] {
    switch request.kind {
    case "flags": continued(flagOptions(of: entity))
    case "attributes": continued(entity.candidates(withExpressions: true))
    case "columns": expressions(of: entity, in: schema, for: .columns)
    case "groups": expressions(of: entity, in: schema, for: .groups)
    case "order": expressions(of: entity, in: schema, for: .order)
    case "predicate": expressions(of: entity, in: schema, for: .condition)
    case "group-predicate": expressions(of: entity, in: schema, for: .groupCondition)
    case "unique": unique(in: entity)
    case "record": headed(labels(of: entity, beginning: typed), "")
    case "mapping": mappings(to: entity)
    case "assignment": assignments(of: entity, in: schema)
    case "calculated-assignment": assignments(of: entity, in: schema, mayBeCalculated: true)
    default: []
    }
  }

  /// The model of the database in the command line, or of a model file. Errors are ignored.
  private var schema: Schema? {
    if request.line?.command.name != FlagsCommand.name, let schema = schemaOfRecords {
      return schema
    }
    guard let file = DefinitionFile(place.database, request.options(FlagsCommand.self).definitions)
    else { return database?.schema ?? schemaOfRecords }
    if file.language == .swift { return model(inFiles: [file.path]) }
    let sets = definedSets(in: file)
    if sets == .empty { return schemaOfRecords }
    return sets ?? schemaOfRecords
  }

  /// The model of the record file in the command line; nil for another file.
  private var schemaOfRecords: Schema? {
    guard let records = RecordFile(place.database) else { return nil }
    let reading = request.options(QueryCommand.self).reading
    let models = try? GivenModels.ofUser(reading.models, in: session.silent)
    return records.modelOfBeginning(models ?? GivenModels(), reading.records, in: session.silent)
  }

  /// The database in the command line. A Tab neither waits for a lock nor changes the file.
  var database: Database? {
    guard (try? session.requireEngine(for: place.database)) != nil else { return nil }
    return try? Database(
      path: place.database, for: .reading, patience: .milliseconds(100), repairs: false,
      on: session.servers, models: .ofUser())
  }

  /// The model in the files, if all are regular files, because a pipe could block.
  func model(inFiles paths: [String]) -> Schema? {
    guard !paths.isEmpty, paths.allSatisfy({ (try? fileKind(at: $0)) == .regular }) else {
      return nil
    }
    if let schema = try? ModelFile.read(paths, in: session.silent) { return schema }
    // Flag sets can be read without the rest of the model.
    let declared = try? ModelFile.flagSets(of: paths[0], in: session.silent)
    let sets = declared.map { $0.read($0.names.indices).sets } ?? []
    return Schema(types: sets.map(NamedType.flagSet), entities: [])
  }

  /// The entity in the command line, or the one whose expression is defined.
  private func entity(in schema: Schema) -> Entity? {
    let definition = request.options(DefineCommand.self)
    if definition.kind == .expression {
      return schema.entity(called: Name(definition.name).parts.first ?? "")
    }
    return schema.entity(called: place.entity)
  }

  // MARK: Kinds

  /// The candidates at the end of a list or a condition, with the typed text before them.
  private func expressions(
    of entity: Entity, in schema: Schema, for use: ExpressionUse
  ) -> [Candidate] {
    if let place = entity.textPlace(at: typed, in: schema, for: use) {
      let head = String(decoding: typed.utf8.prefix(place.start), as: UTF8.self)
      return headed((database?.texts(for: place) ?? []).map { Candidate($0) }, head)
    }
    let completion = entity.completions(of: typed, at: typed.utf8.count, in: schema, for: use)
    let head = String(decoding: typed.utf8.prefix(completion.range.lowerBound), as: UTF8.self)
    return headed(completion.candidates, head)
  }

  /// The SQL candidates at the end of a statement, with the typed text before them.
  private func statements(in schema: Schema) -> [Candidate] {
    let completion = schema.completions(ofSQL: typed, at: typed.utf8.count)
    let place = completion.texts
    let start = place?.start ?? completion.range.lowerBound
    let head = String(decoding: typed.utf8.prefix(start), as: UTF8.self)
    if let place {
      return headed((database?.texts(for: place, inSQL: true) ?? []).map { Candidate($0) }, head)
    }
    return headed(completion.candidates, head)
  }

  /// The properties that identify a record.
  private func unique(in entity: Entity) -> [Candidate] {
    let names = Set(entity.uniqueNames)
    return entity.candidates(withExpressions: false).filter { names.contains(Name($0.text)) }
  }

  private func flagsOfType(in schema: Schema) -> [Candidate] {
    let name = request.options(FlagsCommand.self).type ?? ""
    return continued((try? schema.flagSet(typed: name))?.candidates ?? [])
  }

  /// The arguments that the predicate needs, and that are not yet given.
  private func arguments(in schema: Schema) -> [Candidate] {
    let query = request.options(QueryCommand.self).selection
    let selection =
      if query.argumentNames.isEmpty {
        request.options(UpdateCommand.self).selection
      } else {
        query
      }
    return schema.argumentCandidates(selection.argumentNames, given: selection.givenArguments)
  }

  /// The flags of every attribute, or of one after `markers:`.
  private func flagOptions(of entity: Entity) -> [Candidate] {
    let sets = entity.flagAttributes
    if let colon = typed.firstIndex(of: ":") {
      let name = Name(typed[..<colon])
      guard let set = sets.first(where: { $0.name == name })?.set else { return [] }
      return set.candidates.map { Candidate("\(name):\($0.text)", about: $0.about) }
    }
    let names = sets.flatMap(\.set.candidates)
    if sets.count == 1 { return names }
    return names + sets.map { Candidate("\($0.name):") }
  }

  func headed(_ candidates: [Candidate], _ head: String) -> [Candidate] {
    candidates.map { Candidate(head + $0.text, about: $0.about) }
  }

  /// The candidates for the last element of a list. Elements that are already in the list are
  /// omitted.
  func continued(_ candidates: [Candidate], head: String = "") -> [Candidate] {
    guard let last = typed.lastIndex(of: ",") else { return candidates }
    let before = String(typed[...last])
    let typedWords = Set(before.dropFirst(head.count).split(separator: ",").map(String.init))
    return candidates.compactMap { candidate in
      let word = String(candidate.text.dropFirst(head.count))
      if typedWords.contains(word) { return nil }
      return Candidate(before + word, about: candidate.about)
    }
  }
}

extension CompletionRequest {
  /// The options in the incomplete command line.
  func options<Options: CommandOptions>(_ type: Options.Type = Options.self) -> Options {
    line.map(Options.init(unfinished:)) ?? Options()
  }
}
