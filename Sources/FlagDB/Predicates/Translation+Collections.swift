import Predicates
import SQLText

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Lists of records and of values, ranges and texts.

extension PredicateExpressions.Filter: TranslatableExpression {
  func kind(in translation: inout Translation) throws(UntranslatableExpression) -> Kind {
    let list = try translation.syntax(of: sequence)
    let (name, condition) = try translation.closure(variable.key, filter)
    return .filter(list, variable: name, condition)
  }
}

extension PredicateExpressions.SequenceContainsWhere: TranslatableExpression {
  func kind(in translation: inout Translation) throws(UntranslatableExpression) -> Kind {
    try translation.call("contains", of: sequence, variable.key, test)
  }
}

extension PredicateExpressions.SequenceAllSatisfy: TranslatableExpression {
  func kind(in translation: inout Translation) throws(UntranslatableExpression) -> Kind {
    try translation.call("allSatisfy", of: sequence, variable.key, test)
  }
}

extension PredicateExpressions.SequenceContains: TranslatableExpression {
  func kind(in translation: inout Translation) throws(UntranslatableExpression) -> Kind {
    let (list, value) = (try translation.syntax(of: sequence), try translation.syntax(of: element))
    switch list.kind {
    case .list, .range: return .isIn(value, .exact, list)
    default: return .call(list, "contains", [.init(label: nil, value: value)])
    }
  }
}

extension PredicateExpressions.CollectionContainsCollection: TranslatableExpression {
  func kind(in translation: inout Translation) throws(UntranslatableExpression) -> Kind {
    guard Base.Output.self is any StringProtocol.Type else {
      throw UntranslatableExpression("a list within a list")
    }
    return .textTest(
      try translation.syntax(of: base), .contains, .exact, try translation.syntax(of: other))
  }
}

extension PredicateExpressions.SequenceStartsWith: TranslatableExpression {
  func kind(in translation: inout Translation) throws(UntranslatableExpression) -> Kind {
    guard Base.Output.self is any StringProtocol.Type else {
      throw UntranslatableExpression("the start of a list")
    }
    return .textTest(
      try translation.syntax(of: base), .beginsWith, .exact, try translation.syntax(of: prefix))
  }
}

extension PredicateExpressions.StringContainsRegex: TranslatableExpression {
  func kind(in translation: inout Translation) throws(UntranslatableExpression) -> Kind {
    guard let value = regex as? PredicateExpressions.Value<PredicateExpressions.PredicateRegex>
    else { throw UntranslatableExpression("a pattern that is calculated") }
    // `matches` of flagdb compares the whole text, and `contains` of Swift any part.
    let pattern = "[\\s\\S]*(?:\(value.value.stringRepresentation))[\\s\\S]*"
    return .textTest(
      try translation.syntax(of: subject), .matches, .exact, Translation.syntax(.text(pattern)))
  }
}

extension PredicateExpressions.SequenceMinimum: TranslatableExpression {
  func kind(in translation: inout Translation) throws(UntranslatableExpression) -> Kind {
    .call(try translation.syntax(of: elements), "min", [])
  }
}

extension PredicateExpressions.SequenceMaximum: TranslatableExpression {
  func kind(in translation: inout Translation) throws(UntranslatableExpression) -> Kind {
    .call(try translation.syntax(of: elements), "max", [])
  }
}

// MARK: Places

extension PredicateExpressions.CollectionIndexSubscript: TranslatableExpression {
  func kind(in translation: inout Translation) throws(UntranslatableExpression) -> Kind {
    .filter(try translation.syntax(of: wrapped), variable: nil, try translation.syntax(of: index))
  }
}

extension PredicateExpressions.CollectionRangeSubscript: TranslatableExpression {
  func kind(in translation: inout Translation) throws(UntranslatableExpression) -> Kind {
    throw UntranslatableExpression("a part of a list")
  }
}

extension PredicateExpressions.DictionaryKeySubscript: TranslatableExpression {
  func kind(in translation: inout Translation) throws(UntranslatableExpression) -> Kind {
    .filter(try translation.syntax(of: wrapped), variable: nil, try translation.syntax(of: key))
  }
}

extension PredicateExpressions.DictionaryKeyDefaultValueSubscript: TranslatableExpression {
  func kind(in translation: inout Translation) throws(UntranslatableExpression) -> Kind {
    let filtered = PredicateSyntax.Kind.filter(
      try translation.syntax(of: wrapped), variable: nil, try translation.syntax(of: key))
    return .binary(
      .otherwise, Translation.syntax(filtered), try translation.syntax(of: self.default))
  }
}

// MARK: Ranges

extension PredicateExpressions.Range: TranslatableExpression {
  func kind(in translation: inout Translation) throws(UntranslatableExpression) -> Kind {
    .range(
      try translation.syntax(of: lower), try translation.syntax(of: upper), includesUpper: false)
  }
}

extension PredicateExpressions.ClosedRange: TranslatableExpression {
  func kind(in translation: inout Translation) throws(UntranslatableExpression) -> Kind {
    .range(
      try translation.syntax(of: lower), try translation.syntax(of: upper), includesUpper: true)
  }
}

extension PredicateExpressions.RangeExpressionContains: TranslatableExpression {
  func kind(in translation: inout Translation) throws(UntranslatableExpression) -> Kind {
    .isIn(try translation.syntax(of: element), .exact, try translation.syntax(of: range))
  }
}

extension Translation {
  fileprivate mutating func call(
    _ method: String, of list: some PredicateExpression,
    _ variable: PredicateExpressions.VariableID, _ body: some PredicateExpression
  ) throws(UntranslatableExpression) -> PredicateSyntax.Kind {
    let list = try syntax(of: list)
    let (name, body) = try closure(variable, body)
    return .call(
      list, method, [.init(label: nil, value: Self.syntax(.closure(variable: name, body)))])
  }
}
