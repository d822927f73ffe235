package import FlagModel
import Predicates

extension Query {
  /// The conditions as they were understood, a line each, in their plainest spelling: that of the
  /// records, and that of the groups.
  package func spelled(in schema: Schema) -> [String] {
    let selection = predicate.map { $0.spelled(of: entity, in: schema) }
    let spelling = PredicateSpelling(entity, schema)
    let keys = grouping?.keys.map { spelling.node($0.term).printed } ?? []
    let groups = keys.isEmpty ? nil : "group by \(keys.joined(separator: ", "))"
    let having = grouping?.having.map { "having \($0.spelled(of: entity, in: schema))" }
    return [selection, groups, having].compactMap { $0 }
  }
}
