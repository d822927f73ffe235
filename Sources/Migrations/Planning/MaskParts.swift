package import FlagModel

/// An argument of `--into`: the attributes that become flags of a mask, or that the flags of a mask
/// become: `status=unread,starred`, `Mail.status=isUnread:unread`.
package struct MaskParts: Hashable, Sendable {
  /// An attribute, and the flag that has the same meaning.
  package struct Part: Hashable, Sendable {
    package let attribute: Name
    package let flag: Name
  }

  /// The mask, with its entity if the name alone is ambiguous.
  package let mask: Name
  package let parts: [Part]

  /// Nil for a text without a name on each side.
  package init?(_ text: String) {
    let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard sides.count == 2, !sides[0].isEmpty else { return nil }
    mask = Name(sides[0])
    var parts: [Part] = []
    for word in sides[1].split(separator: ",", omittingEmptySubsequences: false) {
      let names = word.split(separator: ":", omittingEmptySubsequences: false)
      guard names.count <= 2, names.allSatisfy({ !$0.isEmpty }), let first = names.first,
        let last = names.last
      else { return nil }
      parts.append(Part(attribute: Name(first), flag: Name(last)))
    }
    self.parts = parts
  }
}
