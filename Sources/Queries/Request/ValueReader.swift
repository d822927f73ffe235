import FlagModel
import Predicates

/// Reads the right sides of assignments to attributes.
struct ValueReader {
  /// The new value of an attribute: the same for all records, or calculated for each.
  enum Right {
    case value(Value)
    case term(Term)
  }

  let isRaw: Bool
  /// The reader of expressions; nil if none are allowed.
  let calculations: CalculationReader?
  let now: Timestamp

  func right(
    of assignment: AssignmentSyntax, for attribute: Attribute
  ) throws(Diagnostic) -> Right {
    guard let calculations else {
      return .value(try value(assignment.rightSide, for: attribute, name: assignment.name))
    }
    switch assignment.rightSide {
    case .text(let word) where calculations.readsTexts:
      return try right(word, assignment, attribute, calculations)
    case .expression(let word):
      let term = try calculations.term(word, for: attribute)
      return term.constant.map(Right.value) ?? .term(term)
    case .text, .null, .value, .list:
      return .value(try value(assignment.rightSide, for: attribute, name: assignment.name))
    }
  }

  /// Reads a typed word, which may be a value or an expression.
  private func right(
    _ word: WordSyntax, _ assignment: AssignmentSyntax, _ attribute: Attribute,
    _ calculations: CalculationReader
  ) throws(Diagnostic) -> Right {
    let meaning = try calculations.meaning(of: word, for: attribute) { word throws(Diagnostic) in
      try value(.text(word), for: attribute, name: assignment.name)
    }
    switch meaning {
    case .value(.null): return .value(try value(.null, for: attribute, name: assignment.name))
    case .value(let value): return .value(value)
    case .text(let word):
      return .value(try value(.text(word), for: attribute, name: assignment.name))
    case .term(let term): return term.constant.map(Right.value) ?? .term(term)
    }
  }

  func value(
    _ rightSide: AssignmentSyntax.RightSide, for attribute: Attribute, name: NameSyntax
  ) throws(Diagnostic) -> Value {
    switch rightSide {
    case .null:
      if attribute.isOptional { return .null }
      throw Diagnostic("'\(attribute.name)' cannot be null: it is not optional", at: name.place)
    case .text(let word):
      do {
        return try attribute.value(from: word.text, isRaw: isRaw, now: now)
      } catch {
        throw Diagnostic(error.message, at: word.place, hint: error.hint)
      }
    case .value(let value):
      do {
        try attribute.check(value)
      } catch {
        throw Diagnostic(error.message, at: name.place, hint: error.hint)
      }
      return value
    case .list, .expression:
      throw Diagnostic("'\(attribute.name)' holds no other records", at: name.place)
    }
  }
}

extension Attribute {
  fileprivate func value(
    from text: String, isRaw: Bool, now: Timestamp
  ) throws(ValueError) -> Value {
    if isRaw { return try rawValue(from: text, now: now) }
    return try value(from: text, now: now)
  }
}
