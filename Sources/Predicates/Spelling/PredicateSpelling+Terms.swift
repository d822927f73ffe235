import FlagModel
import SQLText

// Spells terms as a person would, without the conversions that the checker added.

extension PredicateSpelling {
  package func node(_ term: Term) -> PredicateSyntax {
    switch term.kind {
    case .column(let column): return node(column, term.type)
    case .value(let value): return node(value, term.type)
    case .via(let link, let inner):
      // A test of the rounded or converted value is spelled as a test of the column.
      let column = Term(inner.kind, term.type, isOptional: inner.isOptional)
      return following(link).node(column)
    case .negative(let inner): return make(.negative(node(inner)))
    case .complement(let inner): return make(.complement(node(inner)))
    case .binary(.divide, let left, _) where left.isRealDecimal || left.isMeanOfDecimals:
      return node(left)
    case .binary(.divide, let left, _) where left.spanInSeconds != nil:
      let (end, start) = left.spanInSeconds ?? (left, left)
      let since = PredicateSyntax.Argument(label: nil, value: node(start))
      return make(.call(node(end), "timeIntervalSince", [since]))
    case .binary(.subtract, let left, _) where left.secondsOfDate != nil:
      return left.secondsOfDate.map(node) ?? make(.null)
    case .binary(.bitAnd, let mask, _) where mask.flagsAlone == term: return node(mask)
    case .binary(.bitAnd, let left, let right): return intersection(term, left, right)
    case .binary(let binary, let left, let right):
      return make(.binary(binary, node(left), node(right)))
    case .scaled(let inner, _): return node(inner)
    case .conditional(let condition, let yes, let no):
      return make(.conditional(node(condition), node(yes), node(no)))
    case .condition(let predicate): return node(predicate)
    case .aggregate(let aggregate, let inner, let records):
      return self.aggregate(aggregate, inner, records)
    case .count(let records): return make(.member(node(records), "count"))
    case .list(let inner, let records): return values(inner, records)
    case .function(let function, let arguments): return call(function, arguments)
    case .bitCount(let inner, _): return make(.member(node(inner), "count"))
    case .groupCount: return make(.call(nil, "count", []))
    case .ofGroup(let aggregate, let inner): return ofGroup(aggregate, inner)
    case .each(let inner, _):
      return make(.call(nil, "each", [.init(label: nil, value: node(inner))]))
    }
  }

  private func node(_ column: Predicate.Column, _ type: TermType) -> PredicateSyntax {
    guard let subject = subjects[column.scope] else { return make(.name(column.name)) }
    guard let entity = subject.entity else { return subject.base ?? make(.itself) }
    let attribute = entity.attribute(ofColumn: column.name)
    let node = member(subject.base, attribute?.name ?? column.name)
    switch attribute?.type {
    case .flags, .enumeration:
      if let attribute, .value(attribute.type) == type { return node }
      return make(.member(node, "rawValue"))
    default: return node
    }
  }

  private func call(_ function: SQLFunction, _ arguments: [Term]) -> PredicateSyntax {
    let values = arguments.map { node($0.withoutGuard) }
    let name: String
    switch function {
    case .microseconds, .element, .jsonKey: return values[0]
    case .field(let field): return make(.member(values[0], field.name))
    case .jsonValue(let path, _):
      guard case .value(.json(.dictionary(let key, _))) = arguments[0].type else {
        return arguments[0].type.names(ofPath: path).reduce(values[0]) { make(.member($0, $1)) }
      }
      let value = (try? key.value(from: path[0].text)) ?? .text(path[0].text)
      return make(.filter(values[0], variable: nil, node(value, .value(key))))
    case .elementCount: return make(.member(values[0], "count"))
    case .real where arguments[0].type.isDecimal: return values[0]
    case .real, .realOfText: name = "Double"
    case .whole, .wholeOfText: name = "Int"
    case .text: name = "String"
    case .least: name = "min"
    case .greatest: name = "max"
    default:
      guard let call = Language.spelling(of: function) else { return values[0] }
      switch call.form {
      case .property: return make(.member(values[0], Name(call.name)))
      case .method: return make(.call(values[0], call.name, []))
      default: name = call.name
      }
    }
    return make(.call(nil, name, values.map { .init(label: nil, value: $0) }))
  }
}

extension Term {
  /// True for a decimal that is converted to a real number.
  fileprivate var isRealDecimal: Bool {
    guard case .function(.real, let arguments) = kind else { return false }
    return arguments[0].type.isDecimal
  }

  /// The date in `Double(date)`, if the term is its seconds since 1970.
  fileprivate var secondsOfDate: Term? {
    guard case .binary(.divide, let number, _) = kind,
      case .function(.real, let arguments) = number.kind, arguments[0].type == .moment
    else { return nil }
    return number
  }

  /// The two dates whose difference in seconds this term is.
  fileprivate var spanInSeconds: (end: Term, start: Term)? {
    guard case .function(.real, let arguments) = kind, arguments[0].type == .duration,
      case .binary(.subtract, let end, let start) = arguments[0].kind
    else { return nil }
    return (end, start)
  }

  /// True for a mean of decimals in their smallest units.
  fileprivate var isMeanOfDecimals: Bool {
    switch kind {
    case .aggregate(_, let element, _), .ofGroup(_, let element):
      element.type.isDecimal && type == .value(.double)
    default: false
    }
  }
}

extension TermType {
  /// The names of the properties for keys in JSON.
  fileprivate func names(ofPath path: [Name]) -> [Name] {
    switch self {
    case .value(.json(.object(_, let fields))):
      return path.map { key in fields.first { $0.key == key }?.name ?? key }
    default: return path
    }
  }

  fileprivate var isDecimal: Bool {
    if case .value(let type) = self { type.isDecimal } else { false }
  }
}
