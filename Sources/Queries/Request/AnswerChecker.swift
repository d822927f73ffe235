import FlagModel
import Predicates
import SQLText

/// Checks the requested columns, groups and order, and makes a query of them.
struct AnswerChecker {
  private(set) var checker: PredicateChecker
  let entity: Entity
  let schema: Schema
  let references: ShownReferences

  /// The query. `isDistinct` groups records with equal columns.
  func query(
    columns: [AnswerItem], groups: [AnswerItem], having: [PredicateSyntax], sort: [AnswerItem],
    isDistinct: Bool
  ) throws(Diagnostic) -> Query {
    var inner = self
    var columns = columns
    var groups = groups
    if isDistinct {
      try requireValues(columns)
      groups = columns
    } else {
      columns = columns.flatMap { shown($0, groups) }
    }
    let keys = try inner.keys(groups, besides: (columns + groups).compactMap(\.alias?.name))
    if !isDistinct { try inner.name(columns) }
    let haveAggregates = try inner.haveAggregates(columns)
    guard haveAggregates || !groups.isEmpty else {
      if let condition = having.first {
        throw Diagnostic(
          "a condition of groups needs groups", at: condition.place, hint: "--group-by makes them")
      }
      return try inner.plainQuery(columns, sort)
    }
    if groups.isEmpty, let condition = having.first {
      throw Diagnostic(
        "all records are one group here", at: condition.place,
        hint: "--group-by makes several to choose from")
    }
    return try inner.groupedQuery(columns, groups, keys, having, sort)
  }

  /// Throws if a column of distinct rows is not the value of a record.
  private func requireValues(_ columns: [AnswerItem]) throws(Diagnostic) {
    var grouped = self
    grouped.checker.answer.hasGroups = true
    for item in columns {
      if item.word.text == "*" {
        throw Diagnostic(
          "--distinct needs the names of columns", at: item.word.place,
          hint: "each record has its own key, so no two rows are equal")
      }
      if item.expression != nil, let column = try? grouped.shown(item), column.term.isOfGroup {
        throw Diagnostic(
          "'\(checker.text(of: item.syntax))' is an aggregate, and --distinct shows values of records",
          at: item.syntax.place, hint: "--group-by shows aggregates")
      }
    }
  }

  /// The columns of a group are those by which it is grouped, as those of a record are its attributes.
  private func shown(_ item: AnswerItem, _ groups: [AnswerItem]) -> [AnswerItem] {
    if item.word.text == "*", !groups.isEmpty { groups } else { [item] }
  }

  // MARK: Names

  /// A checker for the columns of groups, and the keys of the groups.
  func keys(
    of groups: [AnswerItem]
  ) throws(Diagnostic) -> (checker: AnswerChecker, keys: [Grouping.Key]) {
    var inner = self
    let keys = try inner.keys(groups, besides: groups.compactMap(\.alias?.name))
    return (inner, keys)
  }

  /// The keys of the groups. From here on, aggregates and `each` are allowed.
  private mutating func keys(
    _ groups: [AnswerItem], besides titles: [Name]
  ) throws(Diagnostic) -> [Grouping.Key] {
    var keys: [Grouping.Key] = []
    var operands: [(AnswerItem, Operand)] = []
    for item in groups {
      let operand = try key(item, number: keys.count + 1, besides: titles)
      keys.append(Grouping.Key(term: operand.term))
      operands.append((item, operand))
    }
    for (item, operand) in operands { try name(item, operand) }
    checker.answer.hasGroups = true
    return keys
  }

  private mutating func key(
    _ item: AnswerItem, number: Int, besides titles: [Name]
  ) throws(Diagnostic) -> Operand {
    guard case .call(nil, "each", let arguments)? = item.expression?.kind else {
      if item.word.text == "*" {
        throw Diagnostic("'*' is not a key of a group", at: item.word.place)
      }
      return try checker.operand(item.syntax).flagsAlone
    }
    let (all, element) = try checker.several(inEach: arguments, item.syntax)
    if checker.answer.each.contains(where: { $0.all.sql == all.sql }) {
      throw Diagnostic(
        "'\(checker.text(of: item.syntax))' makes groups already", at: item.syntax.place)
    }
    let isFlag = if case .list = all.kind { false } else { true }
    var name: Name = isFlag ? "flag" : "element"
    if number > 1 { name = "\(name)\(number)" }
    let column = entity.freshColumn(name, besides: titles)
    let term = Term(
      .each(of: all, column: column), element.term.type, isOptional: !isFlag || all.isOptional)
    let operand = checker.derived(term, element.declaredType, item.syntax, origin: checker.root)
    checker.answer.each.append((all, operand))
    return operand
  }

  /// Registers columns with an alias, so that the order and conditions on groups can use them.
  private mutating func name(_ columns: [AnswerItem]) throws(Diagnostic) {
    for item in columns where item.alias != nil {
      if item.expression != nil {
        try name(item, try shown(item))
      } else if let operand = try? checker.operand(item.syntax) {
        try name(item, operand)
      }
    }
  }

  private mutating func name(_ item: AnswerItem, _ operand: Operand) throws(Diagnostic) {
    guard let alias = item.alias else { return }
    let name = alias.name
    guard !entity.hasColumn(name), !entity.names.contains(name) else {
      throw Diagnostic(
        "'\(name)' is an attribute of \(entity.name) already", at: alias.place,
        hint: "give it another name")
    }
    checker.answer.aliases.append((name, operand))
  }

  private func haveAggregates(_ columns: [AnswerItem]) throws(Diagnostic) -> Bool {
    for item in columns where item.expression != nil {
      if try shown(item).term.isOfGroup { return true }
    }
    return false
  }

  // MARK: One row for each record

  private func plainQuery(_ items: [AnswerItem], _ sort: [AnswerItem]) throws(Diagnostic) -> Query {
    var columns: [QueryColumn] = []
    for item in items { columns += try plainColumns(item) }
    if items.isEmpty { columns = entity.defaultColumns(in: schema, references: references) }
    var order: [Query.Order] = []
    for item in sort { order.append(try plainOrder(item)) }
    return Query(entity, columns: columns, order: order)
  }

  /// `*` means the default columns, and the name of a struct means its attributes.
  private func plainColumns(_ item: AnswerItem) throws(Diagnostic) -> [QueryColumn] {
    let name = Name(item.word.text)
    if item.expression == nil {
      if let column = self.column(named: name) { return [column.titled(item.alias?.name)] }
      let several =
        name == "*"
        ? entity.defaultColumns(in: schema, references: references)
        : entity.attributes.filter { $0.name.isInside(name) }
          .map(QueryColumn.attribute)
      if !several.isEmpty {
        guard let alias = item.alias else { return several }
        throw Diagnostic("'\(name)' is several columns, which have no one name", at: alias.place)
      }
    }
    return [try column(of: try shown(item), item)]
  }

  /// The values of a column: one for each record, or the array of several.
  private func shown(_ item: AnswerItem) throws(Diagnostic) -> Operand {
    if let list = try checker.list(item.syntax) { return list }
    return try checker.operand(item.syntax)
  }

  func column(named name: Name) -> QueryColumn? {
    if name == entity.source.key?.column { return .key(of: entity) }
    if let attribute = entity.attribute(named: name) { return .attribute(attribute) }
    return entity.relationship(named: name).flatMap {
      .relationship($0, in: schema, references)
    }
  }

  func column(of operand: Operand, _ item: AnswerItem) throws(Diagnostic) -> QueryColumn {
    try operand.term.sql.requireFeasible()
    let shown = references.shown(operand, checker, schema)
    return try .expression(shown, titled: item.title, at: item.word.place)
  }

  private func plainOrder(_ item: AnswerItem) throws(Diagnostic) -> Query.Order {
    let name = Name(item.word.text)
    if item.expression == nil, let column = try sortColumn(name, at: item.word.place) {
      return Query.Order(column: column, isDescending: item.isDescending)
    }
    let operand = try checker.operand(item.syntax)
    if operand.term.isOfGroup {
      throw Diagnostic(
        "'\(name)' is an aggregate, and each row is one record", at: item.word.place,
        hint: "--group-by puts them together")
    }
    try operand.term.sql.requireFeasible()
    return Query.Order(operand.term, named: name, isDescending: item.isDescending)
  }

  private func sortColumn(_ name: Name, at place: SourcePlace) throws(Diagnostic) -> Name? {
    if name == entity.source.key?.column { return name }
    if let attribute = entity.attribute(named: name) {
      try requireOrder(of: attribute, at: place)
      return attribute.column
    }
    guard let relationship = entity.relationship(named: name) else { return nil }
    guard let key = relationship.foreignKey else {
      throw Diagnostic(
        "'\(name)' is stored in \(relationship.target) and has no order here", at: place)
    }
    return key.column
  }

  private func requireOrder(of attribute: Attribute, at place: SourcePlace) throws(Diagnostic) {
    guard case .native(let native) = attribute.stored, !native.isOrdered else { return }
    let hint: Hint? =
      attribute.type == .string ? "String(\(attribute.name)) is its text, which has one" : nil
    throw Diagnostic(
      "'\(attribute.name)' has no order: the server cannot sort by its type '\(native.name)'",
      at: place, hint: hint)
  }
}
