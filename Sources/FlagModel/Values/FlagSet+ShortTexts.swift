import PlainText

// Texts for a mask of many flags that take less room than all its names.

extension FlagSet {
  /// The names of a mask in short: the combinations in it, the flags that are left, then the fields.
  package func shortItems(of mask: UInt64) -> [String] {
    covering(mask) + fields.compactMap { $0.text(in: mask) }
  }

  /// The mask as all flags without those that are missing, as in `all − HRM`; nil where that is not clear.
  package func complementText(of mask: UInt64, minus: String) -> String? {
    complement(of: mask).map { missing in
      let ofFields = fields.compactMap { $0.text(in: mask) }
      return (["all"] + missing).joined(separator: " \(minus) ")
        + ofFields.map { "|\($0)" }.joined()
    }
  }

  /// The combinations that are in a mask, the largest first, and the names of what is left.
  private func covering(_ mask: UInt64) -> [String] {
    var rest = mask & ~fieldMask
    var names: [String] = []
    let largestFirst = combinations.enumerated().sorted { left, right in
      let (a, b) = (left.element.mask.nonzeroBitCount, right.element.mask.nonzeroBitCount)
      return a == b ? left.offset < right.offset : a > b
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

  /// The names of the flags that a mask lacks; nil for one with bits that have no name, and where
  /// `all` is a name of the set.
  private func complement(of mask: UInt64) -> [String]? {
    let all = flags.reduce(0) { $0 | $1.mask }
    guard mask & ~(all | fieldMask) == 0, mask & all != 0, self.mask(named: "all") == nil else {
      return nil
    }
    return covering(all & ~mask)
  }
}
