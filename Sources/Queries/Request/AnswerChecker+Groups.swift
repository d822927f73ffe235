import FlagModel
import Predicates
import SQLText

// Queries whose rows are groups of records.

extension AnswerChecker {
  func groupedQuery(
    _ items: [AnswerItem], _ groups: [AnswerItem], _ keys: [Grouping.Key],
    _ having: [PredicateSyntax], _ sort: [AnswerItem]
  ) throws(Diagnostic) -> Query {
    var grouping = Grouping(keys: keys, of: entity)
    var columns: [QueryColumn] = []
    let shown = if items.isEmpty { groups + [try countOfRecords()] } else { items }
    for item in shown {
      columns.append(try groupColumn(item, grouping))
    }
    grouping.addLabels(of: columns)
    var conditions: [Predicate] = []
    for syntax in having {
      let condition = try checker.check(syntax)
      if !grouping.determines(condition) { throw ungrouped(in: syntax, grouping) }
      conditions.append(condition)
    }
    grouping.having = .conjunction(conditions)
    var order: [Query.Order] = []
    for item in sort {
      let term = try determined(item, grouping).term
      order.append(Query.Order(term, named: Name(item.word.text), isDescending: item.isDescending))
    }
    return Query(entity, columns: columns, grouping: grouping, order: order)
  }

  func countOfRecords() throws(Diagnostic) -> AnswerItem {
    let items = try AnswerItem.all(in: SourceText("count()"), of: entity)
    return items[0]
  }

  func groupColumn(_ item: AnswerItem, _ grouping: Grouping) throws(Diagnostic) -> QueryColumn {
    guard item.word.text != "*" else {
      throw Diagnostic(
        "'*' means every attribute of a record, and here a row is a group", at: item.word.place)
    }
    let operand = try determined(item, grouping)
    let isPart = operand.term.type != (try checker.operand(item.syntax)).term.type
    if item.expression == nil, !isPart, let column = column(named: Name(item.word.text)) {
      return column.titled(item.alias?.name)
    }
    return try column(of: operand, item)
  }

  /// The meaning of an item. It must be equal for all records of a group, or an aggregate.
  private func determined(_ item: AnswerItem, _ grouping: Grouping) throws(Diagnostic) -> Operand {
    let operand = try checker.operand(item.syntax).flagsAlone
    guard grouping.determines(operand.term) else { throw ungrouped(in: item.syntax, grouping) }
    try operand.term.sql.requireFeasible()
    return operand
  }

  private func ungrouped(in syntax: PredicateSyntax, _ grouping: Grouping) -> Diagnostic {
    let culprit = innermost(syntax, grouping)
    let name = checker.text(of: culprit)
    let isName =
      switch culprit.kind {
      case .name, .member: true
      default: false
      }
    var hint: Hint = "group by it"
    if let outer = aggregate(over: culprit, grouping) {
      hint = "group by it, or aggregate it too, as in \(outer)"
    }
    if isName { hint = "group by it, or aggregate it, as in max(\(name))" }
    return Diagnostic("'\(name)' is neither grouped nor aggregated", at: culprit.place, hint: hint)
  }

  /// The aggregate over a group for one over other records of each record: `union(roles.allow.union)` for
  /// `union(roles.allow)`. Nil for other expressions.
  private func aggregate(over syntax: PredicateSyntax, _ grouping: Grouping) -> String? {
    guard case .call(nil, let name, let arguments) = syntax.kind, arguments.count == 1,
      ["union", "intersection", "sum", "min", "max"].contains(name)
    else { return nil }
    let text = "\(name)(\(checker.text(of: arguments[0].value)).\(name))"
    guard let item = try? AnswerItem.all(in: SourceText(text), of: entity).first,
      let operand = try? checker.operand(item.syntax), grouping.determines(operand.term)
    else { return nil }
    return text
  }

  /// The smallest part of the expression that differs within a group.
  private func innermost(_ syntax: PredicateSyntax, _ grouping: Grouping) -> PredicateSyntax {
    for child in syntax.kind.children {
      guard let operand = try? checker.operand(child), operand.term.constant == nil,
        !grouping.determines(operand.term)
      else { continue }
      return innermost(child, grouping)
    }
    return syntax
  }
}
