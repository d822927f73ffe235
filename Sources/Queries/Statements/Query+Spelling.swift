package import FlagModel
import Predicates

extension Query {
  /// The conditions on records and on groups as they were understood, each in a line and in the
  /// simplest spelling.
  package func spelled(in schema: Schema) -> [String] {
    let selection = predicate.map { $0.spelled(of: entity, in: schema) }
    let spelling = PredicateSpelling(entity, schema)
    let keys = grouping?.keys.map { spelling.node($0.term).printed } ?? []
    let groups = keys.isEmpty ? nil : "group by \(keys.joined(separator: ", "))"
    let having = grouping?.having.map { "having \($0.spelled(of: entity, in: schema))" }
    return [selection, groups, having].compactMap { $0 }
  }
}
