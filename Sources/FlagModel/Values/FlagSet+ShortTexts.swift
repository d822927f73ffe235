import PlainText

// Texts for a mask of many flags that take less room than all its names.

extension FlagSet {
  /// Texts that stand for a mask and no other one, those that say most first: the combinations in it
  /// with what is left, all flags without those that are missing, and the number of flags with the
  /// bits.
  package func shortTexts(of mask: UInt64, minus: String) -> [String] {
    let ofFields = fields.compactMap { $0.text(in: mask) }
    let covered = (covering(mask) + ofFields).joined(separator: "|")
    let complement = complement(of: mask).map { missing in
      ((["all"] + missing).joined(separator: " \(minus) ") + ofFields.map { "|\($0)" }.joined())
    }
    let named = [covered, complement].compactMap(\.self).sorted { $0.count < $1.count }
    let bits = Self.hexText(mask)
    return named + ["\(names(of: mask).count) flags \(bits)", bits]
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
