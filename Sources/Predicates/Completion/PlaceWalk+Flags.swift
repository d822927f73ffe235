import FlagModel

// The names of flags, after `has`, `lacks` and `is exactly`.

extension PlaceWalk {
  /// The sets that the flags of an operand may be of.
  func sets(of meaning: Meaning) -> [FlagSet] {
    switch meaning {
    case .value(.flags(let set), _), .values(.flags(let set)): [set]
    default: []
    }
  }

  mutating func passFlag(_ token: PredicateToken, of sets: [FlagSet]) {
    switch token.text {
    case "(", "[", "{":
      var inner = Frame(scope: frame.scope, variables: frame.variables)
      inner.place = .flags(sets, mayQualify: false)
      frame.place = .after(.truth)
      frames.append(inner)
    case ",", "|", ".": frame.place = .flags(sets, mayQualify: false)
    case "all", "any", "none", "exactly", "not": break
    // In a list more may follow; alone it was all.
    default:
      if frames.count == 1 || !isList { frame.place = .after(.truth) }
    }
  }

  /// Whether the innermost brackets hold nothing but flags.
  private var isList: Bool {
    if case .flags(_, mayQualify: false) = frame.place, let previous {
      return ["(", "[", "{", ",", "|", "."].contains(previous.text)
    }
    return false
  }

  mutating func passIs(_ token: PredicateToken, _ meaning: Meaning) {
    switch token.text.lowercased() {
    case "not": break
    case "exactly": frame.place = .flags(sets(of: meaning), mayQualify: false)
    default: frame.place = .after(.truth)
    }
  }
}
