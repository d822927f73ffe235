import FlagModel
import SQLText

// Spells masks, with names for the bits of a constant.

extension PredicateSpelling {
  /// `markers & [HRM]`, or `markers - [HRM]` if the mask includes all undeclared bits.
  func intersection(_ term: Term, _ left: Term, _ right: Term) -> PredicateSyntax {
    let complement = term.withAllBits
    if complement != term { return node(complement) }
    // Beside `-`, a complement has only declared flags, as it has here.
    if case .complement(let removed) = right.kind, case .value(.flags) = left.type,
      case .value(.flags) = removed.type, !left.isComplement
    {
      return make(.binary(.subtract, node(left), node(removed)))
    }
    if case .value(.flags(let set)) = left.type, case .integer(let stored)? = right.constant,
      let difference = difference(left, set.mask(stored: stored), set)
    {
      return difference
    }
    return make(.binary(.bitAnd, operand(left), operand(right)))
  }

  /// Beside `&`, a complement includes undeclared bits, so its mask stays.
  private func operand(_ term: Term) -> PredicateSyntax {
    guard case .binary(.bitAnd, let left, let right) = term.kind, term.withAllBits != term else {
      return node(term)
    }
    return make(.binary(.bitAnd, operand(left), node(right)))
  }

  /// `markers - [HRM]` for the bits of a value that are in the mask; nil if the mask lacks many undeclared bits. A name
  /// for the undeclared bits would be a long number.
  func difference(_ term: Term, _ mask: UInt64, _ set: FlagSet) -> PredicateSyntax? {
    let undeclared = set.flagMask & ~set.declaredMask
    let kept = (mask & undeclared).nonzeroBitCount
    let lost = (undeclared & ~mask).nonzeroBitCount
    guard kept > 0, lost == 0 || kept > max(16, lost) else { return nil }
    let removed = list(of: set.flagMask & ~mask, set)
    switch mask & set.fieldMask {
    case 0: return make(.binary(.subtract, node(term), removed))
    // Only `&` applies to fields.
    case set.fieldMask: return make(.binary(.bitAnd, operand(term), make(.complement(removed))))
    default: return nil
    }
  }

  /// `[HRM, 0x40]`
  func list(of mask: UInt64, _ set: FlagSet) -> PredicateSyntax {
    make(.list(words(of: mask, set)))
  }

  /// The names of flags; undeclared bits are one number. A complement includes bits beyond the width, which no
  /// value has.
  func words(of mask: UInt64, _ set: FlagSet) -> [PredicateSyntax] {
    set.withoutFields.names(of: mask & set.widthMask).map { name in
      make(name.hasPrefix("0x") ? .number(name) : .name(Name(name)))
    }
  }

  func flags(_ term: Term, _ test: FlagTest, _ mask: Int64) -> PredicateSyntax {
    guard case .value(let type) = term.type, let set = type.flagSet else { return node(term) }
    let isStored = test == .exactly
    let bits = if isStored { set.mask(stored: mask) } else { UInt64(bitPattern: mask) }
    if test == .any || test == .none, let others = difference(term, bits & set.widthMask, set) {
      let comparison = if test == .any { Comparison.unequal } else { Comparison.equal }
      return make(.compare(others, comparison, .exact, make(.number("0"))))
    }
    if isStored, bits == 0, let disjoint = disjoint(term) { return disjoint }
    let words = words(of: bits, set)
    if words.isEmpty, isStored { return make(.member(node(term), "isEmpty")) }
    return make(.flags(node(term), test, words))
  }

  // MARK: Relations

  /// The operands of `a & b`, for which a method of sets can be written: two values that are no complements with
  /// undeclared bits.
  private func operands(_ common: Term) -> (left: Term, right: Term)? {
    guard case .binary(.bitAnd, let left, let right) = common.kind,
      case .value(.flags) = left.type, case .value(.flags) = right.type,
      left.constant == nil, right.constant == nil, !left.isComplement, !right.isComplement
    else { return nil }
    return (left, right)
  }

  /// True for `(a & b) = a` and `(a & b) = b`.
  func isRelation(_ common: Term, _ result: Term) -> Bool {
    operands(common).map { $0.left == result || $0.right == result } ?? false
  }

  /// `a.isSubset(of: b)` or `a.isSuperset(of: b)`. Beside `&`, a complement would include undeclared bits.
  func relation(_ common: Term, _ result: Term) -> PredicateSyntax {
    guard let (left, right) = operands(common) else { return node(common) }
    let method = left == result ? "isSubset" : "isSuperset"
    return make(.call(node(left), method, [.init(label: "of", value: node(right))]))
  }

  /// `a.isDisjoint(with: b)` for a complement; nil for other terms.
  private func disjoint(_ common: Term) -> PredicateSyntax? {
    guard let (left, right) = operands(common),
      left.withAllBits != left || right.withAllBits != right
    else { return nil }
    return make(.call(node(left), "isDisjoint", [.init(label: "with", value: node(right))]))
  }

  /// Conditions that are all true. A relation to an optional value comes with a test that it exists.
  func conjunction(_ terms: [Predicate]) -> PredicateSyntax {
    var nodes: [PredicateSyntax] = []
    var index = 0
    while index < terms.count {
      if index + 1 < terms.count, case .not(.test(let value, .isNull)) = terms[index],
        case .compare(let common, .equal, let result) = terms[index + 1], result.isOptional,
        value == result, isRelation(common, result)
      {
        nodes.append(relation(common, result))
        index += 2
      } else {
        nodes.append(node(terms[index]))
        index += 1
      }
    }
    if nodes.count == 1 { return nodes[0] }
    return make(.and(nodes))
  }
}
