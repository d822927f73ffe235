import FlagModel

/// Shortens the names of members for Swift, where the set is a scope.
enum NameStripping {
  /// The names without their common prefix, which Swift's importer also drops from C enums;
  /// unchanged if `set` is nil.
  static func names(of names: [Name], in set: Name?) -> [Name] {
    guard let set else { return names.map(member) }
    // Names such as `__FLAG_MAX` do not have the common prefix.
    let isRegular = { (name: Name) in !name.text.hasPrefix("_") }
    let regular = if names.contains(where: isRegular) { names.filter(isRegular) } else { names }
    var length = NameWords.commonStart(of: regular)
    let start = "\((set.parts.last ?? set))_"
    if regular.count == 1, regular[0].text.hasPrefix(start) { length = start.utf8.count }
    if let first = regular.first, !mayStrip(Name(first.utf8.prefix(length)), set) { length = 0 }
    let prefix = regular.first.map { Array($0.utf8.prefix(length)) } ?? []
    let stripped = names.map { name in
      if length > 0, name.utf8.count > length, name.utf8.starts(with: prefix) {
        return member(Name(name.utf8.dropFirst(length)))
      }
      return member(name)
    }
    var counts: [Name: Int] = [:]
    for name in stripped { counts[name.lowercased, default: 0] += 1 }
    // If two names would become equal, both keep their prefix.
    return zip(names, stripped).map { name, short in
      if counts[short.lowercased] == 1 { return short }
      return member(name)
    }
  }

  /// True if a prefix may be dropped: upper-case words always, and others if they are the name of
  /// the set.
  private static func mayStrip(_ prefix: Name, _ set: Name) -> Bool {
    if NameWords.isSnake(Name("x_\(prefix)")) && prefix.utf8.last == UInt8(ascii: "_") {
      return true
    }
    let bare = prefix.lowercased.text
    let start = if bare.hasPrefix("k") { String(bare.dropFirst()) } else { bare }
    let last = (set.parts.last ?? set).lowercased.text
    return last.hasPrefix(bare) || !start.isEmpty && last.hasPrefix(start) || bare.hasSuffix(last)
  }

  /// The name as it is, if a flag can have it, or else with `_` for other characters.
  private static func member(_ name: Name) -> Name {
    if name.isMemberName { return name }
    return identifier(name)
  }

  /// The name with `_` for each character that Swift does not allow.
  static func identifier(_ name: Name) -> Name {
    var scalars = String.UnicodeScalarView()
    for scalar in name.text.unicodeScalars {
      let isPart = scalar == "_" || scalar.properties.isXIDContinue
      let isStart = scalar == "_" || scalar.properties.isXIDStart
      if scalars.isEmpty, isPart, !isStart { scalars.append("_") }
      scalars.append(isPart ? scalar : "_")
    }
    // A single `_` is not a name in Swift.
    if scalars.isEmpty || scalars.elementsEqual(["_"]) { return "__" }
    return Name(String(scalars))
  }
}
