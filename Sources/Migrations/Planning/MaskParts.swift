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

extension MaskParts {
  /// The notation of `--into`, with the entity.
  package var text: String { "\(mask)=\(parts.map(\.text).joined(separator: ","))" }

  init(_ change: MaskChange) {
    mask = change.path
    parts = change.parts.map { Part($0.attribute.name, $0.flag) }
  }

  private init(_ mask: Name, _ parts: [Part]) {
    self.mask = mask
    self.parts = parts
  }

  /// The parts of two arguments for the same mask.
  func adding(_ other: MaskParts) -> MaskParts {
    MaskParts(mask, parts + other.parts.filter { !parts.contains($0) })
  }
}

extension FlagSet {
  /// The flag that an attribute of Bool probably means: `unread` for `unread`, `isUnread` and `is_unread`.
  func flag(meantBy attribute: Name) -> Flag? {
    if let flag = flags.first(where: { $0.name == attribute }) { return flag }
    for beginning in ["is", "has"] where attribute.utf8.starts(with: beginning.utf8) {
      let rest = attribute.text.dropFirst(beginning.count)
      guard let first = rest.first, first == "_" || first.isUppercase else { continue }
      let word = rest.drop { $0 == "_" }.lowercased()
      return flags.first { $0.name.text.lowercased() == word }
    }
    return nil
  }
}

extension MaskParts.Part {
  /// The notation of `--into`: `unread`, or `isUnread:unread`.
  var text: String { attribute == flag ? attribute.text : "\(attribute):\(flag)" }

  init(_ attribute: Name, _ flag: Flag) { self.init(attribute: attribute, flag: flag.name) }
}
