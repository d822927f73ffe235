import Foundation

/// A rule that every line of some files keeps.
struct HouseRule: Sendable {
  /// The rule in words.
  let name: String
  /// True for the paths of files that it is about.
  let applies: @Sendable (String) -> Bool
  /// The pattern that no line may contain.
  let forbidden: String

  /// The lines of a text that break the rule.
  func violations(in text: String, path: String) throws -> [String] {
    // `Regex` takes forty times as long for all files.
    let pattern = try NSRegularExpression(pattern: forbidden, options: .anchorsMatchLines)
    let matches = pattern.matches(in: text, range: NSRange(text.startIndex..., in: text))
    let ends = Set(matches.compactMap { Range($0.range, in: text)?.upperBound })
    return ends.sorted().map { end in
      let number = text[..<end].utf8.count { $0 == UInt8(ascii: "\n") } + 1
      let start = text[..<end].lastIndex(of: "\n").map(text.index(after:)) ?? text.startIndex
      let line = text[start...].prefix { $0 != "\n" }
      return "\(path):\(number): \(line)"
    }
  }

  private init(
    _ name: String, in applies: @escaping @Sendable (String) -> Bool = { _ in true },
    forbidden: String
  ) {
    self.name = name
    self.applies = applies
    self.forbidden = forbidden
  }

  /// True if a file is Swift code of the tool or its library.
  @Sendable static func isSource(_ path: String) -> Bool {
    path.hasPrefix("Sources/") && path.hasSuffix(".swift")
  }

  /// The files that `isSource` says, but for those below some paths.
  private static func source(outside paths: String...) -> @Sendable (String) -> Bool {
    { path in isSource(path) && !paths.contains(where: path.hasPrefix) }
  }

  /// True if a file is written by hand, rather than data or a product.
  @Sendable static func isWritten(_ path: String) -> Bool {
    let endings = [".swift", ".h", ".md", ".sh", "Makefile"]
    return path.hasPrefix("Scripts/") || endings.contains { path.hasSuffix($0) }
  }

  static let noForce = HouseRule(
    "nothing is forced", in: isSource, forbidden: #"\btry!|\bas!|\bfatalError\("#)
  static let noFoundation = HouseRule(
    "Foundation is slow to start and stays out of the tool",
    in: source(outside: "Sources/FlagDB/", "Sources/FlagDBRecordFiles/"),
    forbidden: #"\bimport Foundation"#)
  static let noIssueNumbers = HouseRule(
    "texts stand on their own, without numbers of a tracker", in: isWritten,
    forbidden: #"(?i)(^|[\s(])(GH-|#)[0-9]+\b|\bissues? #?[0-9]+|/issues/[0-9]+"#)
  static let noHomePaths = HouseRule(
    "no path of somebody's machine", in: isWritten,
    forbidden: "(^|[\\s\"'`=(:])/(home|Users|root|private/var)/[A-Za-z0-9_]")
  static let oneOpening = HouseRule(
    "databases are opened in one place, with the locks of CLogGuard",
    in: { isSource($0) && !$0.hasSuffix("/SQLiteEngine/Connection/SQLiteConnection.swift") },
    forbidden: #"\bsqlite3_open"#
  )

  static let plansOfSQLite = HouseRule(
    "only SQLite's engine reads the text of its query plans",
    in: source(outside: "Sources/SQLiteEngine/"),
    forbidden: #""(SCAN|SEARCH|USE TEMP) |EXPLAIN QUERY PLAN"#)
  static let sqlOfPostgreSQL = HouseRule(
    "PostgreSQL's SQL stands in its dialect and its engine",
    in: source(outside: "Sources/PostgreSQLEngine/", "Sources/PostgreSQLText/"),
    forbidden:
      #"::(bigint|int|text|jsonb|numeric|timestamptz)\b|\b(bool_or|bool_and|set_config|pg_[a-z_]+)\("#
  )

  static let filesInOnePlace = HouseRule(
    "files are opened where it is known which are in use",
    in: source(outside: "Sources/Platform/", "Sources/SQLiteEngine/Files/DatabaseDraft.swift"),
    forbidden: #"\bO_(RDONLY|WRONLY|RDWR|CREAT)\b|\b(fopen|freopen|creat|openat|truncate)\("#)
  static let filesOfACommand = HouseRule(
    "only a session, and what runs before it, says what is in use",
    in: source(
      outside: "Sources/Platform/", "Sources/FlagTool/Session/Session.swift",
      "Sources/FlagTool/Session/Configuration.swift"),
    forbidden: #"\bFilesInUse\.ofProcess"#)
  static let errorInOnePlace = HouseRule(
    "standard error is written in one place, which escapes",
    in: source(outside: "Sources/Platform/", "Sources/Terminal/StandardError.swift"),
    forbidden: #"\bSTDERR_FILENO\b"#)

  static let publicInOnePlace = HouseRule(
    "what is public stands in the library",
    in: { path in
      let others = source(
        outside: "Sources/FlagDB/", "Sources/FlagDBCoreData/", "Sources/FlagDBPostgreSQL/",
        "Sources/FlagDBRecordFiles/", "Sources/FlagNames/")
      return others(path) && !inlinedElsewhere.contains(path)
    },
    forbidden: #"^\s*(?!@_exported )(@[\w()]+ )*public "#)

  /// Files of which other modules get copies to inline, which only what is public allows.
  private static let inlinedElsewhere: Set = [
    "Sources/JSON/JSONProblem.swift", "Sources/JSON/JSONScanner.swift",
    "Sources/JSON/JSONScanner+Strings.swift", "Sources/PlainText/ByteReading.swift",
    "Sources/PlainText/ByteWord.swift", "Sources/PlainText/Escape.swift",
  ]

  static let namesAsNames = HouseRule(
    "names are compared as names, by their bytes", in: isSource,
    forbidden: #"[nN]ame\??\.text (==|!=)|(==|!=) [\w.?$]*[nN]ame\.text\b"#)

  static let subjectFirst = HouseRule(
    "comments begin with their subject", in: isSource,
    forbidden: #"^\s*///? (What|Whether|How)\b"#)

  static let commentTerms = HouseRule(
    "comments have the terms of the glossary", in: isSource,
    forbidden:
      #"(?i)^\s*//.*\b((files?|tables?|databases?) of (others|ours)|that which|the ones? that|whoever)\b"#
  )

  static let standardTerms = HouseRule(
    "pages for users have the terms of the glossary",
    in: { path in
      path.hasPrefix("Documentation/Guide/")
        || ["README.md", "CHANGELOG.md", "Documentation/Glossary.md"].contains(path)
    },
    forbidden:
      #"(?i)\b(files? of (others|(an)?other program)|of (its|their) own|the one that|that which)"#)
  static let shortLinesOfChanges = HouseRule(
    "a line of the changelog has at most 160 characters", in: { $0 == "CHANGELOG.md" },
    forbidden: ".{161}")

  static let plainAssignments = HouseRule(
    "an assignment sets one property",
    in: { isSource($0) && $0 != "Sources/PlainText/Suggestion.swift" },
    forbidden: #"(^\s*|\{ )\([\w.]+(, [\w.]+)+\) =($| \()"#
  )

  static let oneChoiceOnALine = HouseRule(
    "a conditional expression contains no other", in: isSource,
    forbidden: #"^[^/\n]* \? .* : [^?:;{}(),\n]* \? .* : "#)

  static let workHasItsType = HouseRule(
    "work on a whole database has its own type",
    in: source(
      outside: "Sources/Databases/", "Sources/CoreDataStores/", "Sources/FlagDB",
      "Sources/FlagTool/"
    ),
    forbidden: #"^(package )?extension Database "#)

  /// The compiler writes the length of the path of a file into the code of such a call.
  static let sameBytesInAnyFolder = HouseRule(
    "the tool has the same bytes wherever it is built", in: isSource,
    forbidden: #"\bwithoutActuallyEscaping\b"#)

  static let all = [
    plainAssignments, oneChoiceOnALine, workHasItsType, sameBytesInAnyFolder, noForce,
    noFoundation, subjectFirst,
    commentTerms,
    noIssueNumbers, noHomePaths, oneOpening, plansOfSQLite, sqlOfPostgreSQL, filesInOnePlace,
    filesOfACommand, errorInOnePlace, publicInOnePlace, namesAsNames, standardTerms,
    shortLinesOfChanges,
  ]
}
