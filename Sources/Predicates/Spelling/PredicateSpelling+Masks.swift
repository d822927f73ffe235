import FlagModel
import SQLText

// Spells masks, with names for the bits of a constant.

extension PredicateSpelling {
  /// `markers & [HRM]`, or `markers - [HRM]` if the mask includes all undeclared bits.
  func intersection(_ term: Term, _ left: Term, _ right: Term) -> PredicateSyntax {
    let complement = term.withAllBits
    if complement != term { return node(complement) }
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

  /// `markers - [HRM]` for the bits of a value that are in the mask; nil if the mask lacks undeclared bits. A name for
  /// the undeclared bits would be a long number.
  func difference(_ term: Term, _ mask: UInt64, _ set: FlagSet) -> PredicateSyntax? {
    let undeclared = set.flagMask & ~set.declaredMask
    guard undeclared != 0, mask & undeclared == undeclared else { return nil }
    let removed = list(of: set.declaredMask & set.flagMask & ~mask, set)
    switch mask & set.fieldMask {
    case 0: return make(.binary(.subtract, operand(term), removed))
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
    let words = words(of: bits, set)
    if words.isEmpty, isStored { return make(.member(node(term), "isEmpty")) }
    return make(.flags(node(term), test, words))
  }
}
