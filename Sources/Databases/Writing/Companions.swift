package import FlagModel
package import Predicates
import Queries

/// Records of one entity that are deleted together with others.
package struct Companions: Hashable, Sendable {
  package let entity: Name
  package let count: Int64
}

extension Database {
  /// The records that the delete rules would delete together with the matching ones, directly or
  /// through others, each once. Call it within `read` or `write`.
  package func companions(
    ofDeleting entity: Entity, where predicate: Predicate?
  ) throws -> [Companions] {
    guard let cascade = Cascade(of: entity, in: schema) else { return [] }
    let quickest = try quickest(predicate, of: entity)
    var counts = Array(repeating: Int64(0), count: cascade.entities.count)
    for query in cascade.counts(where: quickest) {
      let rows = try rows(query)
      while try rows.next() {
        guard let place = rows.integer(at: 0), counts.indices ~= Int(place),
          let count = rows.integer(at: 1)
        else { continue }
        counts[Int(place)] = count
      }
    }
    if counts[0] > 0 { counts[0] -= try number(Query(entity, predicate: quickest, answer: .count)) }
    return zip(cascade.entities, counts).compactMap { entity, count in
      if count == 0 { return nil }
      return Companions(entity: entity.name, count: count)
    }
  }
}
