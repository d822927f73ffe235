import SQLText

extension Callable.Argument {
  /// Sample arguments, one for each kind of value.
  var samples: [String] {
    switch self {
    case .value(let kinds, _):
      return Self.values.filter { !kinds.isDisjoint(with: $0.0) }.map(\.1)
    case .word(let word) where Self.types.contains(word): return Self.types
    case .word(let word): return [word]
    case .closure: return ["{ true }"]
    case .more: return []
    }
  }

  private static let values: [(Kinds, String)] = [
    (.number, "1"), (.text, "'a'"), (.date, ".now"), (.truth, "true"), (.flags, "[]"),
    (.values, "[]"), (.url, "'https://a.b'"), (.cases, "nil"),
    ([.text, .uuid], "'00000000-0000-0000-0000-000000000000'"),
  ]

  /// The types of `CAST`.
  private static let types = ["'NSNumber'", "'NSString'", "'NSDate'"]

  func labelled(_ text: String) -> String {
    guard case .value(_, let label?) = self else { return text }
    return "\(label): \(text)"
  }
}

extension Callable {
  /// The texts that complete the arguments after a number of commas; several if they depend on the
  /// earlier arguments.
  func missing(after commas: Int) -> [String] {
    let rest = arguments.dropFirst(commas + 1)
    switch meaning {
    // The parser fills in missing arguments of these.
    case .filter, .ternary: return [""]
    case .selector where commas == 0: return [", 'abs:'", ", 'uppercase:'", ", 'add:to:', 1"]
    case .selector where commas == 1: return ["", ", 1"]
    default: break
    }
    if rest.first == .more { return ["", ", 1", ", 'a'", ", now"] }
    var texts = [""]
    for argument in rest {
      var longer: [String] = []
      for sample in argument.samples {
        for text in texts { longer.append("\(text), \(argument.labelled(sample))") }
      }
      texts = longer
    }
    return texts
  }
}
