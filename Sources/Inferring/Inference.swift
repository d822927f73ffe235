package import Databases
package import FlagModel

/// The meaning of one bit of a column, as far as other columns tell it.
package struct BitMeaning: Hashable, Sendable {
  /// A statement that is true for nearly the same records as those with the bit.
  package struct Claim: Hashable, Sendable {
    /// The statement in the language of predicates.
    package let statement: String
    /// A name for a flag; nil if the statement suggests none.
    package let name: Name?
    /// The correlation of the bit and the statement, on records that did not select the statement.
    package let phi: Double
    /// The share of the statement's records that have the bit.
    package let precision: Double
    /// The share of the bit's records for which the statement is true.
    package let recall: Double
    /// The number of those records with the bit.
    package let support: Int
  }

  package let bit: Int
  /// The number of records with the bit.
  package let records: Int
  /// Nil if no statement is good enough.
  package let claim: Claim?
}

/// The meanings of the unknown bits of an attribute.
package struct BitMeanings: Sendable {
  package let bits: [BitMeaning]
  /// The number of records that were read, and of all records that are not NULL.
  package let records: Int
  package let allRecords: Int
  /// The number of statements that were tried.
  package let statements: Int
}

/// Infers what the bits of an attribute mean, from other attributes and from related records.
///
/// This module finds a statement for each bit on one half of the records, and judges it on the other half.
/// See Documentation/Decisions/meanings-are-judged-on-other-records.md.
package struct Inference {
  private let database: Database
  private let entity: Entity
  private let attribute: Attribute
  /// The least correlation of a claim.
  package var least = 0.75

  package init(of attribute: Attribute, of entity: Entity, in database: Database) {
    self.database = database
    self.entity = entity
    self.attribute = attribute
  }

  package func meanings(now: Timestamp) throws -> BitMeanings {
    let reader = EvidenceReader(database, entity, attribute, now: now)
    let (counts, evidence) = try database.read {
      let counts = try BitCounts(of: attribute, entity, in: database)
      return (counts, counts.unknownBits.isEmpty ? nil : try reader.evidence(counts))
    }
    guard let evidence else {
      return BitMeanings(bits: [], records: 0, allRecords: counts.records, statements: 0)
    }
    let trial = Trial(evidence, bits: counts.unknownBits)
    var maker = StatementMaker(for: trial)
    for column in evidence.columns { maker.add(column) }
    let judge = BitJudge(maker.statements, tries: maker.tries, trial, least: least)
    return BitMeanings(
      bits: judge.meanings(counts.counts), records: trial.count, allRecords: counts.records,
      statements: maker.tries)
  }
}

/// Finds the statement that agrees best with a bit.
struct BitJudge {
  private let statements: [RecordStatement]
  private let trial: Trial
  private let least: Double
  private let logOfTries: Double
  private let factorials: LogFactorials

  /// - Parameter tries: the number of statements that were tried, with those that were not kept.
  init(_ statements: [RecordStatement], tries: Int, _ trial: Trial, least: Double) {
    self.statements = statements
    self.trial = trial
    self.least = least
    logOfTries = naturalLogarithm(Double(max(1, tries * trial.bits.count)))
    factorials = LogFactorials(upTo: trial.count)
  }

  /// The greatest probability that any claim about a column is due to chance.
  private static let logOfRisk = naturalLogarithm(0.01)
  /// The advantage that a statement about other bits of the column needs.
  private static let advantageOfItself = 0.05
  /// The advantage that the opposite of a statement needs.
  private static let advantageOfOpposite = 0.001

  /// - Parameter counts: the number of all records with each bit.
  func meanings(_ counts: [Int]) -> [BitMeaning] {
    var names: Set<Name> = []
    return trial.bits.indices.map { index in
      var claim = claim(about: index)
      if let name = claim?.name, !names.insert(name).inserted { claim = claim?.withoutName }
      let bit = trial.bits[index]
      return BitMeaning(bit: bit, records: counts[bit], claim: claim)
    }
  }

  private func claim(about index: Int) -> BitMeaning.Claim? {
    let records = trial.records[index]
    guard let (statement, isNegated) = bestStatement(for: trial.bits[index], records) else {
      return nil
    }
    let halves = trial.halves(byRelated: statement.relation)
    var agreement = Agreement(records, statement.records, on: halves.second)
    // Records that repeat are no more evidence than one.
    var distinct = Agreement(halves.judgesWithBit[index], statement.records, on: halves.judges)
    if isNegated {
      agreement = agreement.negated
      distinct = distinct.negated
    }
    guard agreement.phi >= least,
      distinct.logOfChance(factorials) + logOfTries <= Self.logOfRisk
    else { return nil }
    return BitMeaning.Claim(
      statement: isNegated ? statement.negation : statement.text,
      name: statement.bitOfTarget == nil ? statement.flagName(isNegated: isNegated) : nil,
      phi: agreement.phi, precision: agreement.precision, recall: agreement.recall,
      support: agreement.bit)
  }

  /// The best statement on the first half, and whether its opposite is meant.
  private func bestStatement(
    for bit: Int, _ records: RecordSet
  ) -> (statement: RecordStatement, isNegated: Bool)? {
    var best: (statement: RecordStatement, phi: Double)?
    var bestScore = 0.0
    for statement in statements where statement.bitOfTarget != bit {
      let first = trial.halves(byRelated: statement.relation).first
      let phi = Agreement(records, statement.records, on: first).phi
      var handicap = phi < 0 ? Self.advantageOfOpposite : 0
      if statement.bitOfTarget != nil { handicap += Self.advantageOfItself }
      guard abs(phi) - handicap > bestScore else { continue }
      bestScore = abs(phi) - handicap
      best = (statement, phi)
    }
    return best.map { ($0.statement, $0.phi < 0) }
  }
}

extension BitMeaning.Claim {
  /// The claim with a name that another bit already has.
  fileprivate var withoutName: Self {
    Self(
      statement: statement, name: nil, phi: phi, precision: precision, recall: recall,
      support: support)
  }
}
