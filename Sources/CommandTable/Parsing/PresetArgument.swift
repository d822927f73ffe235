/// Values without a word in the line: that of the first argument from `$FLAGDB`, and one
/// that is derived from the first argument.
package struct PresetArgument: Sendable {
  private let value: String?
  private let isFile: (@Sendable (String) -> Bool)
  private let following: (@Sendable (_ first: String, _ next: String?) -> String?)

  /// - Parameter value: the value in the environment; nil if there is none.
  /// - Parameter isFile: true for the path of an existing file.
  /// - Parameter following: derives a value from the first argument; nil if there is none, or if
  ///   the next word is the value.
  package init(
    _ value: String? = nil, isFile: @escaping @Sendable (String) -> Bool = { _ in false },
    following: @escaping @Sendable (_ first: String, _ next: String?) -> String? = { _, _ in nil }
  ) {
    self.value = value
    self.isFile = isFile
    self.following = following
  }

  /// True if a word must be a path.
  func isPath(_ word: String) -> Bool { looksLikePath(word) || isFile(word) }

  /// The value for the first argument, unless the first word looks like a path or is a file. If
  /// words are missing, a path can also be the next argument, if that is a file or a dotted name.
  /// The name of a nested type is never a path, unless there is such a file.
  func value(for arguments: ArraySlice<ArgumentDescription>, _ words: ArraySlice<String>) -> String?
  {
    guard let value, arguments.first?.option != nil else { return nil }
    guard let first = words.first, isPath(first) else { return value }
    guard let next = arguments.dropFirst().first else { return nil }
    let isWordMissing = words.count < arguments.count { !$0.isOptional }
    if next.isDottedName {
      if isFile(first) { return nil }
      let isName = if next.isOptional { namesNestedType(first) } else { isWordMissing }
      return isName ? value : nil
    }
    guard isWordMissing, case .file = next.completion else { return nil }
    return value
  }

  /// The value that is derived from the first argument, unless the next word is the value.
  func value(
    for argument: ArgumentDescription, following first: String?, next: String?
  ) -> String? {
    guard argument.followsFirst, let first else { return nil }
    return following(first, next)
  }

  var isSet: Bool { value != nil }
}

/// True for `Outer.Inner`: names of types with a point between them.
private func namesNestedType(_ word: String) -> Bool {
  let names = word.split(separator: ".", omittingEmptySubsequences: false)
  return names.count > 1
    && names.allSatisfy { name in
      name.first?.isUppercase == true && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }
}

private func looksLikePath(_ word: String) -> Bool {
  word.utf8.contains { [UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: ":")].contains($0) }
}
