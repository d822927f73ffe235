import FlagModel
private import PlainText

// `@Table` and `@Column`: the names of foreign tables and columns.

/// The table of an entity according to its `@Table`.
struct WrittenTable {
  var name: Name?
  /// `key:`; the inner optional is nil for `key: nil`.
  var key: Name??
  /// `rowid:`
  var rowNumber: Name?
  var kindColumn: Name?
  var kind: Value?
}

/// The columns of a property according to its `@Column` or `@Table`.
struct WrittenColumns {
  var names: [Name] = []
  /// The column that a relationship's foreign key refers to.
  var otherColumn: Name?
  /// The column that sorts a list.
  var order: Name?
  /// The join table, with its columns for the two sides.
  var pairs: (table: Name, own: Name, other: Name)?
}

extension Checker {
  /// `@Table("ZTRIP", key: "Z_PK", kindColumn: "Z_ENT", kind: 1)`
  func table(of scope: Scope) throws(Rejection) -> WrittenTable? {
    guard let attribute = scope.attribute(named: "Table") else { return nil }
    try requireForeignTables(attribute)
    var table = WrittenTable()
    for argument in try arguments(of: attribute) {
      switch argument.label?.value {
      case nil: table.name = try name(argument)
      case "key":
        if case .null = argument.value.kind {
          table.key = .some(nil)
        } else {
          table.key = .some(try name(argument))
        }
      case "rowid": table.rowNumber = try name(argument)
      case "kindColumn": table.kindColumn = try name(argument)
      case "kind": table.kind = try kind(argument.value)
      case let label?:
        throw unknown(
          label, argument, of: "Table",
          takes: "a name, 'key:', 'rowid:', 'kindColumn:' and 'kind:'")
      }
    }
    return table
  }

  /// Reports a `kindColumn` of a table in which no entity has a kind.
  func requireKinds() {
    let roots = Set(entities.filter { $0.table?.kind != nil }.map { ObjectIdentifier($0.root) })
    for entity in entities where entity.table?.kindColumn != nil {
      if roots.contains(ObjectIdentifier(entity.root)) { continue }
      diagnostics.append(
        Diagnostic(
          "no entity of the table has a kind", at: entity.attribute(named: "Table")?.name.place,
          hint: "write 'kind:' with the value of the column, or 'kind: nil' for no records"))
    }
  }

  /// `@Column("ZCODE")` on an attribute or relationship, `@Table("Z_3TAGS", own: …)` on a to-many
  /// relationship.
  func columns(of declaration: PropertyDeclaration) throws(Rejection) -> WrittenColumns? {
    var columns: WrittenColumns?
    for attribute in declaration.attributes {
      switch attribute.name.value {
      case "Column":
        try requireForeignTables(attribute)
        columns = try self.columns(attribute, columns ?? WrittenColumns())
      case "Table":
        try requireForeignTables(attribute)
        columns = try pairs(attribute, columns ?? WrittenColumns())
      default: break
      }
    }
    return columns
  }

  /// Assigns the named columns to a property.
  func nameColumns(of checked: inout CheckedProperty, in scope: Scope) throws(Rejection) {
    guard let columns = try columns(of: checked.declaration) else { return }
    let place = checked.declaration.name.place
    guard scope.isEntity else {
      throw Rejection(
        "the columns of a struct are declared at the property of the entity", at: place,
        hint: "write '@Column(\"a\", \"b\")' there, with a name for each part")
    }
    checked.property = try checked.property?.having(columns, at: place)
    checked.relationship?.columns = columns
  }

  private func columns(
    _ attribute: AttributeSyntax, _ before: WrittenColumns
  ) throws(Rejection) -> WrittenColumns {
    var columns = before
    for argument in try arguments(of: attribute) {
      switch argument.label?.value {
      case nil: columns.names.append(try name(argument))
      case "references": columns.otherColumn = try name(argument)
      case "order": columns.order = try name(argument)
      case let label?:
        throw unknown(label, argument, of: "Column", takes: "names, 'references:' and 'order:'")
      }
    }
    return columns
  }

  private func pairs(
    _ attribute: AttributeSyntax, _ before: WrittenColumns
  ) throws(Rejection) -> WrittenColumns {
    var columns = before
    var (table, ownColumn, otherColumn): (Name?, Name?, Name?)
    for argument in try arguments(of: attribute) {
      switch argument.label?.value {
      case nil: table = try name(argument)
      case "own": ownColumn = try name(argument)
      case "other": otherColumn = try name(argument)
      case "order": columns.order = try name(argument)
      case let label?:
        throw unknown(
          label, argument, of: "Table", takes: "a name, 'own:', 'other:' and 'order:'")
      }
    }
    guard let table, let ownColumn, let otherColumn else {
      throw Rejection(
        "expected a join table with its columns", at: attribute.name.place,
        hint: "write it as '@Table(\"Item_tags\", own: \"item\", other: \"tag\")'")
    }
    columns.pairs = (table, ownColumn, otherColumn)
    return columns
  }

  /// `@Stored(.milliseconds)`
  func storedForm(
    of declaration: PropertyDeclaration, _ type: AttributeType
  ) throws(Rejection) -> StoredForm {
    guard let attribute = declaration.attribute(named: "Stored") else {
      if namesTables { return .foreign(type) }
      return .own
    }
    try requireForeignTables(attribute)
    let arguments = try arguments(of: attribute)
    if arguments.count == 1, arguments[0].label == nil, case .string = arguments[0].value.kind {
      return try nativeForm(try name(arguments[0]), of: type, at: arguments[0].value.place)
    }
    guard arguments.count == 1, arguments[0].label == nil,
      case .member(nil, let name) = arguments[0].value.kind
    else {
      throw Rejection(
        "expected a form such as '.milliseconds' in '@Stored'", at: attribute.name.place)
    }
    let forms = StoredForm.forms(of: type)
    if let form = StoredForm(name: name.value.text), forms.contains(form) { return form }
    let names = forms.compactMap { $0.name.map { ".\($0)" } }
    let hint: Hint? =
      if names.isEmpty { "leave '@Stored' out" } else { .choice("the forms are", names) }
    throw Rejection(
      "'.\(excerpt(name.value))' is not a stored form for this type", at: name.place, hint: hint)
  }

  /// `@Stored("citext")`
  private func nativeForm(
    _ name: Name, of type: AttributeType, at place: SourcePlace
  ) throws(Rejection) -> StoredForm {
    let native = NativeType(name.text)
    if native.keeps(type) { return .native(native) }
    throw Rejection(
      "a column of the server's type '\(name)' cannot store values of this type", at: place,
      hint: "'flagdb schema' of the database shows the type that it is read as")
  }

  // MARK: Arguments

  private func requireForeignTables(_ attribute: AttributeSyntax) throws(Rejection) {
    if namesTables { return }
    throw Rejection(
      "'@\(attribute.name.value)' is only for foreign databases: flagdb takes the names of its own "
        + "from the model", at: attribute.name.place, hint: "leave it out")
  }

  private func arguments(
    of attribute: AttributeSyntax
  ) throws(Rejection) -> [Expression.Argument] {
    guard let code = attribute.arguments else { return [] }
    return try parsing { () throws(Diagnostic) in try code.argumentList() }
  }

  private func name(_ argument: Expression.Argument) throws(Rejection) -> Name {
    // SQLite accepts an empty name.
    guard case .string(let name) = argument.value.kind, !name.utf8.contains(0) else {
      throw Rejection("expected a name in double quotes", at: argument.value.place)
    }
    return Name(name)
  }

  private func kind(_ expression: Expression) throws(Rejection) -> Value {
    if case .null = expression.kind { return .null }
    if case .string(let text) = expression.kind { return .text(text) }
    if case .integer(let digits) = expression.kind, let number = Int64(digits) {
      return .integer(number)
    }
    throw Rejection("expected a whole number or a text as kind", at: expression.place)
  }

  private func unknown(
    _ label: Name, _ argument: Expression.Argument, of attribute: Name, takes what: String
  ) -> Rejection {
    Rejection(
      "'@\(attribute)' has no argument '\(excerpt(label))'", at: argument.label?.place,
      hint: "it takes \(what)")
  }
}

// MARK: Properties

extension Property {
  /// The property with the named columns.
  func having(_ columns: WrittenColumns, at place: SourcePlace) throws(Rejection) -> Property {
    if columns.otherColumn != nil || columns.order != nil || columns.pairs != nil {
      throw Rejection("only a relationship can refer to other records", at: place)
    }
    guard columns.names.count == attributes.count else {
      throw Rejection(
        "'\(excerpt(name))' has \(counted(attributes.count, "column")), found "
          + counted(columns.names.count, "name"), at: place)
    }
    var names = columns.names[...]
    return having(&names)
  }

  private func having(_ columns: inout ArraySlice<Name>) -> Property {
    switch self {
    case .attribute(var attribute):
      attribute.column = columns.removeFirst()
      return .attribute(attribute)
    case .group(var group):
      group.properties = group.properties.map { $0.having(&columns) }
      return .group(group)
    case .relationship: return self
    }
  }
}
