package import FlagModel
package import Predicates
import Queries

/// Records of one entity that go when others are deleted.
package struct Companions: Hashable, Sendable {
  package let entity: Name
  package let count: Int64
}

extension Database {
  /// The records that would go with those that match, by relationships that say so: over however
  /// many others, each record once. Call it within `read` or `write`.
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
      count > 0 ? Companions(entity: entity.name, count: count) : nil
    }
  }
}
