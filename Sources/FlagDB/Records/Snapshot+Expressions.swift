#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// Values of an `#Expression` for records.

extension Snapshot {
  /// Returns the values of expressions for each record that meets a condition:
  ///
  ///     let passing = #Expression<Sample, Int> { $0.readings.filter { $0.value >= 90 }.count }
  ///     for (code, number) in try snapshot.values(of: #Expression<Sample, String> { $0.code }, passing) {
  ///       print(code, number)
  ///     }
  public func values<Of: Entity, each Value: Storable>(
    of expressions: repeat Expression<Of, each Value>, where condition: Condition = .all,
    sort: [Order<Of>] = [], limit: Int? = nil, offset: Int? = nil
  ) throws -> [(repeat each Value)] {
    var columns: [String] = []
    for expression in repeat each expressions {
      columns.append(try Translation.text(of: expression))
    }
    var values: [(repeat each Value)] = []
    try answers(Of.self, condition, columns, sort: sort, limit: limit, offset: offset) { reader in
      values.append((repeat try reader.read((each Value).self)))
    }
    return values
  }

  /// Aggregates for each value of an expression, in the order of the values.
  public func groups<Of: Entity, Group: Storable, each Value: Storable>(
    of type: Of.Type, by expression: Expression<Of, Group>, where condition: Condition = .all,
    _ aggregates: repeat Aggregate<Of, each Value>
  ) throws -> [(key: Group, values: (repeat each Value))] {
    try groups(of: type, by: Translation.text(of: expression), condition, repeat each aggregates)
  }
}
