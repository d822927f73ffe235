/// The words of the command line as text. What is not UTF-8 is refused: repaired silently it would
/// name another file, or another value.
package func commandLineWords() throws -> [String] {
  try (1..<max(1, Int(CommandLine.argc))).map { index in
    guard let bytes = CommandLine.unsafeArgv[index], let word = String(validatingCString: bytes)
    else {
      throw CommandError("argument \(index) is not UTF-8")
    }
    return word
  }
}
