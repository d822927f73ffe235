import Completing
import Databases
import FlagFormats
import FlagModel
import Predicates
import Queries

// Values of attributes, and columns of imported files.

extension CompletionCandidates {
  /// `code=`, followed by possible values.
  func assignments(
    of entity: Entity, in schema: Schema, mayBeCalculated: Bool = false
  ) -> [Candidate] {
    guard let assignment = try? AssignmentSyntax.parse(SourceText(typed)),
      case .text(let value) = assignment.rightSide
    else {
      return (entity.candidates(withExpressions: false) + entity.fieldCandidates)
        .filter { Name($0.text) != entity.keyColumn }
        .map { Candidate("\(AssignmentSyntax.spelled(Name($0.text)))=", about: $0.about) }
    }
    let head = String(decoding: typed.utf8.dropLast(value.text.utf8.count), as: UTF8.self)
    let name = assignment.name.name
    if let attribute = entity.attribute(named: name) ?? entity.field(named: name) {
      let values = values(of: attribute, after: head) + texts(of: attribute, entity, head)
      guard mayBeCalculated, assignment.operation == .set else { return values }
      let literals = Set(values.map(\.text))
      return values
        + calculations(of: attribute, value.text, after: head, entity, schema)
        .filter { !literals.contains($0.text.replacing("`", with: "")) }
    }
    guard let relationship = entity.relationship(named: name),
      let target = schema.entity(named: relationship.target)
    else { return [] }
    let last = value.text.split(separator: ",", omittingEmptySubsequences: false).last
    let records = labels(of: target, beginning: last.map(String.init) ?? "")
    return continued(headed(records, head), head: head)
  }

  /// The continuations of an expression. A plain name would be a text for a String attribute.
  private func calculations(
    of attribute: Attribute, _ text: String, after head: String, _ entity: Entity,
    _ schema: Schema
  ) -> [Candidate] {
    if attribute.type == .string || attribute.type == .url, !text.contains(where: "( ".contains) {
      return []
    }
    let completion = entity.completions(
      of: text, at: text.utf8.count, in: schema, for: .value(of: attribute))
    let before = String(decoding: text.utf8.prefix(completion.range.lowerBound), as: UTF8.self)
    return headed(completion.candidates, head + before)
  }

  /// The texts in other records, unless the attribute is unique.
  private func texts(of attribute: Attribute, _ entity: Entity, _ head: String) -> [Candidate] {
    guard attribute.type == .string, !entity.isUnique(attribute) else { return [] }
    let place = TextPlace(
      start: head.utf8.count, typed: String(typed.dropFirst(head.count)), quote: "'",
      entity: entity, attribute: attribute)
    // A text with a bracket could be read as a calculation.
    let texts = (database?.storedTexts(at: place) ?? []).filter { !$0.utf8.contains(0x28) }
    return headed(texts.map { Candidate($0) }, head)
  }

  func values(of attribute: Attribute, after head: String) -> [Candidate] {
    switch attribute.type {
    case .flags(let set): items(of: set, after: head)
    case .enumeration(let enumeration): headed(enumeration.candidates, head)
    case .bool: headed([Candidate("true"), Candidate("false")], head)
    default: []
    }
  }

  /// Flags, and after `core=` the values of the field.
  private func items(of set: FlagSet, after head: String) -> [Candidate] {
    let item =
      typed.dropFirst(head.count).split(
        omittingEmptySubsequences: false, whereSeparator: { $0 == "," || $0 == "|" }
      ).last ?? ""
    guard let equals = item.firstIndex(of: "="),
      let field = set.field(named: Name(item[..<equals])),
      let enumeration = field.enumeration
    else { return continued(headed(set.items, head), head: head) }
    return headed(enumeration.candidates, String(typed[...equals]))
  }

  /// The greatest number of records to offer.
  static let mostRecords = 50

  /// The labels of records, found by an index because there can be millions.
  func labels(of entity: Entity, beginning: String) -> [Candidate] {
    guard let database else { return [] }
    let names = try? database.read {
      try StoredTexts(database).labels(of: entity, beginning: beginning, atMost: Self.mostRecords)
    }
    return (names ?? []).map { Candidate($0) }
  }

  // MARK: Files of an import

  /// `Column=`, followed by an attribute.
  func mappings(to entity: Entity) -> [Candidate] {
    guard let equals = typed.firstIndex(of: "=") else {
      return fileColumns.map { Candidate("\($0)=") }
    }
    let names = entity.candidates(withExpressions: false)
    return headed(names, String(typed[...equals]))
  }

  /// The columns in the header of the first file in the command line.
  var fileColumns: [Name] {
    let file: RecordFile?
    let options: RecordOptions
    if let imported = request.options(ImportOptions.self).files.first {
      file = RecordFile(imported)
      options = RecordOptions()
    } else {
      file = RecordFile(path)
      options = request.options(QueryCommand.self).reading.records
    }
    guard let reader = file?.beginning(options)?.reader else { return [] }
    // In JSON, the first object gives the columns.
    if reader.columns.isEmpty { _ = try? reader.next() }
    return reader.columns
  }

  /// `permissions=`, followed by the sets of models and the files that define flags.
  func columnFlags(in schema: Schema) -> [Candidate] {
    guard let equals = typed.firstIndex(of: "=") else {
      return fileColumns.map { Candidate("\($0)=") }
    }
    let head = String(typed[...equals])
    return headed(flagSources(String(typed.dropFirst(head.count)), in: [schema]), head)
  }

  /// `tags=`, followed by the words for signs.
  var columnSplits: [Candidate] {
    guard let equals = typed.lastIndex(of: "=") else {
      return fileColumns.map { Candidate("\($0)=") }
    }
    return headed(ColumnSplit.words.map { Candidate($0.0) }, String(typed[...equals]))
  }
}

extension Database {
  /// The stored texts that are possible at a position.
  func storedTexts(at place: TextPlace) -> [String] {
    let texts = try? read {
      try StoredTexts(self).storedTexts(
        of: place.attribute, in: place.entity, beginning: place.typed,
        atMost: CompletionCandidates.mostRecords)
    }
    return texts ?? []
  }

  /// The possible texts as they are typed, with quotes.
  func texts(for place: TextPlace, inSQL: Bool = false) -> [String] {
    storedTexts(at: place).map { place.spelled($0, inSQL: inSQL) }
  }
}
