import FlagModel
internal import PlainText

extension PredicateChecker {
  func checkFlags(
    _ name: NameSyntax?, _ test: FlagTest, _ words: [WordSyntax], _ place: SourcePlace
  ) throws(Diagnostic) -> Predicate {
    let (attribute, set) = try flagAttribute(name, words, place)
    let mask = try self.mask(words, of: attribute, set)
    // What is equal must be equal as it is stored; else the bits alone count, since the number
    // that is stored for the highest bit of a narrow type has ones beyond the type's width.
    let stored = test == .exactly ? set.stored(mask) : Int64(bitPattern: mask)
    return .flags(attribute.predicateColumn, test, mask: stored)
  }

  /// The attribute that is named, or the only one that knows all the flags.
  private func flagAttribute(
    _ name: NameSyntax?, _ words: [WordSyntax], _ place: SourcePlace
  ) throws(Diagnostic) -> (Attribute, FlagSet) {
    if let name {
      let attribute = try self.attribute(name)
      guard case .flags(let set) = attribute.type else {
        throw Diagnostic(
          "'\(attribute.name)' (\(attribute.declaredType)) holds no flags", at: name.place,
          hint: flagAttributes.isEmpty ? nil : "\(listed(flagAttributes)) does")
      }
      return (attribute, set)
    }
    let candidates = flagAttributes
    guard let first = candidates.first else {
      throw Diagnostic("\(entity.name) has no flags", at: place)
    }
    if candidates.count == 1 { return first }
    let knowing = candidates.filter { _, set in
      words.allSatisfy { (try? set.mask(from: $0.text)) != nil }
    }
    switch knowing.count {
    case 1: return knowing[0]
    case 0: throw unknownEverywhere(words, candidates, place)
    default:
      throw Diagnostic(
        "several attributes have these flags: \(listed(knowing))", at: place,
        hint: "say which, as in \(knowing[0].0.name):\(words.first?.text ?? "")")
    }
  }

  private var flagAttributes: [(Attribute, FlagSet)] {
    entity.attributes.compactMap { attribute in
      if case .flags(let set) = attribute.type { (attribute, set) } else { nil }
    }
  }

  private func listed(_ attributes: [(Attribute, FlagSet)]) -> String {
    attributes.map { $0.0.name }.joined(separator: ", ")
  }

  private func unknownEverywhere(
    _ words: [WordSyntax], _ candidates: [(Attribute, FlagSet)], _ place: SourcePlace
  ) -> Diagnostic {
    let unknown = words.first { word in
      candidates.allSatisfy { (try? $0.1.mask(from: word.text)) == nil }
    }
    guard let unknown else {
      return Diagnostic(
        "no attribute has all of these flags; there are \(listed(candidates))", at: place)
    }
    let known = candidates.flatMap { $0.1.names }
    return Diagnostic(
      "'\(unknown.text)' is not a flag of \(listed(candidates))", at: unknown.place,
      hint: nearestName(to: unknown.text, in: known).map { "did you mean \($0)?" })
  }

  func mask(
    _ words: [WordSyntax], of attribute: Attribute, _ set: FlagSet
  ) throws(Diagnostic) -> UInt64 {
    var mask: UInt64 = 0
    for word in words {
      if let bits = set.mask(named: word.text) {
        mask |= bits
      } else if word.text.hasPrefix("0x"), let bits = try? set.mask(from: word.text) {
        mask |= bits
      } else {
        throw Diagnostic(
          "'\(word.text)' is not a flag of \(attribute.name)", at: word.place,
          hint: nearestName(to: word.text, in: set.names).map { "did you mean \($0)?" }
            ?? set.listing)
      }
    }
    return mask
  }
}

extension FlagSet {
  /// `HRM` of `BIOMarker.HRM`.
  func unqualified(_ name: String) -> String {
    let prefix = Array("\(self.name).".utf8)
    guard name.utf8.starts(with: prefix) else { return name }
    return String(decoding: name.utf8.dropFirst(prefix.count), as: UTF8.self)
  }

  var names: [String] { (flags + combinations).map(\.name) }

  /// Its flags in a sentence, the first ones where there are many.
  var listing: String {
    let shown = names.prefix(20).joined(separator: ", ")
    return "\(name) has \(shown)\(names.count > 20 ? ", …" : "")"
  }
}
