import FlagModel

/// A language in which flags are defined. The tables below contain the differences between the
/// languages.
///
/// This module reads flag sets from the files that define them: C headers, sources of other
/// languages, and tables.
package enum DefinitionLanguage: String, CaseIterable, Sendable {
  case swift
  case c
  case cpp
  case python
  case rust
  case csharp
  case typescript
  case java
  case kotlin
  case go
  case proto
  case php
  case ruby
  /// Tables of names and values with a header: csv, tsv, `masks.tsv`.
  case table
  /// Tables of names and values in Markdown.
  case markdown
  /// Statements that name the bits of a column, such as views, and columns of the type `SET` in a dump of
  /// MySQL.
  case sql
  /// `maskbits` of `.par` files.
  case yanny
  /// `flag_masks` and `flag_meanings`, in the output of `ncdump -h`.
  case cdl
  /// Sets at any path of a tree.
  case json
  case yaml
  case xml

  /// The file name extensions, without the dot.
  package var extensions: [String] {
    switch self {
    case .swift: ["swift"]
    case .c: ["h", "c"]
    case .cpp: ["hpp", "hh", "hxx", "cpp", "cc", "cxx", "ipp", "inl"]
    case .python: ["py", "pyi"]
    case .rust: ["rs"]
    case .csharp: ["cs"]
    case .typescript: ["ts", "mts", "cts", "tsx", "js", "mjs"]
    case .java: ["java"]
    case .kotlin: ["kt", "kts"]
    case .go: ["go"]
    case .proto: ["proto"]
    case .table: ["csv", "tsv"]
    case .markdown: ["md", "markdown"]
    case .sql: ["sql"]
    case .yanny: ["par"]
    case .cdl: ["cdl"]
    case .php: ["php"]
    case .ruby: ["rb"]
    case .json: ["json"]
    case .yaml: ["yaml", "yml"]
    case .xml: ["xml"]
    }
  }

  package static let allExtensions = allCases.flatMap(\.extensions)

  /// The language of a file by its name; nil for an unknown extension.
  package init?(fileName: String) {
    guard let dot = fileName.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let ending = Name(fileName[fileName.index(after: dot)...].lowercased())
    let language = Self.allCases.first { $0.extensions.contains { Name($0) == ending } }
    guard let language else { return nil }
    self = language
  }

  /// True if the source is preprocessed first, with `#define` and similar directives.
  var isPreprocessed: Bool { self == .c || self == .cpp }

  /// True if the end of a line ends a constant.
  var endsAtNewlines: Bool { [.python, .kotlin, .typescript, .go].contains(self) }

  /// True if the members of an enum are also constants of the surrounding scope.
  var spillsMembers: Bool { isPreprocessed || self == .proto }

  /// True for tables, in which a value is a cell in the line of its name.
  var isTable: Bool { [.table, .markdown, .yanny].contains(self) }
}
