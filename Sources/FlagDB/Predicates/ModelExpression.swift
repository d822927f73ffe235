import FlagModel
import Predicates

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Entity {
  /// The named expression of the model, for conditions, orders, groups and values:
  ///
  ///     let passing = Sample.expression("passing", of: Int.self)
  ///     try snapshot.fetch(where: #Predicate<Sample> { passing[$0] >= 2 }, sort: [.descending(passing)])
  ///
  /// The database calculates it. Its `evaluate` throws, because a struct cannot calculate it.
  public static func expression<Value>(
    _ name: String, of type: Value.Type = Value.self
  ) -> Expression<Self, Value> {
    Expression { ModelExpression(record: $0, name: name) }
  }
}

/// The value that a named expression of the model has for a record.
private struct ModelExpression<Record: StandardPredicateExpression, Output>:
  StandardPredicateExpression
{
  let record: Record
  let name: String

  init(record: Record, name: String) {
    self.record = record
    self.name = name
  }

  func evaluate(_ bindings: PredicateBindings) throws -> Output {
    throw DatabaseError("'\(name)' has a value in a database alone", code: .invalidRequest)
  }

  init(from decoder: any Decoder) throws {
    throw DecodingError.dataCorrupted(
      .init(codingPath: decoder.codingPath, debugDescription: "expressions are not coded"))
  }

  func encode(to encoder: any Encoder) throws {
    throw EncodingError.invalidValue(
      self, .init(codingPath: encoder.codingPath, debugDescription: "expressions are not coded"))
  }
}

extension ModelExpression: TranslatableExpression {
  func kind(in translation: inout Translation) throws(UntranslatableExpression) -> Kind {
    Translation.member(Name(name), of: try translation.syntax(of: record))
  }
}
