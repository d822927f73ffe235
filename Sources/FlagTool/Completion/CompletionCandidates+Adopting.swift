import Adopting
import Completing
import Definitions
import FlagModel
import ForeignModels
import Guessing
import Platform

// The columns of a foreign file, and the types that `adopt` can give them.

extension CompletionCandidates {
  /// `item.flags=`, followed by the types for the column.
  func adoptedColumns(_ option: String, in schema: Schema) -> [Candidate] {
    guard let kind = AdoptedKind(rawValue: option) else { return continued(guesses) }
    var columns: [Candidate] = []
    for entity in schema.entities {
      for attribute in entity.attributes where kind.fits(attribute) {
        let text = "\(entity.name).\(attribute.name)\(kind.sign)"
        // Another column's name can begin with this name and an equals sign.
        guard kind.sign.isEmpty || text != typed else { continue }
        columns.append(Candidate(text, about: attribute.declaredType.text))
      }
    }
    return columns + types(kind, in: schema)
  }

  /// `likely`, and the columns with a guess and its reason.
  private var guesses: [Candidate] {
    guard let database, let model = try? Adopter(database).model(),
      let proposals = try? Guesser(database).proposals(for: model.schema)
    else { return [] }
    return [Candidate(GuessOptions.likely)]
      + proposals.map { Candidate($0.column, about: $0.reason) }
  }

  /// The types for a column, after the typed text.
  private func types(_ kind: AdoptedKind, in schema: Schema) -> [Candidate] {
    guard let word = try? ColumnWord(typed, in: schema), kind.fits(word.attribute),
      let equals = word.rest.utf8.firstIndex(of: UInt8(ascii: "=")),
      kind == .field || equals == word.rest.startIndex
    else { return [] }
    let value = String(word.rest[word.rest.utf8.index(after: equals)...])
    let head = String(decoding: typed.utf8.dropLast(value.utf8.count), as: UTF8.self)
    return headed(types(of: word.attribute, kind, in: schema, typed: value), head)
  }

  private func types(
    of attribute: Attribute, _ kind: AdoptedKind, in schema: Schema, typed: String
  ) -> [Candidate] {
    let models = request.options(AdoptCommand.self).models.filter { $0.hasSuffix(".swift") }
    var schemas = [schema]
    if let model = model(inFiles: models) { schemas.append(model) }
    switch kind {
    case .date:
      let forms = DateForm.allCases.filter { attribute.mayBecome(.date, $0.stored) }
      return forms.map { Candidate($0.adopted, about: $0.help) }
    case .flags: return flagSources(typed, in: schemas)
    case .enum, .field:
      return schemas.flatMap(\.enumerationCandidates)
        + definitions(typed, types: definedEnumerations)
    case .bool, .url, .bits: return []
    }
  }

  /// The flag sets of models, and those of files.
  func flagSources(_ typed: String, in models: [Schema]) -> [Candidate] {
    models.flatMap(\.flagSets).map(\.candidate) + definitions(typed, types: definedFlags)
  }

  /// Definition files and folders, and after a colon the types of the file. A new name and an
  /// equals sign can precede.
  private func definitions(_ typed: String, types: (_ path: String) -> [Candidate]) -> [Candidate] {
    let source = FlagSource(typed)
    if let type = source.type {
      let head = String(decoding: typed.utf8.dropLast(type.utf8.count), as: UTF8.self)
      return headed(types(source.path), head)
    }
    let head = String(decoding: typed.utf8.dropLast(source.path.utf8.count), as: UTF8.self)
    return headed(filesWithDefinitions(source.path), head)
  }

  private func filesWithDefinitions(_ path: String) -> [Candidate] {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { String(path[...$0]) } ?? ""
    let showsHidden = path.utf8.dropFirst(folder.utf8.count).first == UInt8(ascii: ".")
    let names = names(inDirectory: folder).sorted()
    return names.filter { showsHidden || !$0.hasPrefix(".") }.compactMap { name in
      if DefinitionLanguage(fileName: name) != nil { return Candidate("\(folder)\(name):") }
      let isFolder = (try? fileKind(at: folder + name)) == .directory
      if isFolder { return Candidate("\(folder)\(name)/") }
      return nil
    }
  }
}

/// The options of `adopt` that name a column.
private enum AdoptedKind: String {
  case flags, field, `enum`, date, bool, url
  /// The bits that `infer` explains.
  case bits

  /// The sign between a column and its type.
  var sign: String {
    switch self {
    case .flags, .enum, .date: "="
    case .field: ":"
    case .bool, .url, .bits: ""
    }
  }

  /// True if the option can be applied to the column.
  func fits(_ attribute: Attribute) -> Bool {
    switch self {
    case .bits: InferCommand.explains(attribute.type)
    case .flags, .field:
      attribute.mayBecome(.flags(FlagSet(name: "", rawType: .int64, flags: [])))
    case .enum:
      [Enumeration.RawType.integer(.int64), .string].contains { rawType in
        attribute.mayBecome(.enumeration(Enumeration(name: "", rawType: rawType, cases: [])))
      }
    case .date: DateForm.allCases.contains { attribute.mayBecome(.date, $0.stored) }
    case .bool: attribute.mayBecome(.bool, .anyNumber)
    case .url: attribute.mayBecome(.url)
    }
  }
}

extension Attribute {
  fileprivate func mayBecome(_ type: AttributeType, _ form: StoredForm = .own) -> Bool {
    (try? becoming(type, "", form)) != nil
  }
}
