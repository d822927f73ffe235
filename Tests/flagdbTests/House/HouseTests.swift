import Foundation
import Testing

/// The rules of CONTRIBUTING.md for every file, as far as a machine can see it.
@Suite("House rules")
struct HouseTests {
  @Test("hold in every file", arguments: HouseRule.all.map(\.name))
  func rules(name: String) throws {
    let rule = try #require(HouseRule.all.first { $0.name == name })
    let paths = Repository.files().filter(rule.applies)
    #expect(!paths.isEmpty)
    for path in paths where path != Self.thisFile {
      #expect(try rule.violations(in: Repository.text(of: path), path: path) == [])
    }
  }

  @Test(
    "are broken by",
    arguments: [
      (HouseRule.noForce, "let x = try! f()"),
      (HouseRule.noForce, "let x = y as! Z"),
      (HouseRule.noForce, #"  fatalError("no")"#),
      (HouseRule.noFoundation, "public import FoundationEssentials"),
      (HouseRule.plainAssignments, "    (self.name, place) = (name, 0)"),
      (HouseRule.plainAssignments, "    (self.name, self.place) ="),
      (HouseRule.plainAssignments, "    (name, place) = ("),
      (HouseRule.plainAssignments, "  init(_ name: Name) { (self.name, place) = (name, 0) }"),
      (HouseRule.workHasItsType, "extension Database {"),
      (HouseRule.oneChoiceOnALine, "    let count = isLong ? 6 : mark == x ? 2 : 4"),
      (HouseRule.subjectFirst, "  /// Whether it is whole."),
      (HouseRule.subjectFirst, "    // What is wrong with it."),
      (HouseRule.commentTerms, "  /// Reads a file of others."),
      (HouseRule.commentTerms, "  // The column is the one that has a key."),
      (HouseRule.sameBytesInAnyFolder, "try withoutActuallyEscaping(write) { write in"),
      (HouseRule.noIssueNumbers, "// see #12"),
      (HouseRule.noIssueNumbers, "as Issue 7 asks"),
      (HouseRule.noIssueNumbers, "(GH-4)"),
      (HouseRule.noHomePaths, #"let path = "/home/someone/x""#),
      (HouseRule.noHomePaths, "cd /Users/someone"),
      (HouseRule.oneOpening, "sqlite3_open_v2(name, &opened, flags, nil)"),
      (HouseRule.plansOfSQLite, #"let name = "SCAN \(table)""#),
      (HouseRule.sqlOfPostgreSQL, "SELECT sum(n)::bigint FROM t"),
      (HouseRule.sqlOfPostgreSQL, "HAVING bool_or(whole)"),
      (HouseRule.filesInOnePlace, "let descriptor = open(path, O_WRONLY | O_CLOEXEC)"),
      (HouseRule.filesInOnePlace, #"fopen(path, "r")"#),
      (HouseRule.filesOfACommand, "try readFile(at: path, limit: 9, in: FilesInUse.ofProcess)"),
      (HouseRule.errorInOnePlace, "try? writeAll(bytes, to: STDERR_FILENO)"),
      (HouseRule.publicInOnePlace, "  public func forAll() {"),
      (HouseRule.publicInOnePlace, "public import FlagModel"),
      (HouseRule.publicInOnePlace, "public final class DatabaseDraft {"),
      (HouseRule.namesAsNames, "if flag.name.text == typed { return flag }"),
      (HouseRule.namesAsNames, "entities.first { text != $0.name.text }"),
      (HouseRule.standardTerms, "Files of others are read, too."),
      (HouseRule.standardTerms, "`copy` makes a database of its own."),
      (HouseRule.shortLinesOfChanges, String(repeating: "a", count: 161)),
    ])
  func broken(rule: HouseRule, line: String) throws {
    #expect(try rule.violations(in: "\n\(line)", path: "f") == ["f:2: \(line)"])
  }

  @Test(
    "are kept by",
    arguments: [
      (HouseRule.noForce, "try? f()  // as? is fine"),
      (HouseRule.plainAssignments, "    (version, schema) = try newest()"),
      (HouseRule.plainAssignments, "    let (from, to) = (first, last)"),
      (HouseRule.oneChoiceOnALine, "    return (isLong ? 6 : 4) + (isEmpty ? 0 : 1)"),
      (HouseRule.subjectFirst, "  /// True if it is whole, whatever happens."),
      (HouseRule.commentTerms, "  /// Reads a foreign file, whatever its tables are."),
      (HouseRule.noIssueNumbers, "### 3. A title, fill=\"#333333\""),
      (HouseRule.publicInOnePlace, "package final class Database {"),
      (HouseRule.publicInOnePlace, "  @_exported public import Glibc"),
      (HouseRule.namesAsNames, "set.names.contains(name) && word.text == \"*\""),
      (HouseRule.noHomePaths, "https://example.org/home/page and $HOME/x"),
      (HouseRule.standardTerms, "flagdb reads a foreign database."),
      (HouseRule.shortLinesOfChanges, String(repeating: "a", count: 160)),
    ])
  func kept(rule: HouseRule, line: String) throws {
    #expect(try rule.violations(in: line, path: "f") == [])
  }

  @Test("no file carries the path of this checkout or of its toolchain")
  func noPathOfThisMachine() throws {
    let search = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    let toolchain = search.first {
      FileManager.default.isExecutableFile(atPath: "\($0)/swift") && !$0.hasPrefix("/usr/")
    }
    // A folder right under the root has too common a name to tell.
    var paths = [Repository.root.path]
    if let toolchain { paths.append(String(toolchain)) }
    paths.removeAll { $0.split(separator: "/").count < 2 }
    for path in Repository.files() {
      guard let text = try? Repository.text(of: path) else { continue }
      #expect(paths.filter(text.contains) == [], "\(path)")
    }
  }

  @Test("no file written by hand has more than 800 lines")
  func length() throws {
    for path in Repository.files() where HouseRule.isWritten(path) {
      let text = try Repository.text(of: path)
      if text.hasPrefix("// Generated by flagdb") { continue }
      #expect(text.utf8.count { $0 == UInt8(ascii: "\n") } <= 800, "\(path)")
    }
  }

  /// The file system of a Mac ignores case, so that a clone would have one folder for both.
  @Test("no two paths, and no two modules, differ in case alone")
  func caseOfNames() throws {
    var paths: Set<String> = []
    for path in Repository.files() {
      let parts = path.split(separator: "/")
      for count in parts.indices { paths.insert(parts[...count].joined(separator: "/")) }
    }
    let modules = PackageArrows(manifest: try Repository.text(of: "Package.swift")).imports.keys
    for names in [Array(paths), Array(modules)] {
      let alike = Dictionary(grouping: names) { $0.lowercased() }.values.filter { $0.count > 1 }
      #expect(alike.isEmpty)
    }
  }

  @Test("the README fits on a few screens")
  func readme() throws {
    let text = try Repository.text(of: "README.md")
    #expect(text.utf8.count { $0 == UInt8(ascii: "\n") } <= 220)
  }

  @Test("the glossary has each term once, in order")
  func glossary() throws {
    let text = try Repository.text(of: "Documentation/Glossary.md")
    var all: [String] = []
    for section in text.split(separator: "\n## ").dropFirst() {
      let terms = section.matches(of: #/(?m)^\| ([^|]+) \| .+[.] \|$/#).map { String($0.1) }
      #expect(!terms.isEmpty)
      #expect(terms == terms.sorted { $0.lowercased() < $1.lowercased() })
      all += terms
    }
    #expect(Set(all).count == all.count)
  }

  @Test("the documentation names rooms that are there")
  func rooms() throws {
    let files = Set(Repository.files())
    let folders = Set(files.flatMap { Self.folders(above: $0) })
    let modules = Set(
      folders.filter { $0.hasPrefix("Sources/") && $0.split(separator: "/").count == 2 })
    let pages = files.filter {
      $0 == "CONTRIBUTING.md" || $0.hasPrefix("Documentation/") && $0.hasSuffix(".md")
    }
    for page in pages {
      for span in try Repository.text(of: page).matches(of: #/`([A-Za-z]+/[\w/+.-]+)`/#) {
        let name = "Sources/\(span.1)"
        guard modules.contains(where: { name.hasPrefix("\($0)/") }) else { continue }
        let isThere =
          folders.contains(name) || files.contains(name) || files.contains("\(name).swift")
        #expect(isThere, "\(page): \(span.1)")
      }
    }
  }

  /// The names of types that stand in two modules. New ones are not added here.
  private static let sharedNames: Set<String> = [
    "Aggregate", "Code", "Condition", "Conversion", "Database", "DatabaseError", "Entity",
    "NameSyntax", "RecordReading", "Scope", "Token",
  ]

  @Test("the name of a type stands in one module")
  func typeNames() throws {
    let pattern = try NSRegularExpression(
      pattern:
        #"^([a-z]+ )*(struct|class|enum|protocol|actor|typealias) (\w+)"#,
      options: .anchorsMatchLines)
    var modules: [String: Set<Substring>] = [:]
    for (path, text) in try Self.sources() {
      let module = path.split(separator: "/")[1]
      for match in pattern.matches(in: text, range: NSRange(text.startIndex..., in: text)) {
        let name = try #require(Range(match.range(at: 3), in: text))
        modules[String(text[name]), default: []].insert(module)
      }
    }
    #expect(modules["Token"] == ["Definitions", "ModelText"])
    #expect(Set(modules.filter { $0.value.count > 1 }.keys) == Self.sharedNames)
  }

  /// The number of functions with three unlabelled parameters or more. It only falls.
  private static let mostWithoutLabels = 417

  @Test("a new function has at most two parameters without a label")
  func labels() throws {
    let pattern = try NSRegularExpression(
      pattern: #"\b(func [^(\s]+|init\??)(<[^>]+>)?\((\s*_ [^,()]+,){2}\s*_ "#)
    let count = try Self.sources().reduce(0) { count, source in
      count
        + pattern.numberOfMatches(
          in: source.text, range: NSRange(source.text.startIndex..., in: source.text))
    }
    #expect(count == Self.mostWithoutLabels)
  }

  /// The sources, but for the copies of modules that macros compile.
  private static func sources() throws -> [(path: String, text: String)] {
    try Repository.files()
      .filter { HouseRule.isSource($0) && !$0.hasPrefix("Sources/Macro") }
      .map { ($0, try Repository.text(of: $0)) }
  }

  @Test("the documentation names tests that are there")
  func testNames() throws {
    let files = Repository.files()
    let tests = Set(
      files.filter { $0.hasPrefix("Tests/") && $0.hasSuffix("Tests.swift") }
        .map { $0.split(separator: "/").last.map(String.init) ?? $0 })
    let folders = Set(files.flatMap { Self.folders(above: $0) })
    let pages = files.filter {
      $0 == "CONTRIBUTING.md" || $0.hasPrefix("Documentation/") && $0.hasSuffix(".md")
    }
    var count = 0
    for page in pages {
      for span in try Repository.text(of: page).matches(of: #/`([A-Z]\w*Tests)`/#) {
        count += 1
        let isThere = tests.contains("\(span.1).swift") || folders.contains("Tests/\(span.1)")
        #expect(isThere, "\(page): \(span.1)")
      }
    }
    #expect(count > 10)
  }

  @Test("every campaign is in the table of campaigns")
  func campaigns() throws {
    let page = try Repository.text(of: "CONTRIBUTING.md")
    let suites = try Repository.files(under: "Tests").filter { path in
      guard path.hasSuffix("Tests.swift"), path != Self.thisFile else { return false }
      return try Repository.text(of: path).contains(#/Campaign\.(size|seeds|cases|isWhole)/#)
    }
    #expect(suites.count > 10)
    for path in suites {
      let name = path.split(separator: "/").last?.dropLast(".swift".count) ?? ""
      #expect(page.contains("`\(name)`"), "\(path)")
    }
  }

  @Test("every command is in the table of commands")
  func commands() throws {
    let table = try Repository.text(of: "Sources/FlagTool/Tool/CommandTable.swift")
    let texts = try Repository.files(under: "Sources/FlagTool").filter {
      $0.hasSuffix("Command.swift")
    }
    .map(Repository.text)
    let commands = texts.flatMap { text in
      text.matches(of: #/(?m)^struct (\w+): Command\b/#).map { String($0.1) }
    }
    #expect(!commands.isEmpty)
    #expect(commands.filter { !table.contains("\($0).self") } == [])
  }

  private static func folders(above path: String) -> [String] {
    let parts = path.split(separator: "/")
    return (1..<max(parts.count, 1)).map { parts.prefix($0).joined(separator: "/") }
  }

  private static let thisFile = "Tests/flagdbTests/House/HouseTests.swift"
}

/// Modules see only what Package.swift lets them, and the arrows there point downwards.
@Suite("Arrows between modules")
struct ArrowTests {
  let arrows: PackageArrows

  init() throws {
    arrows = PackageArrows(manifest: try Repository.text(of: "Package.swift"))
  }

  /// The modules that may call C; every other one turns text into values and values into text.
  static let mayCallC = [
    "Adopting", "Auditing", "Checking", "CodeFiles", "Commits", "Comparing", "Copying",
    "CoreDataStores", "Databases", "FlagDB", "FlagDBCoreData", "FlagDBPostgreSQL",
    "FlagDBRecordFiles", "FlagGenerator", "FlagMacros", "FlagNames", "FlagTool", "ForeignModels",
    "Guessing", "Importing", "Inferring", "Linting", "Main", "Migrating", "Platform",
    "PostgreSQLEngine", "Scripting", "ServerMain", "Spreading", "SQLiteEngine", "Statistics",
    "Terminal",
  ]

  @Test("a pure module reaches no C library, not even through others")
  func purity() {
    for module in arrows.imports.keys where !Self.mayCallC.contains(module) {
      #expect(
        arrows.reach(of: module).isDisjoint(with: [
          "Platform", "CSQLite", "CReadline", "CPostgreSQL",
        ]))
    }
  }

  @Test("the tool does not link the library of apps, which may use Foundation")
  func toolWithoutFoundation() {
    #expect(arrows.imports["FlagDB"] != nil && !arrows.reach(of: "Main").contains("FlagDB"))
  }

  @Test("the library of apps does not link what only its other products need")
  func lightLibrary() {
    let heavy: Set = [
      "CExpat", "CPostgreSQL", "CZlib", "Completing", "CoreDataStores", "Definitions",
      "FlagFormats",
      "ManagedModels", "Plots", "PropertyLists", "Statistics", "XML",
    ]
    #expect(arrows.reach(of: "FlagDB").isDisjoint(with: heavy))
  }

  @Test("the tool for files does not link the library of servers, which has no static form")
  func toolWithoutServers() {
    #expect(arrows.reach(of: "ServerMain").contains("CPostgreSQL"))
    #expect(!arrows.reach(of: "Main").contains("CPostgreSQL"))
    #expect(!arrows.reach(of: "FlagDB").contains("CPostgreSQL"))
  }

  @Test("the macros have the reader of the tool, and nothing else is compiled as they are")
  func linksForMacros() throws {
    for (link, target) in PackageArrows.links {
      let folder = Repository.root.appending(path: "Sources/\(link)").path
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder) == target)
      let users = arrows.imports.filter { $0.value.contains(link) }.map(\.key)
      #expect(users.allSatisfy { $0 == "FlagMacros" || PackageArrows.links[$0] != nil })
      let imports = try #require(arrows.imports[link]).map(PackageArrows.owner)
      #expect(Set(imports) == arrows.imports[PackageArrows.owner(of: link)], "\(link)")
    }
    let reached = arrows.reach(of: "FlagMacros")
    #expect(reached.isDisjoint(with: PackageArrows.links.keys.map(PackageArrows.owner)))
  }

  @Test(
    "each C library is seen by one module",
    arguments: ["CSQLite", "CReadline", "CZlib", "CExpat", "CPostgreSQL"])
  func oneOwner(library: String) {
    #expect(arrows.imports.values.count { $0.contains(library) } == 1)
  }

  @Test("every module imports what Package.swift says, and nothing else")
  func imports() throws {
    let owned = arrows.withoutLinks
    #expect(owned.imports.count >= 9)
    for path in Repository.files(under: "Sources") where path.hasSuffix(".swift") {
      let module = String(path.split(separator: "/")[1])
      let allowed = try #require(owned.imports[module], "\(module) is not in Package.swift")
      for name in Self.imports(of: try Repository.text(of: path)) {
        let isOfThePlatform =
          module == "Platform" && Self.systemLibraries.contains(name)
          || ["FlagDB", "FlagDBRecordFiles"].contains(module) && Self.ofApps.contains(name)
        #expect(
          allowed.contains(name) || Self.ofTheLanguage.contains(name) || isOfThePlatform,
          "\(path) imports \(name)")
      }
    }
  }

  @Test("imports are found however they are written")
  func importForms() {
    let text = """
      import One
        @_exported public import Two
      internal import struct Three.Part
      // import Four
      let important = "import Five"
      """
    #expect(Self.imports(of: text) == ["One", "Two", "Three"])
  }

  @Test("arrows are read, and followed")
  func reading() {
    let manifest = """
          module("A"),
          module("B", "A"),
          module("C", "B",
            "D"),
          .executableTarget(
            name: "tool",
            dependencies: [
              "C", "E",
            ]),
      """
    let arrows = PackageArrows(manifest: manifest)
    #expect(arrows.imports == ["A": [], "B": ["A"], "C": ["B", "D"], "tool": ["C", "E"]])
    #expect(arrows.reach(of: "tool") == ["A", "B", "C", "D", "E"])
  }

  private static let systemLibraries = ["Glibc", "Musl", "Darwin", "MachO"]
  /// For the library of apps, which the tool does not link.
  private static let ofApps = ["Dispatch", "Foundation", "FoundationEssentials"]
  private static let ofTheLanguage = ["Swift", "Synchronization"]

  /// The modules that a file imports.
  static func imports(of text: String) -> [String] {
    let form =
      #/(?m)^ *(?:@\w+ +)?(?:\w+ +)?import +(?:(?:struct|class|enum|func|var|let|typealias|protocol) +)?(\w+)/#
    return text.matches(of: form).map { String($0.output.1) }
  }
}
