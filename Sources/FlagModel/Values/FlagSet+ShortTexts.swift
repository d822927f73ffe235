import PlainText

// Short texts for a mask with many flags.

extension FlagSet {
  /// A short list of the names of a mask: combinations, then the remaining flags, then fields.
  package func shortItems(of mask: UInt64) -> [String] {
    covering(mask) + fields.compactMap { $0.text(in: mask) }
  }

  /// The mask as all flags except the missing ones, such as `all − HRM`; nil if that would be
  /// ambiguous.
  package func complementText(of mask: UInt64, minus: String) -> String? {
    guard let missing = complement(of: mask) else { return nil }
    var text = (["all"] + missing).joined(separator: " \(minus) ")
    for field in fields {
      if let fieldText = field.text(in: mask) { text += "|\(fieldText)" }
    }
    return text
  }

  /// The combinations in a mask, largest first, and the names of the remaining bits.
  private func covering(_ mask: UInt64) -> [String] {
    var rest = mask & ~fieldMask
    var names: [String] = []
    let largestFirst = combinations.enumerated().sorted { left, right in
      let a = left.element.mask.nonzeroBitCount
      let b = right.element.mask.nonzeroBitCount
      if a == b { return left.offset < right.offset }
      return a > b
    }
    for (_, combination) in largestFirst
    where mask & combination.mask == combination.mask
      && (rest & combination.mask).nonzeroBitCount > 1
    {
      names.append(combination.name.text)
      rest &= ~combination.mask
    }
    return names + self.names(of: rest)
  }

  /// The names of the flags that a mask lacks. Nil if it has undeclared bits, or if `all` is a name
  /// of the set.
  private func complement(of mask: UInt64) -> [String]? {
    guard mask & ~namedBits == 0, mask & flagBits != 0, self.mask(named: "all") == nil else {
      return nil
    }
    return covering(flagBits & ~mask)
  }
}
