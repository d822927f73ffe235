/// The value of the first argument where no word gives it: one of the environment, as `$FLAGDB` has it.
package struct PresetArgument: Sendable {
  private let value: String?
  private let isFile: (@Sendable (String) -> Bool)

  /// - Parameter value: that of the environment; nil if there is none.
  /// - Parameter isFile: true for a word that names a file, which is no name of anything else.
  package init(
    _ value: String? = nil, isFile: @escaping @Sendable (String) -> Bool = { _ in false }
  ) {
    (self.value, self.isFile) = (value, isFile)
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

  var isSet: Bool { value != nil }
}

private func looksLikePath(_ word: String) -> Bool {
  word.utf8.contains { [UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: ":")].contains($0) }
}
