import Auditing
import CommandTable
import Completing
import Databases
import FlagModel

// The names in models, for `define` and `migrate`.

extension CompletionCandidates {
  private static let basicTypes = [
    "Bool", "Int", "Double", "Decimal", "String", "Date", "UUID", "URL", "Data",
  ]

  /// `note:` with a type, and after `=` the named values.
  func definitions(in schema: Schema) -> [Candidate] {
    guard let colon = typed.firstIndex(of: ":") else { return [] }
    let declared = typed[typed.index(after: colon)...]
    if let equals = declared.firstIndex(of: "=") {
      let type = declared[..<equals].prefix { $0 != "?" }
      return defaults(ofType: Name(type), in: schema, after: String(typed[...equals]))
    }
    return headed(valueTypes(in: schema) + schema.entityCandidates, String(typed[...colon]))
  }

  private func valueTypes(in schema: Schema) -> [Candidate] {
    Self.basicTypes.map { Candidate($0) } + schema.flagSets.map(\.candidate)
      + schema.enumerationCandidates
  }

  /// `Column:`, followed by a type.
  func columnTypes(in schema: Schema) -> [Candidate] {
    guard let colon = typed.lastIndex(of: ":") else {
      return fileColumns.map { Candidate("\($0):") }
    }
    let new = [
      Candidate(ColumnType.newFlagSet, about: "a new set of its names"),
      Candidate(ColumnType.newEnumeration, about: "a new enum of its values"),
    ]
    return headed(valueTypes(in: schema) + new, String(typed[...colon]))
  }

  private func defaults(ofType type: Name, in schema: Schema, after head: String) -> [Candidate] {
    switch type {
    case "Bool": return headed([Candidate("true"), Candidate("false")], head)
    case "Date": return headed([Candidate("now", about: "the moment of each insert")], head)
    case "UUID": return headed([Candidate("new", about: "another for each record")], head)
    default: break
    }
    if let set = schema.flagSets.first(where: { $0.name == type }) {
      return continued(headed(set.candidates, head), head: head)
    }
    return headed(schema.enumerations.first { $0.name == type }?.candidates ?? [], head)
  }

  /// The attributes in the command line, for `--unique`.
  var definedNames: [Candidate] {
    request.options(DefineCommand.self).parts.compactMap { word in
      word.split(separator: ":").first.map { Candidate(String($0)) }
    }
  }

  // MARK: Migrations

  var versions: [Candidate] {
    guard let database, let history = try? database.read({ try database.history() }) else {
      return []
    }
    return history.map { Candidate("\($0.version)", about: "\($0.applied), \($0.origin)") }
  }

  /// The newest changes in the audit log.
  var changes: [Candidate] {
    var candidates: [Candidate] = []
    _ = try? database?.read { [database] in
      guard let database else { return }
      try LogReader(database).changes { change in
        candidates.append(
          Candidate(
            "\(change.first)", about: "\(change.time), \(change.command ?? "another program")"))
        return candidates.count < 20
      }
    }
    return candidates
  }

  /// The names for `--rename`, `--drop`, `--clear`, `--into` and `--fill`. If the command line contains the
  /// new model, unchanged parts are omitted.
  func migrationNames(in schema: Schema) -> [Candidate] {
    let target = model(inFiles: request.options(MigrateCommand.self).models)
    switch request.kind {
    case "fill": return fills(in: [schema, target].compactMap(\.self))
    case "rename": return renames(schema, target)
    case "into": return masks(schema, target)
    default:
      let names =
        if request.kind == "flag-name" { ModelNames.flags(of: schema) } else { schema.modelNames }
      return ModelNames.missing(names, in: target)
    }
  }

  private func fills(in schemas: [Schema]) -> [Candidate] {
    var seen: Set<Name> = []
    var attributes: [(name: Name, attribute: Attribute)] = []
    for entity in schemas.flatMap(\.entities) {
      for attribute in entity.attributes {
        let name: Name = "\(entity.name).\(attribute.name)"
        if seen.insert(name).inserted { attributes.append((name, attribute)) }
      }
    }
    guard let equals = typed.firstIndex(of: "=") else {
      return attributes.map { Candidate("\($0.name)=", about: $0.attribute.declaredType.text) }
    }
    let name = Name(typed[..<equals])
    let attribute = attributes.first { $0.name == name }?.attribute
    return attribute.map { values(of: $0, after: String(typed[...equals])) } ?? []
  }

  /// `Mail.status` for `status`, if only one entity can be meant.
  private func fullName(ofMask typed: Name, _ masks: [Name], _ schema: Schema) -> Name {
    if typed.parts.count > 1 { return typed }
    let meant = masks.filter { $0.parts.last == typed }
    if meant.count == 1 { return meant[0] }
    guard let entity = schema.entities.first, schema.entities.count == 1 else { return typed }
    return "\(entity.name).\(typed)"
  }

  /// `Mail.status=`, and after it the Bool attributes that only one of the models has.
  private func masks(_ schema: Schema, _ target: Schema?) -> [Candidate] {
    let entities = [schema, target].compactMap(\.self).flatMap(\.entities)
    func changed(_ isMeant: (AttributeType) -> Bool) -> [Name] {
      var all: [Name] = []
      for entity in entities {
        for attribute in entity.attributes where isMeant(attribute.type) {
          all.append("\(entity.name).\(attribute.name)")
        }
      }
      return all.filter { name in target == nil || all.count { $0 == name } == 1 }
    }
    guard let end = typed.lastIndex(where: { $0 == "=" || $0 == "," }) else {
      return changed(\.isFlags).map { Candidate("\($0)=") }
    }
    let mask = fullName(ofMask: Name(typed.prefix { $0 != "=" }), changed(\.isFlags), schema)
    let owner = mask.parts.first ?? ""
    let named = Set(typed.drop { $0 != "=" }.dropFirst().split(separator: ",").map { Name($0) })
    if let colon = typed.lastIndex(of: ":"), colon > end {
      return headed(flags(ofMask: mask, in: entities), String(typed[...colon]))
    }
    var candidates: [Candidate] = []
    for path in changed({ $0 == .bool }) {
      guard let name = path.dropping(owner), !named.contains(name) else { continue }
      candidates.append(Candidate(typed[...end] + name.text))
    }
    return candidates
  }

  /// The flags of a mask, as `Mail.status`.
  private func flags(ofMask mask: Name, in entities: [Entity]) -> [Candidate] {
    for entity in entities {
      for attribute in entity.flagAttributes
      where "\(entity.name).\(attribute.name)" as Name == mask {
        return attribute.set.candidates
      }
    }
    return []
  }

  private func renames(_ schema: Schema, _ target: Schema?) -> [Candidate] {
    guard let equals = typed.firstIndex(of: "=") else {
      return ModelNames.missing(schema.modelNames, in: target)
        .map { Candidate("\($0.text)=", about: $0.about) }
    }
    guard let target else { return [] }
    let new = ModelNames.missing(target.modelNames, in: schema)
    let owner = Name(typed[..<equals]).parts.dropLast()
    let names = new.filter { Name($0.text).parts.dropLast() == owner }
    return names.map { name in
      let last = Name(name.text).parts.last ?? ""
      return Candidate(typed[...equals] + last.text, about: name.about)
    }
  }
}

/// The paths of all parts of a model, as migrations name them.
enum ModelNames {
  static func flags(of schema: Schema) -> [Candidate] {
    var candidates: [Candidate] = []
    for set in schema.flagSets {
      for flag in set.flags {
        candidates.append(Candidate("\(set.name).\(flag.name)", about: flag.summary))
      }
    }
    return candidates
  }

  /// The names that the other model lacks; all names without another model.
  static func missing(_ names: [Candidate], in other: Schema?) -> [Candidate] {
    guard let other else { return names }
    let kept = Set(other.modelNames.map { Name($0.text) })
    return names.filter { !kept.contains(Name($0.text)) }
  }
}

extension Schema {
  var enumerationCandidates: [Candidate] {
    enumerations.map { Candidate($0.name, about: $0.summary) }
  }

  fileprivate var modelNames: [Candidate] {
    var candidates: [Candidate] = []
    for entity in entities {
      candidates.append(Candidate(entity.name, about: entity.summary))
      for member in entity.candidates(withExpressions: true)
      where Name(member.text) != entity.keyColumn {
        candidates.append(Candidate("\(entity.name).\(member.text)", about: member.about))
      }
    }
    candidates += ModelNames.flags(of: self)
    for enumeration in enumerations {
      for enumCase in enumeration.cases {
        candidates.append(
          Candidate("\(enumeration.name).\(enumCase.name)", about: enumCase.summary))
      }
    }
    return candidates
  }
}

// The arguments of `--partition` and `--distribute`.

extension CompletionCandidates {
  func spreads(in schema: Schema) -> [Candidate] {
    if request.kind == "partition" { return partitions(in: schema) }
    return distributions(in: schema)
  }

  /// The model of a database to be created; nil for other commands.
  var newSchema: Schema? {
    guard request.line?.command.name == NewCommand.name else { return nil }
    return model(inFiles: request.options(NewCommand.self).models)
  }

  /// `Event`, and after `=` the calendar units of its dates.
  private func partitions(in schema: Schema) -> [Candidate] {
    words(in: schema) { entity in
      entity.attributes.filter { $0.type == .date && !$0.isOptional }.flatMap { attribute in
        ["month", "year", "day", "week", "quarter"].map { "\($0)(\(attribute.name))" }
      }
    }
  }

  /// `Sample`, and after `=` its key, relationships and attributes.
  private func distributions(in schema: Schema) -> [Candidate] {
    words(in: schema) { entity in
      ([entity.keyColumn] + entity.columnProperties.map(\.name)).map(\.text)
    }
  }

  private func words(in schema: Schema, _ places: (Entity) -> [String]) -> [Candidate] {
    let names = schema.tables.entities
    guard let equals = typed.firstIndex(of: "=") else {
      return names.filter { !places($0).isEmpty }.map {
        Candidate("\($0.name)=", about: $0.summary)
      }
    }
    let entity = names.first { $0.name == Name(typed[..<equals]) }
    return headed(entity.map(places)?.map { Candidate($0) } ?? [], String(typed[...equals]))
  }
}
