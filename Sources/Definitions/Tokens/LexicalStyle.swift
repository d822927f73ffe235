import FlagModel

/// The lexical differences between the languages.
struct LexicalStyle {
  let lineComments: [StaticString]
  let hasBlockComments: Bool
  let nestsComments: Bool
  /// True if a backslash at the end of a line continues a comment.
  let continuesComments: Bool
  /// True if every comment above a word describes it, and not only documentation comments.
  let describesByAnyComment: Bool
  let quotesCharacters: Bool
  let hasTripleQuotes: Bool
  let hasBackquotedNames: Bool
  let hasVerbatimNames: Bool
  let hasRustQuotes: Bool
  let separatesByQuotes: Bool
  /// The prefixes of quoted texts: `L'x'`.
  let textPrefixes: Set<Name>
  /// Symbols of several characters, longest first.
  let longSymbols: [StaticString]

  init(_ language: DefinitionLanguage) {
    let isC = language.isPreprocessed
    let hashComments: Set<DefinitionLanguage> = [.python, .yanny, .ruby]
    switch language {
    case .php: lineComments = ["//", "#"]
    case .sql: lineComments = ["--", "#"]
    case _ where hashComments.contains(language): lineComments = ["#"]
    default: lineComments = ["//"]
    }
    hasBlockComments = !hashComments.contains(language)
    nestsComments = [.rust, .kotlin].contains(language)
    continuesComments = isC
    describesByAnyComment = language == .go
    quotesCharacters = ![.python, .typescript, .proto, .php, .ruby, .sql].contains(language)
    hasTripleQuotes = [.python, .kotlin, .java, .csharp].contains(language)
    hasBackquotedNames = language == .kotlin || language == .sql
    hasVerbatimNames = language == .csharp
    hasRustQuotes = language == .rust
    separatesByQuotes = isC
    textPrefixes =
      if isC {
        ["L", "u", "U", "u8", "R", "LR", "uR", "UR", "u8R"]
      } else if language == .python {
        ["b", "r", "f", "u", "br", "rb", "fr", "rf", "B", "F"]
      } else if language == .rust {
        ["b"]
      } else {
        []
      }
    if language == .python {
      longSymbols = Self.python
    } else if isC {
      longSymbols = Self.c
    } else {
      longSymbols = Self.others
    }
  }

  private static let common: [StaticString] = [
    "...", "<<=", ">>=", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "::", "->", "=>", "|=",
    "&=", "+=", "-=", "*=", "^=", "++", "--",
  ]
  private static let c: [StaticString] = common + ["##"]
  private static let python: [StaticString] = common + ["**", "//", ":="]
  private static let others: [StaticString] =
    [">>>=", ">>>", "===", "!==", "**", "&^", ":="] + common
}
