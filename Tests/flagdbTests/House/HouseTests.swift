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
      (HouseRule.subjectFirst, "  /// Whether it is whole."),
      (HouseRule.noIssueNumbers, "// see #12"),
      (HouseRule.noIssueNumbers, "as Issue 7 asks"),
      (HouseRule.noIssueNumbers, "(GH-4)"),
      (HouseRule.noHomePaths, #"let path = "/home/someone/x""#),
      (HouseRule.noHomePaths, "cd /Users/someone"),
      (HouseRule.oneOpening, "sqlite3_open_v2(name, &opened, flags, nil)"),
      (HouseRule.filesInOnePlace, "let descriptor = open(path, O_WRONLY | O_CLOEXEC)"),
      (HouseRule.filesInOnePlace, #"fopen(path, "r")"#),
      (HouseRule.filesOfACommand, "try readFile(at: path, limit: 9, in: FilesInUse.ofProcess)"),
      (HouseRule.errorInOnePlace, "try? writeAll(bytes, to: STDERR_FILENO)"),
      (HouseRule.publicInOnePlace, "  public func forAll() {"),
      (HouseRule.publicInOnePlace, "public import FlagModel"),
      (HouseRule.publicInOnePlace, "public final class DatabaseDraft {"),
      (HouseRule.namesAsNames, "if flag.name.text == typed { return flag }"),
      (HouseRule.namesAsNames, "entities.first { text != $0.name.text }"),
    ])
  func broken(rule: HouseRule, line: String) throws {
    #expect(try rule.violations(in: "\n\(line)", path: "f") == ["f:2: \(line)"])
  }

  @Test(
    "are kept by",
    arguments: [
      (HouseRule.noForce, "try? f()  // as? is fine"),
      (HouseRule.subjectFirst, "  /// True if it is whole, whatever happens."),
      (HouseRule.noIssueNumbers, "### 3. A title, fill=\"#333333\""),
      (HouseRule.publicInOnePlace, "package final class Database {"),
      (HouseRule.namesAsNames, "set.names.contains(name) && word.text == \"*\""),
      (HouseRule.noHomePaths, "https://example.org/home/page and $HOME/x"),
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
    let paths = [Repository.root.path, toolchain.map(String.init) ?? ""]
      .filter { $0.split(separator: "/").count > 1 }
    for path in Repository.files() {
      guard let text = try? Repository.text(of: path) else { continue }
      #expect(paths.filter(text.contains) == [], "\(path)")
    }
  }

  @Test("no file written by hand has more than 800 lines")
  func length() throws {
    for path in Repository.files() where HouseRule.isWritten(path) {
      let count = try Repository.text(of: path).utf8.count { $0 == UInt8(ascii: "\n") }
      #expect(count <= 800, "\(path)")
    }
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
    "CodeFiles", "Databases", "FlagDB", "FlagGenerator", "FlagMacros", "Main", "Platform",
    "Terminal", "flagdb",
  ]

  @Test("a pure module reaches no C library, not even through others")
  func purity() {
    for module in arrows.imports.keys where !Self.mayCallC.contains(module) {
      #expect(arrows.reach(of: module).isDisjoint(with: ["Platform", "CSQLite", "CReadline"]))
    }
  }

  @Test("the tool does not link the library of apps, which may use Foundation")
  func toolWithoutFoundation() {
    #expect(arrows.imports["FlagDB"] != nil && !arrows.reach(of: "Main").contains("FlagDB"))
  }

  @Test(
    "each C library is seen by one module", arguments: ["CSQLite", "CReadline", "CZlib", "CExpat"])
  func oneOwner(library: String) {
    #expect(arrows.imports.values.count { $0.contains(library) } == 1)
  }

  @Test("every module imports what Package.swift says, and nothing else")
  func imports() throws {
    #expect(arrows.imports.count >= 9)
    for path in Repository.files(under: "Sources") where path.hasSuffix(".swift") {
      let module = String(path.split(separator: "/")[1])
      let allowed = try #require(arrows.imports[module], "\(module) is not in Package.swift")
      for name in Self.imports(of: try Repository.text(of: path)) {
        let isOfThePlatform =
          module == "Platform" && Self.systemLibraries.contains(name)
          || module == "FlagDB" && Self.ofApps.contains(name)
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

  private static let systemLibraries = ["Glibc", "Musl", "Darwin"]
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
