package import FlagModel
package import SQLText

/// The checked meaning of a part of a predicate.
package indirect enum Checked {
  /// One value of each record.
  case operand(Operand)
  case predicate(Predicate)
  /// A record: the current one, or one at the end of a path of to-one relationships.
  case record(RecordPath)
  /// The records at the end of a path with a to-many relationship.
  case records(Records, Entity)
  /// One value of each of several records, or the elements of an array.
  case values(Values)
  /// The first or last of several records.
  case chosen(Aggregate, Records, Entity)
  /// The properties of a nested struct with the prefix of their names, of one record or of several.
  case group(RecordPath, prefix: Name, of: Records?)
  /// A literal, which gets its type from another operand: a number, a text, a possible flag or
  /// case, or a list.
  case literal(PredicateSyntax)
}

extension Checked {
  /// True for several records or values.
  var isSeveral: Bool {
    switch self {
    case .records, .values: true
    default: false
    }
  }

  /// The non-optional version.
  var unwrapped: Checked {
    switch self {
    case .operand(let operand): return .operand(operand.unwrapped)
    case .record(var path):
      guard let last = path.links.popLast() else { return self }
      path.links.append(last.unwrapped)
      return .record(path)
    default: return self
    }
  }

  /// The kinds of values for the lookup of members.
  package var kinds: Kinds {
    switch self {
    case .operand(let operand): operand.kinds
    case .values: .values
    case .records: .records
    case .record(let path) where path.term.isOptional: [.record, .optional]
    case .record: .record
    case .predicate, .chosen, .group, .literal: []
    }
  }
}

/// A value with its description in errors. A class, like `Term`.
package final class Operand {
  package let term: Term
  let name: String
  package let declaredType: String
  let place: SourcePlace
  /// True for a key: an integer that identifies a record and is no quantity.
  let isKey: Bool
  /// The record from which the term starts.
  let origin: Scope

  init(
    term: Term, name: String, declaredType: String, place: SourcePlace, isKey: Bool = false,
    origin: Scope
  ) {
    self.term = term
    self.name = name
    self.declaredType = declaredType
    self.place = place
    self.isKey = isKey
    self.origin = origin
  }

  /// The non-optional version.
  fileprivate var unwrapped: Operand {
    Operand(
      term: Term(term.kind, term.type, isOptional: false), name: name, declaredType: declaredType,
      place: place, isKey: isKey, origin: origin)
  }

  /// The type of an attribute; nil for other values.
  package var type: AttributeType? { if case .value(let type) = term.type { type } else { nil } }

  package var isText: Bool {
    switch type {
    case .string, .url, .uuid, .any: true
    default: false
    }
  }

  /// True for a column of the record or of a related one.
  package var isStored: Bool {
    switch term.kind {
    case .column, .via: true
    default: false
    }
  }

  /// The kinds of values for the lookup of members.
  package var kinds: Kinds {
    var kinds: Kinds = []
    if let type {
      kinds = Kinds(type)
    } else if term.type == .moment {
      kinds = .date
    }
    if term.isOptional { return kinds.union(.optional) }
    return kinds
  }
}

/// One side of a comparison.
package struct Side {
  let checked: Checked
  let syntax: PredicateSyntax

  init(_ checked: Checked, _ syntax: PredicateSyntax) {
    self.checked = checked
    self.syntax = syntax
  }

  var literal: PredicateSyntax? { if case .literal(let literal) = checked { literal } else { nil } }
}

extension Operand {
  /// True if a word is one of its cases or flags, or if an expression contains only flags.
  func takesWord(_ syntax: PredicateSyntax) -> Bool {
    if case .flags(let set)? = type, syntax.kind.isFlagOperation {
      let names = (set.withWholeNames(syntax.place) ?? syntax).flagNames
      return !names.isEmpty && names.allSatisfy { set.mask(called: $0.nameOfFlag) != nil }
    }
    guard case .name(let word) = syntax.kind else { return false }
    switch type {
    case .enumeration(let enumeration): return enumeration.rawValue(of: word) != nil
    case .flags(let set): return set.mask(called: word) != nil
    case .json(.cases(let enumeration)): return enumeration.enumCase(named: word) != nil
    default: return false
    }
  }

  /// A label of a case that contains operators, such as `PG-13`, as a text; nil if it is no label.
  /// It takes precedence over the subtraction, like the names of flags.
  func label(_ syntax: PredicateSyntax) -> PredicateSyntax? {
    guard case .enumeration(let enumeration)? = type, case .binary = syntax.kind else { return nil }
    let text = syntax.place.source.text(syntax.place.range)
    guard enumeration.rawValue(called: Name(text)) != nil else { return nil }
    return PredicateSyntax(.text(text), at: syntax.place)
  }
}

/// The values of several records.
package struct Values {
  var records: Records
  package let element: Operand
  var isDistinct = false
}

/// A record, and the path to it.
package struct RecordPath {
  let start: Scope
  package let entity: Entity
  /// The to-one relationships of the path.
  var links: [Link] = []

  var scope: Scope { links.last?.to ?? start }

  /// A value of that record, as a value of the record at the start of the path.
  func reached(_ term: Term) -> Term {
    links.reversed().reduce(term) { term, link in
      let isCertain = if case .key(_, isOptional: false) = link.kind { true } else { false }
      return Term(.via(link, term), term.type, isOptional: !isCertain || term.isOptional)
    }
  }

  /// The key of the record.
  var term: Term {
    let type = TermType.record(entity: entity.name)
    var before = self
    if let last = before.links.popLast(), case .key(let foreign, let isOptional) = last.kind,
      foreign.otherColumn == nil
    {
      return before.reached(.column(foreign.column, type, isOptional: isOptional, in: last.from))
    }
    return reached(.column(entity.keyColumn, type, isOptional: false, in: scope))
  }
}

extension Link {
  /// The non-optional version.
  fileprivate var unwrapped: Link {
    guard case .key(let key, isOptional: true) = kind else { return self }
    return Link(kind: .key(key, isOptional: false), name: name, from: from, to: to)
  }
}

/// A record in whose properties names are looked up.
package struct Frame {
  /// The meaning of `SELF` or of the variable.
  package let subject: Checked
  /// The closure's parameter name; nil if its properties can be named without a qualifier.
  package let variable: Name?
}
