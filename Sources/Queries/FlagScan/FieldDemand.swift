import FlagModel
import Predicates

/// Converts a test of a field to a constraint on the bits of its mask.
struct FieldDemand {
  let field: BitField

  /// Nil for a test that the bits cannot decide.
  func constraint(_ test: Predicate.Test) -> FlagConstraint? {
    switch test {
    case .compare(let comparison, .integer(let number)): return self.comparison(comparison, number)
    case .isIn(let values): return .disjunction(values.map(equal))
    case .isBetween(.integer(let lower), .integer(let upper), let includesUpper):
      let toUpper: Comparison = includesUpper ? .lessOrEqual : .less
      return .conjunction([
        comparison(.greaterOrEqual, lower), comparison(toUpper, upper),
      ])
    case .isNull where field.isOptional: return .bits(set: 0, clear: field.mask)
    case .isNull: return .nothing
    case .flags, .compare, .isBetween, .text: return nil
    }
  }

  private func equal(_ value: Value) -> FlagConstraint {
    guard value != .null, let set = field.bits(of: value), set != 0 || !field.isOptional else {
      return .nothing
    }
    return .bits(set: set, clear: field.mask & ~set)
  }

  private func comparison(_ comparison: Comparison, _ number: Int64) -> FlagConstraint {
    switch comparison {
    case .equal: equal(.integer(number))
    case .unequal: opposite(of: equal(.integer(number)))
    case .greaterOrEqual: isPresent(and: least(number))
    case .greater where number == .max: isPresent(and: .nothing)
    case .greater: isPresent(and: least(number + 1))
    case .less: isPresent(and: opposite(of: least(number)))
    case .lessOrEqual where number == .max: isPresent(and: .anything)
    case .lessOrEqual: isPresent(and: opposite(of: least(number + 1)))
    }
  }

  private func isPresent(and constraint: FlagConstraint) -> FlagConstraint {
    if field.isOptional { return .conjunction([.clause(set: field.mask, clear: 0), constraint]) }
    return constraint
  }

  private func opposite(of constraint: FlagConstraint) -> FlagConstraint {
    switch constraint {
    case .nothing: .anything
    case .anything: .nothing
    default: constraint.opposite
    }
  }

  /// A constraint for numbers from `number` on: the number itself, or one that agrees down to a bit
  /// that it has and `number` lacks.
  private func least(_ number: Int64) -> FlagConstraint {
    if number <= 0 { return .anything }
    guard number <= Int64(bitPattern: field.valueMask) else { return .nothing }
    let lowest: UInt64 = 1 << UInt64(field.bits.lowerBound)
    // Values of the field are multiples of its lowest bit.
    let bits = (UInt64(bitPattern: number) << UInt64(field.shift) + lowest - 1) & ~(lowest - 1)
    guard bits & ~field.mask == 0 else { return .nothing }
    var ways = [FlagConstraint.bits(set: bits, clear: 0)]
    for bit in field.bits where bits & (1 << UInt64(bit)) == 0 {
      let below: UInt64 = (1 << UInt64(bit)) - 1
      let higher = bits & ~below
      ways.append(.bits(set: higher | below + 1, clear: 0))
    }
    return .disjunction(ways)
  }
}
