/// Values that no word of a line gives: that of the first argument, as `$FLAGDB` has it, and one that
/// follows from the first argument.
package struct PresetArgument: Sendable {
  private let value: String?
  private let isFile: (@Sendable (String) -> Bool)
  private let following: (@Sendable (_ first: String, _ next: String?) -> String?)

  /// - Parameter value: that of the environment; nil if there is none.
  /// - Parameter isFile: true for a word that names a file, which is not a name of anything else.
  /// - Parameter following: the value that follows from the first argument; nil if there is none, or if
  ///   the next word gives it.
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

  /// The value for the first of some arguments, unless the first word is meant to be it: a word that
  /// looks like a path, or names a file. If there are too few words, a path is for the next argument,
  /// where that is a file as well.
  func value(for arguments: ArraySlice<ArgumentDescription>, _ words: ArraySlice<String>) -> String?
  {
    guard let value, arguments.first?.option != nil else { return nil }
    guard let first = words.first, isPath(first) else { return value }
    let needed = arguments.count { !$0.isOptional }
    guard words.count < needed, case .file? = arguments.dropFirst().first?.completion else {
      return nil
    }
    return value
  }

  /// The value for an argument that follows from the first one, unless the next word gives it.
  func value(
    for argument: ArgumentDescription, following first: String?, next: String?
  ) -> String? {
    guard argument.followsFirst, let first else { return nil }
    return following(first, next)
  }

  var isSet: Bool { value != nil }
}

private func looksLikePath(_ word: String) -> Bool {
  word.utf8.contains { [UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: ":")].contains($0) }
}
