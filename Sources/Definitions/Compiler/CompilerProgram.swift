/// A C program with the constants, which is compiled to get their values and never run.
/// See Documentation/Decisions/clang-evaluates-constants-if-installed.md.
package struct CompilerProgram: Sendable {
  /// The path of the header.
  package let header: String
  package let language: DefinitionLanguage
  /// The spellings of the constants in the program.
  let names: [String]
  /// The indexes of the constants that the compiler refuses.
  private var refused: Set<Int> = []
  /// The headers that must be included before this one.
  var before: [String] = []

  package init(header: String, language: DefinitionLanguage, names: [String]) {
    self.header = header
    self.language = language
    self.names = names
  }

  /// The arguments of the compiler.
  package var arguments: [String] {
    let name = if language == .cpp { "c++" } else { "c" }
    let standard = if language == .cpp { "-std=gnu++17" } else { "-std=gnu17" }
    return [
      "--no-default-config", "-x", name, standard, "-D_GNU_SOURCE", "-Ulinux", "-Uunix", "-w",
      "-ferror-limit=0", "-fno-caret-diagnostics", "-fno-color-diagnostics", "-S", "-emit-llvm",
      "-o", "-", "-include", "stddef.h",
    ] + before.flatMap { ["-include", $0] } + ["-"]
  }

  /// The source text: the include on the first line, and then one line for each constant.
  package var text: String {
    let isUnsafe = header.utf8.contains { $0 < 0x20 || $0 == UInt8(ascii: "\"") }
    let quoted = if isUnsafe { "" } else { header }
    var text = "#include \"\(quoted)\"\n"
    for (index, name) in names.enumerated() {
      if !refused.contains(index) { text += "\(declaration(index))(__int128)(\(name));" }
      text += "\n"
    }
    return text
  }

  private func declaration(_ index: Int) -> String {
    if language == .cpp {
      return
        "extern \"C\" { extern const __int128 \(Self.mark)\(index); } constexpr __int128 \(Self.mark)\(index) = "
    }
    return "const __int128 \(Self.mark)\(index) = "
  }

  private static let mark = "flagdb_value_"

  /// The values in the order of the names, with nil for those that are no constants. Nil if the
  /// compiler cannot read the header.
  package func values(by compile: (CompilerProgram) -> CompilerAnswer?) -> [Int128?]? {
    var program = self
    // Each attempt omits the constants that the previous one refused.
    for _ in 0..<4 {
      guard let answer = compile(program) else { return nil }
      if answer.succeeded { return answer.values(of: names.count, mark: Self.mark) }
      let lines = answer.errorLines
      let refused = Set(lines.map { $0 - 2 }.filter(names.indices.contains))
      if refused.count == lines.count, !refused.isEmpty {
        program.refused.formUnion(refused)
      } else if program.before.isEmpty {
        program.before = Self.usuallyNeeded
      } else {
        return nil
      }
    }
    return nil
  }

  /// Headers that others often require without including them.
  private static let usuallyNeeded = ["stdint.h", "sys/types.h", "sys/socket.h"]
}

/// The output of a compiler.
package struct CompilerAnswer: Sendable {
  package let succeeded: Bool
  /// The program in LLVM's text format.
  package let output: String
  package let errors: String

  package init(succeeded: Bool, output: String, errors: String) {
    self.succeeded = succeeded
    self.output = output
    self.errors = errors
  }

  /// The lines with errors in the program; -1 for an error elsewhere.
  var errorLines: Set<Int> {
    Set(
      errors.split(separator: "\n").filter { $0.contains("error: ") }.map { line in
        guard line.hasPrefix("<stdin>:") else { return -1 }
        return line.split(separator: ":").dropFirst().first.flatMap { Int($0) } ?? -1
      })
  }

  /// Parses lines such as `@flagdb_value_3 = dso_local constant i128 64, align 16`.
  func values(of count: Int, mark: String) -> [Int128?] {
    var values = [Int128?](repeating: nil, count: count)
    for line in output.split(separator: "\n") where line.hasPrefix("@\(mark)") {
      let index = Int(line.dropFirst(mark.utf8.count + 1).prefix { $0 != " " })
      let words = line.split(separator: " ")
      guard let index, values.indices.contains(index),
        let place = words.firstIndex(of: "i128"), place + 1 < words.count
      else { continue }
      let word = words[place + 1].prefix { $0 != "," }
      values[index] = if word == "zeroinitializer" { 0 } else { Int128(word) }
    }
    return values
  }
}
