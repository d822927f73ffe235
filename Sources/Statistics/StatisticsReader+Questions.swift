import Databases
import Engines
import FlagModel
import Queries
import SQLText

// The questions that a server gets together.

extension StatisticsReader {
  /// Asks a server, in one round trip, the questions that do not depend on other answers.
  func announce(_ properties: [Property]) throws {
    guard database.connection.isRemote else { return }
    let summaries = summaries(of: properties).map { part in
      (part == [.records] ? counting : reading).summary(part)
    }
    let others = properties.compactMap { property -> SQLText? in
      switch property {
      case .attribute(let attribute): question(on: attribute)
      case .relationship(let relationship):
        database.schema.entity(named: relationship.target)
          .flatMap { reading.others(in: relationship, to: $0) }
      case .group: nil
      }
    }
    try database.translated { try database.connection.ask(summaries + others) }
  }

  /// The question on an attribute whose answer is always read; nil if there is none.
  private func question(on attribute: Attribute) -> SQLText? {
    if case .flags = attribute.type { return fastest(for: attribute).combinations(of: attribute) }
    let isCounted = attribute.type.cases != nil || query.entity.isUnique(attribute)
    if isCounted || Measure(attribute) != nil { return nil }
    return reading.frequencies(of: attribute, limit: mostFrequentValues)
  }
}
