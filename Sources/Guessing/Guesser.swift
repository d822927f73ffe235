package import Databases
import Engines
package import FlagModel
import ForeignModels
import Predicates
import SQLText
import UserSQL

/// Guesses the meanings of columns of a foreign database from names, values and SQL.
///
/// This module proposes names for `adopt`. It reads a database, and writes nothing.
package struct Guesser {
  private let database: Database

  package init(_ database: Database) { self.database = database }

  /// Guesses the meanings of columns of a foreign database that have only their storage type so
  /// far, in the order of the tables. Writes nothing.
  ///
  /// - Parameter schema: the model for `adopt`.
  package func proposals(for schema: Schema) throws -> [Proposal] {
    guard database.kind.allows(.adopt) else { return [] }
    return try database.read {
      let tables = try database.foreignTables()
      let uses = try uses(of: tables)
      let places = Dictionary(tables.enumerated().map { ($1.name.folded, $0) }) { first, _ in first
      }
      let sampler = ColumnSampler(connection: database.connection, entities: schema.entities.count)
      var taken = Set(schema.types.map(\.name.folded) + schema.entities.map(\.name.folded))
      var proposals: [Proposal] = []
      for entity in schema.entities {
        guard let place = places[entity.source.table.folded] else { continue }
        let attributes = schema.guessable(of: entity)
        let sample = try database.despiteDamage(of: entity) {
          try sampler.values(of: attributes, in: entity, tables[place])
        }
        for (attribute, values) in zip(attributes, sample ?? []) {
          let facts = ColumnFacts(attribute, of: entity, tables[place], uses[place], values) {
            taken.contains($0.folded)
          }
          guard let guess = facts.guess,
            let proposal = Proposal(guess, attribute, of: entity, values)
          else { continue }
          taken.formUnion(proposal.attribute.type.namedTypes.map(\.name.folded))
          proposals.append(proposal)
        }
      }
      return proposals
    }
  }

  /// The type with 32 bits if some values of a column have the highest bit; nil if none has it, or
  /// if there are larger numbers. A lone -1 counts as a missing value.
  package func wordOfFlags(in attribute: Attribute, of entity: Entity) throws -> IntegerType? {
    let column: SQLText = "\(name: attribute.column)"
    let condition: SQLText = "\(.isWhole, of: column) AND \(column) <> -1"
    return try database.read {
      let rows = try database.rows(
        "SELECT min(\(column)), max(\(column))\(entity.rows(where: condition))")
      guard try rows.next(), let least = rows.integer(at: 0), let greatest = rows.integer(at: 1)
      else { return nil }
      return Masks.word(from: least, to: greatest)
    }
  }

  /// The first attribute of a foreign database whose name suggests flags, such as `item.flags`. Nil
  /// if there is none, or if some flags already have names.
  package var unnamedFlags: Name? {
    guard database.kind.allows(.adopt), database.schema.flagSets.isEmpty else { return nil }
    for entity in database.schema.entities {
      for attribute in entity.attributes {
        if case .integer = attribute.type, NameHeuristics(attribute.name).mask != nil {
          return "\(entity.name).\(attribute.name)"
        }
      }
    }
    return nil
  }

  /// The use of the columns of each table in the SQL of views, triggers and indexes that name the
  /// table.
  private func uses(of tables: [TableShape]) throws -> [[Name.Folded: ColumnUse]] {
    var uses: [[Name.Folded: ColumnUse]] = tables.map { _ in [:] }
    for sql in try database.translated({ try database.connection.usesOfColumns() }) {
      guard let statement = StatementUse(sql), !statement.columns.isEmpty else { continue }
      for (place, table) in tables.enumerated() where statement.names.contains(table.name.folded) {
        uses[place].merge(statement.columns) { first, second in
          var both = first
          both.add(second)
          return both
        }
      }
    }
    return uses
  }
}

extension Schema {
  /// The own attributes of an entity that contain plain numbers or texts.
  fileprivate func guessable(of entity: Entity) -> [Attribute] {
    let inherited = entity.parent.flatMap(self.entity(named:))?.attributes.count ?? 0
    return entity.attributes.dropFirst(inherited).filter { attribute in
      guard attribute.field == nil else { return false }
      switch attribute.stored {
      case .own: break
      case .native(let native) where native.word != nil: break
      default: return false
      }
      switch attribute.type {
      case .integer, .double, .string, .any: return true
      default: return false
      }
    }
  }
}

extension ColumnFacts {
  fileprivate init(
    _ attribute: Attribute, of entity: Entity, _ table: TableShape,
    _ uses: [Name.Folded: ColumnUse],
    _ values: ColumnValues, isTaken: (Name) -> Bool
  ) {
    let column = table.column(attribute.column)
    self.init(
      attribute.name, declaredType: column?.declaredType ?? "",
      keyPart: table.keyPart(of: attribute.column),
      use: uses[attribute.column.folded] ?? ColumnUse(), values: values,
      typeName: numbered(.type(entity.name, attribute.name)) { !isTaken($0) })
  }
}

extension TableShape {
  fileprivate func keyPart(of column: Name) -> KeyPart {
    if isUnique(column) { return .whole }
    let folded = column.folded
    let isPart = (uniques + [key.map(\.name)]).joined().contains { $0.folded == folded }
    if isPart { return .part }
    return .none
  }
}

extension Proposal {
  /// Nil if the column has no value that would get a meaning by the guess.
  fileprivate init?(
    _ guess: Guess, _ attribute: Attribute, of entity: Entity, _ values: ColumnValues
  ) {
    let (type, stored) = guess.fitting(attribute.type)
    guard let proposed = try? attribute.becoming(type, type.nameOfGuess, stored) else {
      return nil
    }
    let strange = proposed.strangeValue(among: values)
    self.init(
      entity: entity.name, attribute: proposed,
      reason: guess.reason + (strange.map { ", but for \($0)" } ?? ""), examples: values.examples,
      certainty: strange == nil ? guess.certainty : .perhaps)
  }
}

extension Attribute {
  /// Describes the first value that is invalid for the attribute; nil if all are valid.
  fileprivate func strangeValue(among values: ColumnValues) -> String? {
    if case .flags = type, values.counts == nil { return "those that are too many to look at" }
    let strange = values.remembered.filter { !mayHold($0) }.map {
      if case .text(let text) = $0 { ValueError.quoted(text) } else { $0.text }
    }
    return strange.min()
  }

  /// True if the stored value is valid for the attribute.
  private func mayHold(_ stored: Value) -> Bool {
    if case .flags(let set) = type, case .integer(let number) = stored {
      return set.undeclaredBits(in: set.mask(stored: number)) == 0
    }
    var ours = self
    ours.stored = .own
    guard let check = try? ValueCheck(ours) else { return false }
    return (try? check.check(self.stored.value(stored, of: type))) != nil
  }
}

extension Guess {
  /// The type and the stored form, if the flags have no more bits than the column.
  fileprivate func fitting(_ column: AttributeType) -> (AttributeType, StoredForm) {
    guard case .flags(let set) = type, case .integer(let raw) = column,
      raw.bitWidth < set.rawType.bitWidth, set.declaredMask >> UInt64(raw.bitWidth) == 0
    else { return (type, stored) }
    let narrow = FlagSet(
      name: set.name, rawType: raw, flags: set.flags, combinations: set.combinations,
      fields: set.fields, summary: set.summary)
    return (.flags(narrow), .foreign(.flags(narrow)))
  }
}

extension AttributeType {
  fileprivate var nameOfGuess: Name {
    switch self {
    case .flags(let set): set.name
    case .enumeration(let enumeration): enumeration.name
    case .bool: "Bool"
    case .date: "Date"
    case .url: "URL"
    default: nameOfColumnType
    }
  }
}
