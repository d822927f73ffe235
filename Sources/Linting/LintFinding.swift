package import PlainText

/// A mistake that a rule found.
package struct LintFinding: Hashable, Sendable {
  package let rule: LintRule
  /// The full name of the flag set, or `Entity.attribute`.
  package let set: Name
  /// The flag; nil if the finding is about several.
  package let flag: Name?
  package let message: String
  package let place: SourcePlace?
  /// The name of the file or database, if the place is unknown.
  package let file: String?
  /// The correction.
  package let repair: String
  /// Other places that explain the finding.
  package let notes: [Diagnostic.Note]
  /// The bits that have no name, for a gap.
  package let bits: UInt64
  /// The level without options, for evidence that is weaker or stronger than the rule's usual one.
  package let usualLevel: LintLevel

  package init(
    _ rule: LintRule, in set: Name, flag: Name? = nil, _ message: String,
    at place: SourcePlace? = nil, file: String? = nil, repair: String,
    notes: [Diagnostic.Note] = [], bits: UInt64 = 0, usually level: LintLevel? = nil
  ) {
    self.rule = rule
    self.set = set
    self.flag = flag
    self.message = message
    self.place = place
    self.file = file ?? place?.source.name
    self.repair = repair
    self.notes = notes
    self.bits = bits
    usualLevel = level ?? rule.usualLevel
  }
}

extension UInt64 {
  /// `0x10`
  var hexText: String { "0x" + String(self, radix: 16, uppercase: true) }

  var isSingleBit: Bool { nonzeroBitCount == 1 }

  /// The bits, each alone.
  var singleBits: [UInt64] {
    var (bits, rest) = ([UInt64](), self)
    while rest != 0 {
      bits.append(rest & (~rest &+ 1))
      rest &= rest - 1
    }
    return bits
  }
}
