import Foundation
import TestSupport
import Testing

/// Code is generated from every kind of source, in every style, and its compiler accepts it.
@Suite struct GeneratedSourcesTests {
  /// A kind of source, and the commands that make one.
  struct Source: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let commands: String
    let words: [String]
    /// True if tables are there of which views can be made.
    var hasTables = true

    init(_ name: String, _ commands: String, _ words: String..., hasTables: Bool = true) {
      testDescription = name
      self.commands = commands
      self.words = words
      self.hasTables = hasTables
    }
  }

  private static let sources = [
    Source("model files", "", "crowded.flagmodel", "fields.flagmodel"),
    Source("a database", "flagdb new a.db crowded.flagmodel fields.flagmodel", "a.db"),
    Source("tables with odd names", "sqlite3 a.db <odd.sql", "a.db"),
    Source(
      "an adopted file",
      "sqlite3 a.db <odd.sql && flagdb adopt a.db --flags class.type=class,self,None,a1,b,c", "a.db"
    ),
    Source("a model of Xcode", "", "Zoo.xcdatamodeld", "types.swift", hasTables: false),
    Source("a header of C", "", "flags.h", hasTables: false),
  ]

  private static let styles = [
    "swift", "codable", "coredata", "swiftdata", "python", "typescript", "javascript", "c",
    "kotlin", "rust", "sql",
  ]

  /// Each style and each kind of source stands in every part of the campaign.
  private static let pairs = Campaign.cases(
    styles.flatMap { style in sources.map { ($0, style) } }, few: 7, many: 5)

  @Test("is accepted by its compiler", arguments: pairs)
  func compiled(_ source: Source, _ style: String) async throws {
    if style == "sql", !source.hasTables { return }
    let sandbox = try Sandbox()
    try Self.write(to: sandbox)
    if !source.commands.isEmpty {
      try await Self.run(["sh", "-c", source.commands], in: sandbox)
    }
    let place = sandbox.work.appending(path: "code.out").path
    try await Self.run(
      ["flagdb", "generate"] + source.words + ["--style", style, "--out", place], in: sandbox)
    for command in try Self.compilation(style, sandbox) { try await Self.run(command, in: sandbox) }
  }

  @Test(
    "real stores and files are accepted too",
    arguments: ["coredata", "sqlite"].flatMap { kind in
      Fixtures.names(of: kind).map { "\(kind)/\($0)" }
    })
  func fixtures(_ name: String) async throws {
    let folder = try #require(Fixtures.folder).appending(path: name)
    let endings = ["sqlite", "db", "sqlar", "momd", "xcdatamodeld", ""]
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    where endings.contains(URL(filePath: file).pathExtension) {
      let sandbox = try Sandbox()
      try Self.write(to: sandbox)
      try FileManager.default.copyAll(
        at: folder.appending(path: file), to: sandbox.work.appending(path: file))
      for style in Campaign.cases(
        ["swift", "coredata", "swiftdata", "python", "c"], few: 3, many: 3)
      {
        try await Self.run(
          ["flagdb", "generate", file, "--style", style, "--out", "code.out", "--force"],
          in: sandbox)
        for command in try Self.compilation(style, sandbox) {
          try await Self.run(command, in: sandbox)
        }
      }
    }
  }

  // MARK: Compilers

  /// The commands that compile `code.out`; none where the machine has no compiler of the language.
  private static func compilation(_ style: String, _ sandbox: Sandbox) throws -> [[String]] {
    let swift = ["swiftc", "-module-cache-path", cache, "-I", "."]
    let plugin = ["-load-plugin-executable", "\(sandbox.work.path)/plugin#Nothing"]
    func renamed(_ ending: String) -> [String] { ["mv", "code.out", "code.\(ending)"] }
    switch style {
    case "swift":
      guard let library else { return [] }
      return [
        renamed("swift"), swift + ["-swift-version", "6", "-typecheck"] + library + ["code.swift"],
      ]
    case "codable":
      return [
        renamed("swift"),
        swift + ["-swift-version", "6", "-warnings-as-errors", "-typecheck", "code.swift"],
      ]
    case "coredata":
      let place = sandbox.work.appending(path: "code.out")
      let code = AppleStandIn.withoutObjectiveC(try String(contentsOf: place, encoding: .utf8))
      try Data(code.utf8).write(to: place)
      return [
        renamed("swift"), swift + ["-emit-module", "-module-name", "CoreData", "CoreData.swift"],
        swift + ["-typecheck", "code.swift", "App.swift"],
      ]
    case "swiftdata":
      let module = ["-emit-module", "-module-name", "SwiftData", "SwiftData.swift"]
      return [
        renamed("swift"), ["chmod", "+x", "plugin"], swift + plugin + module,
        swift + plugin + ["-typecheck", "code.swift"],
      ]
    case "python": return [renamed("py"), ["python3", "-B", "-W", "error", "code.py"]]
    case "typescript":
      guard has("tsc") else { return [] }
      return [renamed("ts"), ["tsc", "--noEmit", "--strict", "--target", "es2022", "code.ts"]]
    case "javascript":
      return has("node") ? [renamed("mjs"), ["node", "code.mjs"]] : []
    case "c":
      return [
        renamed("h"), ["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "main.c"],
      ]
    case "kotlin":
      return has("kotlinc")
        ? [renamed("kt"), ["kotlinc", "-nowarn", "-d", "classes", "code.kt"]] : []
    case "rust":
      guard has("rustc") else { return [] }
      return [
        renamed("rs"), ["rustc", "--crate-type", "lib", "bitflags.rs"],
        [
          "rustc", "--edition", "2021", "--crate-type", "lib", "--emit", "metadata", "-D",
          "warnings", "--extern", "bitflags=libbitflags.rlib", "code.rs",
        ],
      ]
    case "sql": return views(sandbox)
    default: return [["false"]]
    }
  }

  /// Views are made in a file of others; of models, and in a database of ours, they are there.
  private static func views(_ sandbox: Sandbox) -> [[String]] {
    let made = "sed 's/CREATE VIEW/CREATE TEMP VIEW/' code.out | sqlite3 -bail a.db"
    let isThere = FileManager.default.fileExists(
      atPath: sandbox.work.appending(path: "a.db").path)
    let database = isThere ? "" : "flagdb new a.db crowded.flagmodel fields.flagmodel && "
    return [["sh", "-c", database + made]]
  }

  private static let cache = Repository.root.appending(path: ".build/module-cache").path

  /// The options to import the library as it was built; nil if its modules are elsewhere.
  private static let library: [String]? = {
    let folder = Repository.tool.deletingLastPathComponent().path
    let maps = ["CInterrupt", "CLogGuard"].map { "\(folder)/\($0).build/module.modulemap" }
    let needed = maps + ["\(folder)/Modules/FlagDB.swiftmodule"]
    guard needed.allSatisfy(FileManager.default.fileExists) else { return nil }
    let systems = ["CSQLite", "CZlib", "CExpat"].flatMap {
      ["-I", Repository.root.appending(path: "Sources/\($0)").path]
    }
    return ["-I", "\(folder)/Modules"] + systems
      + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
  }()

  private static func has(_ program: String) -> Bool {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
    }
  }

  private static func run(_ words: [String], in sandbox: Sandbox) async throws {
    var command = Command()
    command.words = words
    // Compilers keep what they need at home.
    command.environment = ["HOME": NSHomeDirectory()]
    let result = try await command.run(in: sandbox)
    #expect(result.status == 0, "\(words.joined(separator: " ")): \(result.errorText)")
  }

  // MARK: Sources

  private static func write(to sandbox: Sandbox) throws {
    let files = [
      "crowded.flagmodel": crowdedModel, "fields.flagmodel": fieldModel, "odd.sql": oddTables,
      "types.swift": types, "flags.h": header, "Zoo.xcdatamodeld/Zoo.xcdatamodel/contents": xml,
      "App.swift": classes, "CoreData.swift": AppleStandIn.coreData,
      "SwiftData.swift": AppleStandIn.swiftData,
      "plugin": AppleStandIn.plugin, "bitflags.rs": RustStandIn.bitflags,
      "main.c": "#include \"code.h\"\n#include \"code.h\"\nint main(void) { return 0; }\n",
    ]
    for (name, text) in files {
      let place = sandbox.work.appending(path: name)
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: place)
    }
  }

  /// Words of languages as names, names that are no words or differ by case, keys of several columns
  /// and none, texts as keys, columns without a type, generated ones, views.
  private static let oddTables = """
    CREATE TABLE "class" ("id" INTEGER PRIMARY KEY, "self" TEXT, "init" BLOB, "my column" REAL,
      "2nd" INT, "ÄÖ" TEXT, "def" INT, "fn" INT, "type" INT, "description" TEXT, "hash" INT,
      "a;b" TEXT, "x'y" TEXT, "*/" TEXT, "$d" TEXT, any);
    CREATE TABLE "Klass" ("k" TEXT PRIMARY KEY, "V" INT, "flags" INTEGER, any) WITHOUT ROWID;
    CREATE TABLE pair (a INT, b TEXT, n NUMERIC, PRIMARY KEY (a, b));
    CREATE TABLE pairref (id INTEGER PRIMARY KEY, a INT, b TEXT, c INT REFERENCES "class",
      k TEXT REFERENCES "Klass", row INT, record TEXT, part1 INT,
      FOREIGN KEY (a, b) REFERENCES pair (a, b));
    CREATE TABLE tree (id INTEGER PRIMARY KEY, tree INTEGER REFERENCES tree, name TEXT UNIQUE);
    CREATE TABLE byname (id INTEGER PRIMARY KEY, t TEXT REFERENCES tree (name));
    CREATE TABLE nokey (x, y INT, "Key" TEXT, "properties" INT);
    CREATE TABLE gen (id INTEGER PRIMARY KEY, a INT, b INT AS (a * 2) STORED);
    CREATE VIEW v AS SELECT id, name, id * 2 AS twice FROM tree;
    CREATE TABLE "Key" (id INTEGER PRIMARY KEY, "Entity" TEXT);
    CREATE TABLE "Entity" (id INTEGER PRIMARY KEY, key REFERENCES "Key");
    CREATE TABLE "String" (id INTEGER PRIMARY KEY, "Int" INT);
    CREATE TABLE "Foundation" (id INTEGER PRIMARY KEY, "FlagDB" INT);
    CREATE TABLE "None" (id INTEGER PRIMARY KEY, "True" INT, "list" INT, "enum" INT,
      "struct" INT, "val" INT, "fun" INT, "export" INT, "interface" INT);
    CREATE TABLE "a.b" (id INTEGER PRIMARY KEY, "c.d" INT);
    INSERT INTO nokey VALUES (1, 2, 'k', 3), ('t', 1, 'l', 4);
    INSERT INTO "class" (id, type, any) VALUES (1, 5, 1), (2, 3, 'x');
    """

  private static let header = """
    #define IFF_UP (1u << 0) /* is up */
    #define IFF_class (1u << 1)
    #define IFF_TOP (1ull << 63)
    #define IFF_ALL (IFF_UP | IFF_class)
    enum Mode { MODE_none = 0, MODE_a = 1, MODE_b = 2, MODE_c = 4 };
    """

  /// The classes of apps whose objects the fixtures keep by transformers.
  private static let classes = """
    import Foundation
    class Color: NSObject {}
    class Content: NSObject {}
    class Cover: NSObject {}
    """

  private static let types = """
    struct Markers: OptionSet {
      let rawValue: Int64
      static let RAW = Markers(rawValue: 1)
      static let top = Markers(rawValue: 1 << 63)
    }
    enum Mood: String { case calm, wild }
    """

  private static let xml = """
    <model>
      <entity name="Shelf" representedClassName="Shelf" syncable="YES">
        <attribute name="note" optional="YES" attributeType="String"/>
        <attribute name="price" optional="YES" attributeType="Decimal"/>
        <attribute name="made" attributeType="Date"/>
        <attribute name="tint" optional="YES" attributeType="Transformable" valueTransformerName="TintTransformer"/>
        <attribute name="place" optional="YES" attributeType="Undefined" transient="YES"/>
        <attribute name="markers" attributeType="Integer 64">
          <userInfo><entry key="attributeValueScalarType" value="Markers"/></userInfo>
        </attribute>
        <attribute name="mood" optional="YES" attributeType="String">
          <userInfo><entry key="attributeValueScalarType" value="Mood"/></userInfo>
        </attribute>
        <relationship name="books" optional="YES" toMany="YES" ordered="YES" deletionRule="Cascade" destinationEntity="Book" inverseName="shelf"/>
      </entity>
      <entity name="Book" representedClassName=".Book" syncable="YES">
        <attribute name="title" attributeType="String"/>
        <relationship name="shelf" maxCount="1" deletionRule="Nullify" destinationEntity="Shelf" inverseName="books"/>
      </entity>
      <entity name="Atlas" parentEntity="Book" representedClassName="AtlasBook" syncable="YES">
        <attribute name="maps" attributeType="Integer 32"/>
      </entity>
    </model>
    """
}
