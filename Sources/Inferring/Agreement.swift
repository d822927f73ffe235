/// The agreement of a bit with a statement, on some records.
struct Agreement: Hashable, Sendable {
  /// The number of records.
  let all: Int
  /// The numbers of records with the bit, for which the statement is true, and with both.
  let bit: Int
  let statement: Int
  let both: Int

  init(_ bit: RecordSet, _ statement: RecordSet, on records: RecordSet) {
    let bit = bit.intersection(records)
    all = records.count
    self.bit = bit.count
    self.statement = statement.count(in: records)
    both = bit.count(in: statement)
  }

  init(all: Int, bit: Int, statement: Int, both: Int) {
    self.all = all
    self.bit = bit
    self.statement = statement
    self.both = both
  }

  /// The agreement with the opposite statement.
  var negated: Agreement {
    Agreement(all: all, bit: bit, statement: all - statement, both: bit - both)
  }

  /// The correlation of the two truth values, from -1 to 1.
  var phi: Double {
    let (all, bit) = (Double(all), Double(bit))
    let (statement, both) = (Double(statement), Double(both))
    let spread = bit * (all - bit) * statement * (all - statement)
    if spread > 0 { return (all * both - bit * statement) / spread.squareRoot() }
    return 0
  }

  /// The share of the statement's records that have the bit.
  var precision: Double { statement == 0 ? 0 : Double(both) / Double(statement) }

  /// The share of the bit's records for which the statement is true.
  var recall: Double { bit == 0 ? 0 : Double(both) / Double(bit) }

  /// The logarithm of an upper limit for the probability that unrelated records agree so well
  /// (Fisher's exact test).
  func logOfChance(_ factorials: LogFactorials) -> Double {
    let mean = Double(bit) * Double(statement) / Double(all)
    guard all > 0, Double(both) > mean else { return 0 }
    let most = min(bit, statement)
    // The terms above the mean decrease, so that none is greater than the first one.
    let first =
      factorials.logOfChoices(bit, both)
      + factorials.logOfChoices(all - bit, statement - both)
      - factorials.logOfChoices(all, statement)
    return min(0, first + naturalLogarithm(Double(most - both + 1)))
  }
}

/// The logarithms of factorials.
struct LogFactorials: Sendable {
  private let sums: [Double]

  init(upTo count: Int) {
    var sums = [0.0]
    sums.reserveCapacity(count + 1)
    for number in stride(from: 1, through: count, by: 1) {
      sums.append(sums[number - 1] + naturalLogarithm(Double(number)))
    }
    self.sums = sums
  }

  /// The logarithm of the number of ways to choose some of several things.
  func logOfChoices(_ all: Int, _ some: Int) -> Double {
    guard (0...max(0, all)).contains(some) else { return -.infinity }
    return sums[all] - sums[some] - sums[all - some]
  }
}

/// The natural logarithm of a positive number, by the series of the inverse hyperbolic tangent.
func naturalLogarithm(_ number: Double) -> Double {
  let ratio = (number.significand - 1) / (number.significand + 1)
  var (power, sum) = (ratio, 0.0)
  for exponent in stride(from: 1.0, through: 31, by: 2) {
    sum += power / exponent
    power *= ratio * ratio
  }
  return 2 * sum + Double(number.exponent) * 0.693_147_180_559_945_3
}
