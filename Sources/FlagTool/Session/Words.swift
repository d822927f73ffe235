/// The arguments of the process. Invalid UTF-8 is refused, because a repaired text would be another
/// file name or value.
package func commandLineWords() throws -> [String] {
  try (1..<max(1, Int(CommandLine.argc))).map { index in
    guard let bytes = CommandLine.unsafeArgv[index], let word = String(validatingCString: bytes)
    else {
      throw CommandError("argument \(index) is not UTF-8")
    }
    return word
  }
}
