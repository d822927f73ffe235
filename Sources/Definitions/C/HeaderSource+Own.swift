import FlagModel

extension HeaderSource {
  /// False for a source of C that certainly has no enum, and too few constants for a family. It saves the reading of
  /// its headers, which takes nearly all of the time in a project whose files include each other.
  static func mayDefineSets(_ source: SourceText, _ language: DefinitionLanguage) -> Bool {
    let tokens = Tokenizer.read(source.utf8, file: 0, language).tokens
    var constants = 0
    for index in tokens.indices where tokens[index].kind == .identifier {
      switch tokens[index].text {
      case "enum": return true
      case "define": constants += isMacroWithBody(at: index, in: tokens) ? 1 : 0
      case "const", "constexpr": constants += assignments(after: index, in: tokens)
      default: if isMacroOfSets(at: index, in: tokens) { return true }
      }
      if constants >= FamilyFinder.fewestFlags { return true }
    }
    return false
  }

  private static func isMacroWithBody(at index: Int, in tokens: [Token]) -> Bool {
    index + 2 < tokens.count && !tokens[index + 2].startsLine
  }

  /// The number of constants in a declaration such as `const int A = 1, B = 2;`.
  private static func assignments(after index: Int, in tokens: [Token]) -> Int {
    tokens[(index + 1)...].prefix { token in
      !(token.kind == .symbol && [";", "{", "}"].contains(token.text))
    }.count { $0.isSymbol("=") }
  }

  /// True for `NS_OPTIONS(`, `CF_ENUM(` and other macros that declare an enum.
  private static func isMacroOfSets(at index: Int, in tokens: [Token]) -> Bool {
    guard index + 1 < tokens.count, tokens[index + 1].isSymbol("(") else { return false }
    let name = tokens[index].text.text.uppercased()
    return ["ENUM", "OPTION", "FLAG"].contains { name.contains($0) }
  }
}
