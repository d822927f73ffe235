import Databases
import FlagModel
import Predicates
import Queries

/// One kind of record on two sides; nil where a side has none.
struct EntityPair {
  let name: Name
  let before: Entity?
  let after: Entity?

  /// The entities of the same names, or those that a name means. Records of a file go with the only entity
  /// of the other side if none has their name.
  static func all(
    of before: Database, _ after: Database, named name: Name?
  ) throws -> [EntityPair] {
    let sides = [before, after]
    let single = sides.first(where: \.isTemporary)
    guard let single, let records = single.schema.entities.first else {
      return try pairs(before.schema, after.schema, named: name)
    }
    let other = before === single ? after : before
    let known = other.schema.entities
    let wanted = name ?? records.name
    guard
      let own = other.schema.entity(called: wanted)
        ?? (name == nil && known.count == 1 ? known[0] : nil)
    else {
      if let name { _ = try other.schema.entity(typed: name) }
      throw CommandError(
        "no entity of '\(other.path)' is called '\(records.name)', as the records of '\(single.path)' are",
        hint: .choice("give ENTITY, one of", known.map(\.name.text)))
    }
    return [
      EntityPair(
        name: own.name, before: before === single ? records : own,
        after: before === single ? own : records)
    ]
  }

  private static func pairs(
    _ before: Schema, _ after: Schema, named name: Name?
  ) throws -> [EntityPair] {
    if let name {
      let old = before.entity(called: name)
      let new = try old == nil ? after.entity(typed: name) : after.entity(called: name)
      return [EntityPair(name: name, before: old, after: new)]
    }
    let added = after.entities.filter { before.entity(named: $0.name) == nil }
    return before.entities.map {
      EntityPair(name: $0.name, before: $0, after: after.entity(named: $0.name))
    } + added.map { EntityPair(name: $0.name, before: nil, after: $0) }
  }
}

/// The queries that bring the records of both sides in the order of their keys, with the same columns.
struct ComparisonPlan {
  let name: Name
  /// The columns of the keys come first.
  let columns: [ComparedColumn]
  let keys: Int
  let before: Query?
  let after: Query?

  init(
    _ pair: EntityPair, _ before: Database, _ after: Database, _ command: DiffCommand,
    _ session: Session
  ) throws {
    name = pair.name
    var sides = try [(before, pair.before), (after, pair.after)].map { database, entity in
      try entity.map { try ComparedSide($0, of: database, command, session) }
    }
    let key = try Self.key(of: sides.compactMap(\.self), command.key)
    for index in sides.indices { sides[index]?.choose(key) }
    let shared =
      sides.compactMap { $0.map { Set($0.titles) } }
      .reduce(nil as Set<Name>?) { $0?.intersection($1) ?? $1 } ?? []
    for index in sides.indices { sides[index]?.keep(shared) }
    keys = sides.compactMap { $0?.keys.count }.first ?? 0
    columns =
      (sides[0] ?? sides[1])?.titles.map { title in
        ComparedColumn(
          title, (sides[0] ?? sides[1])?.type(of: title), (sides[1] ?? sides[0])?.type(of: title))
      } ?? []
    (self.before, self.after) = (sides[0]?.query, sides[1]?.query)
    if let column = columns.prefix(keys).first(where: { !$0.isOrderedAlike }) {
      throw CommandError(
        "'\(column.name)' has another type on the other side, and another order",
        hint: "compare by another attribute: --key NAME", exit: .failed)
    }
  }

  /// `code`, or `all columns` where nothing tells records apart.
  var keyWords: String {
    keys == columns.count && keys != 1 ? "all columns" : listed(columns.prefix(keys).map(\.name))
  }

  /// The attribute that tells records apart on all sides; nil if there is none.
  private static func key(of sides: [ComparedSide], _ wanted: Name?) throws -> Name? {
    if let wanted {
      for side in sides where !side.names.contains(wanted) {
        throw CommandError(
          "--key: '\(wanted)' is not an attribute of \(side.entity.name)",
          hint: .name(for: wanted, in: side.names))
      }
      return wanted
    }
    let kept = sides.compactMap(\.keptKey)
    if let first = kept.first, kept.count == sides.count, kept.allSatisfy({ $0 == first }) {
      return first
    }
    let unique = sides.flatMap { $0.entity.labels.map(\.name) }
    return unique.first { name in sides.allSatisfy { $0.names.contains(name) } }
  }
}

extension ComparedColumn {
  /// True if both sides bring its values in the same order.
  fileprivate var isOrderedAlike: Bool {
    if before == after { return true }
    let isNumber = [before, after].allSatisfy { type in
      switch type {
      case nil, .integer, .double, .float: true
      default: false
      }
    }
    return isNumber
  }
}

/// The records of one side, and what is compared of them.
struct ComparedSide {
  let entity: Entity
  private(set) var keys: [QueryColumn] = []
  private var columns: [QueryColumn]
  private let predicate: Predicate?
  private let isTemporary: Bool

  init(
    _ entity: Entity, of database: Database, _ command: DiffCommand, _ session: Session
  ) throws {
    (self.entity, isTemporary) = (entity, database.isTemporary)
    let schema = database.schema
    let references: ShownReferences =
      database.isOurs ? .byName : database.isAdopted ? .byText : .byKey
    if command.selection.columns.isEmpty {
      let pairs = entity.relationships.filter(\.hasPairs).compactMap {
        QueryColumn.relationship($0, in: schema, references)
      }
      columns = entity.defaultColumns(in: schema, references: references) + pairs
    } else {
      columns = try AnswerRequest(columns: command.selection.columns, references: references)
        .query(of: entity, in: schema, now: session.now).columns
    }
    predicate = try command.selection.predicate(for: entity, in: schema, session)
  }

  /// The attributes, and the key that is no attribute, by which records may be told apart.
  var names: [Name] { entity.attributes.map(\.name) + [keptKey].compactMap(\.self) }

  /// The key, unless records have got it only because they stand in a file.
  var keptKey: Name? {
    let isOwn = entity.attributes.contains { $0.column == entity.shownKey }
    return isTemporary && !isOwn ? nil : entity.shownKey
  }

  var titles: [Name] { (keys + columns).map(\.title) }

  func type(of title: Name) -> AttributeType? {
    (keys + columns).first { $0.title == title }?.type
  }

  /// Takes a key, or all attributes where there is none. Another key is a number of this file alone.
  mutating func choose(_ key: Name?) {
    if let attribute = key.flatMap(entity.attribute(named:)) {
      keys = [.attribute(attribute)]
    } else if key != nil {
      keys = [.key(of: entity)]
    } else {
      keys = entity.attributes.map(QueryColumn.attribute)
    }
    let chosen = Set(keys.map(\.title))
    let hidden = entity.attributes.contains { $0.column == entity.shownKey } ? nil : entity.shownKey
    columns.removeAll { chosen.contains($0.title) || $0.title == hidden }
  }

  /// Leaves out what the other side does not have.
  mutating func keep(_ shared: Set<Name>) {
    keys.removeAll { !shared.contains($0.title) }
    columns.removeAll { !shared.contains($0.title) }
    columns.sort { $0.title < $1.title }
    if keys.count > 1 { keys.sort { $0.title < $1.title } }
  }

  var query: Query {
    Query(
      entity, columns: keys + columns, predicate: predicate,
      order: keys.map { Query.Order(column: column(of: $0), isDescending: false) })
  }

  private func column(of key: QueryColumn) -> Name {
    entity.attribute(named: key.title)?.column ?? entity.keyColumn
  }
}

extension Relationship {
  /// True if it is kept as pairs of records, and not in a column.
  fileprivate var hasPairs: Bool { if case .joinTable = storage { true } else { false } }
}
