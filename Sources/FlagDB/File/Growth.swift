public import FlagModel
import FlagSQL

extension Database {
  /// Takes a model into force that has more than the present one: types, entities, attributes.
  /// Call it within `write`.
  public func grow(to schema: Schema, origin: String, now: Timestamp) throws {
    let dialect = SQLiteDialect()
    let growth = SchemaGrowth(from: self.schema, to: schema, in: dialect)
    if let table = growth.altered.first {
      throw DatabaseError(
        .refused, "'\(table)' would change and not merely grow, which 'define' does not do")
    }
    for view in growth.replacedViews {
      try connection.execute("DROP VIEW \(dialect.quoted(view))")
    }
    for table in growth.widened { try widen(table, in: schema) }
    for object in growth.created + growth.views {
      // An index of a table that was made anew is there already.
      let exists = try integer(
        "SELECT 1 FROM sqlite_schema WHERE name = \(.text(object.name))")
      if exists == nil { try connection.execute(object.sql) }
    }
    try adopt(schema, origin: origin, now: now)
  }

  private func widen(_ table: SchemaGrowth.Widened, in schema: Schema) throws {
    let dialect = SQLiteDialect()
    let name = table.entity.name
    let count = try integer("SELECT count(*) FROM \(name: name)") ?? 0
    if count == 0 {
      try connection.execute("DROP TABLE \(dialect.quoted(name))")
      try connection.execute(table.definition.sql)
      for object in schemaObjects(of: schema, in: dialect)
      where object.table == name && (object.kind == .index || object.kind == .trigger) {
        try connection.execute(object.sql)
      }
      return
    }
    for addition in table.additions {
      if let obstacle = addition.obstacle {
        throw DatabaseError(
          .refused,
          "'\(addition.name)' cannot be added: the \(count) records of \(name) \(obstacle)",
          hint: "declare it last, and optional or with a default that is a constant")
      }
      try connection.execute(addition.sql)
    }
  }
}
