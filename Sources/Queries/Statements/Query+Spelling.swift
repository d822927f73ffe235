package import FlagModel
import Predicates

extension Query {
  /// The conditions on records and on groups as they were understood, each in a line and in the
  /// simplest spelling.
  package func spelled(in schema: Schema) -> [String] {
    var clauses: [String] = []
    if let predicate { clauses.append(predicate.spelled(of: entity, in: schema)) }
    let spelling = PredicateSpelling(entity, schema)
    let keys = grouping?.keys.map { spelling.node($0.term).printed } ?? []
    if !keys.isEmpty { clauses.append("group by \(keys.joined(separator: ", "))") }
    if let having = grouping?.having {
      clauses.append("having \(having.spelled(of: entity, in: schema))")
    }
    return clauses
  }
}
