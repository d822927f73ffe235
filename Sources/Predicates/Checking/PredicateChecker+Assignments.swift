package import FlagModel
import SQLText

// Calculated values that are stored in an attribute.

extension PredicateChecker {
  /// The value of an expression as a value of an attribute's type.
  ///
  /// - Parameter isInBrackets: true to prefer an attribute to a case or flag of the same name.
  package func value(
    _ syntax: PredicateSyntax, for attribute: Attribute, isInBrackets: Bool = false
  ) throws(Diagnostic) -> Term {
    let resolver = CaptureResolver(schema: schema, entity: entity, expression: nil)
    let resolved = try resolver.resolve(syntax)
    let term =
      if isInBrackets, names(resolved, sameAs: attribute) {
        try stored(operand(resolved), as: attribute, resolved)
      } else {
        try storable(resolved, for: attribute)
      }
    try term.sql.requireFeasible()
    return term
  }

  private func storable(
    _ syntax: PredicateSyntax, for attribute: Attribute
  ) throws(Diagnostic) -> Term {
    var syntax = syntax
    if case .flags(let set) = attribute.type, case .binary = syntax.kind {
      syntax = set.withWholeNames(syntax.place) ?? syntax
    }
    switch syntax.kind {
    case .conditional(let condition, let yes, let no):
      let condition = try truth(condition)
      let (yes, no) = (try storable(yes, for: attribute), try storable(no, for: attribute))
      return Term(
        .conditional(condition, yes, no), attribute.type,
        isOptional: yes.isOptional || no.isOptional)
    case .binary(.otherwise, let first, let second):
      let first = try storable(first, for: attribute)
      if first.constant != nil, attribute.type.isFlags {
        throw .noMeaningForFlags(.otherwise, at: syntax.place)
      }
      let second = try storable(second, for: attribute)
      return Term(.binary(.otherwise, first, second), attribute.type, isOptional: second.isOptional)
    default: break
    }
    let target = environment.target(attribute, syntax)
    if target.takesWord(syntax) {
      if let word = syntax.flagNames.first(where: { names($0, sameAs: attribute) }) {
        throw ambiguous(word)
      }
      return try constant(syntax, for: attribute, target)
    }
    if let label = target.label(syntax) { return try constant(label, for: attribute, target) }
    let checked = try check(operand: syntax)
    if case .literal(let literal) = checked {
      return try constant(literal, for: attribute, target)
    }
    return try stored(try operand(of: checked, syntax), as: attribute, syntax)
  }

  /// True if a name is the name of an attribute of the same type.
  private func names(_ syntax: PredicateSyntax, sameAs attribute: Attribute) -> Bool {
    guard case .name(let name) = syntax.kind else { return false }
    return entity.attribute(named: name)?.type == attribute.type
  }

  private func ambiguous(_ syntax: PredicateSyntax) -> Diagnostic {
    let name = text(of: syntax)
    return Diagnostic(
      "'\(name)' may be the value of that name or the attribute", at: syntax.place,
      hint: "write .\(name) for the value, or SELF.\(name) for the attribute")
  }

  // MARK: Constants

  private func constant(
    _ literal: PredicateSyntax, for attribute: Attribute, _ target: Operand
  ) throws(Diagnostic) -> Term {
    if case .null = literal.kind {
      guard attribute.isOptional else {
        throw Diagnostic(
          "'\(attribute.name)' cannot be null: it is not optional", at: literal.place)
      }
      return Term(.value(.null), attribute.type, isOptional: true)
    }
    let value = try value(literal, for: attribute, target)
    do {
      try ValueCheck(attribute).checkResult(value)
    } catch {
      throw Diagnostic(error.message, at: literal.place, hint: error.hint)
    }
    return .constant(value, attribute.type)
  }

  private func value(
    _ literal: PredicateSyntax, for attribute: Attribute, _ target: Operand
  ) throws(Diagnostic) -> Value {
    if case .flags(let set) = attribute.type {
      let named = flags.expression(literal)
      let mask = try flags.mask(named, of: target.name, set)
      try flags.requireFlags(mask, of: target.name, set, named)
      return .integer(set.stored(mask))
    }
    let value = try Literals(environment: environment, verb: "be set to")
      .value(literal, for: target)
    if case .integer(let number) = value, attribute.type.isReal { return .real(Double(number)) }
    return value
  }

  // MARK: Types

  private func stored(
    _ operand: Operand, as attribute: Attribute, _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Term {
    guard let term = operand.term.converted(to: attribute.type) else {
      throw Diagnostic(
        "'\(attribute.name)' holds \(attribute.declaredType), and '\(text(of: syntax))' is "
          + "\(words(ofTypeOf: operand))", at: syntax.place,
        hint: conversion(of: operand, to: attribute.type, syntax))
    }
    return term
  }

  private func words(ofTypeOf operand: Operand) -> String {
    switch operand.term.type {
    case .duration: "a length of time"
    case .record(let entity): "a record of \(entity)"
    case .value, .moment, .calendar: operand.declaredType
    }
  }

  /// A suggested expression with a value of the type; nil if there is none.
  private func conversion(
    of operand: Operand, to type: AttributeType, _ syntax: PredicateSyntax
  ) -> Hint? {
    let text = text(of: syntax)
    switch (operand.term.type, type) {
    case (.value(let valueType), .integer) where valueType.places != nil:
      return "Int(\(text)) removes the decimal places"
    case (.value(.string), .integer): return "Int(\(text)) parses the number"
    case (.value(.string), .double): return "Double(\(text)) parses the number"
    case (.value(.bool), .integer), (.value(.bool), .double): return "write \(text) ? 1 : 0"
    case (.value(.integer), .bool): return "write \(text) != 0"
    case (.value(.integer), .string): return "String(\(text)) is the number as a text"
    case (.value(.enumeration), .integer), (.value(.enumeration), .string),
      (.value(.flags), .integer):
      return "\(text).rawValue is the stored value"
    case (.record(let name), _):
      let names = schema.entity(named: name)?.attributes.first { $0.type == type }
      return names.map { "one of its properties can be, as in \(text).\($0.name)" }
    default: return nil
    }
  }
}

extension Environment {
  /// An attribute as an operand, from which literals get their type.
  fileprivate func target(_ attribute: Attribute, _ syntax: PredicateSyntax) -> Operand {
    Operand(
      term: Term(attribute), name: attribute.name.text,
      declaredType: attribute.declaredType.text, place: syntax.place, origin: root)
  }
}

extension AttributeType {
  fileprivate var isReal: Bool { self == .double || self == .float }
}

extension Term {
  /// The value in the form of a column of the type; nil if the types do not fit. The term keeps its
  /// own type if both have the same stored form, because its SQL depends on it.
  fileprivate func converted(to type: AttributeType) -> Term? {
    switch (self.type, type) {
    case (.moment, .date): later ?? made(.demanded(.date), type)
    case (.moment, .any): made(.demanded(.date), .date)
    case (.calendar, .string), (.calendar, .any): self
    case (.value(.integer), .double): made(.real, type)
    case (.value(.integer), .float): made(.real, .double).made(.demanded(.float), type)
    case (.value(.decimal), .double): asReal
    case (.value(.decimal), .float): asReal.made(.demanded(.float), type)
    case (.value(.double), .float): made(.demanded(.float), type)
    case (.value(.integer), .decimal(let places)): scaled(to: places)
    case (.value(.decimal(let ownPlaces)), .decimal(let places)) where ownPlaces <= places:
      scaled(to: places)
    case (.value(.decimal(let ownPlaces)), .decimal(let places)):
      made(.demanded(.rounded(places: ownPlaces - places)), type)
    case (.value(.double), .decimal(let places)), (.value(.float), .decimal(let places)):
      exactProduct?.converted(to: type) ?? made(.demanded(.units(places: places)), type)
    case (.value(.flags(let ownSet)), .flags(let set)): flags(ownSet, as: set)
    case (.value(.uuid), .string), (.value(.bool), .any), (.value(.date), .any),
      (.value(.uuid), .any):
      self.type.attribute.map { made(.read(.own, $0), .string) }
    case (.value(let valueType), _) where valueType.isStorable(as: type): self
    default: nil
    }
  }

  /// A date plus a constant time span in a single step; nil for anything else.
  private var later: Term? {
    guard case .binary(let binary, let moment, let span) = kind,
      case .function(.microseconds, let dates) = moment.kind, let date = dates.first,
      case .integer(let number)? = span.constant, number != .min
    else { return nil }
    let distance = if binary == .subtract { -number } else { number }
    let added = Term.constant(.integer(distance), .integer(.int64))
    return Term(.function(.demanded(.later), [date, added]), .date, isOptional: date.isOptional)
  }

  /// The product of a decimal and a decimal constant, with the decimal places of both; nil for
  /// anything else.
  private var exactProduct: Term? {
    guard case .binary(.multiply, let left, let right) = kind,
      let (a, first) = left.decimal, let (b, second) = right.decimal,
      a.constant != nil || b.constant != nil, first + second <= FixedPoint.maximalPlaces
    else { return nil }
    return Term(.binary(.multiply, a, b), .decimal(places: first + second), isOptional: isOptional)
  }

  /// The decimal that is converted to a real number, and its decimal places.
  private var decimal: (Term, places: Int)? {
    guard case .binary(.divide, let real, _) = kind, case .function(.real, let terms) = real.kind,
      let term = terms.first, case .value(.decimal(let places)) = term.type, term.asReal == self
    else { return nil }
    return (term, places)
  }

  private func made(_ function: SQLFunction, _ type: AttributeType) -> Term {
    Term(.function(function, [self]), type, isOptional: isOptional)
  }

  /// Flags of the same set. An attribute keeps its fields. A complement includes undeclared bits,
  /// which must not be stored.
  private func flags(_ ownSet: FlagSet, as set: FlagSet) -> Term? {
    guard ownSet.withoutFields == set.withoutFields else { return nil }
    if isAttribute, ownSet == set { return self }
    let flags = self.flagsAlone
    guard flags.isComplement else { return Term(flags.kind, .flags(set), isOptional: isOptional) }
    let mask = Term.constant(.integer(set.stored(set.declaredMask & ~set.fieldMask)), .flags(set))
    return Term(.binary(.bitAnd, flags, mask), .flags(set), isOptional: isOptional)
  }
}

extension AttributeType {
  /// True if the stored values are valid for the other type without conversion.
  fileprivate func isStorable(as type: AttributeType) -> Bool {
    if self == type || self == .any || type == .any { return true }
    return switch (self, type) {
    case (.integer, .integer), (.float, .double), (.string, .url), (.url, .string),
      (.uuid, .string):
      true
    default: false
    }
  }
}
