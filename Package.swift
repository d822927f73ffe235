// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

/// What every module of ours is compiled with: Swift 6, nothing implicit, and no warning let through.
let strictByFile: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
  // The linker leaves out functions that nothing calls, if each has a section.
  .unsafeFlags(
    ["-Xfrontend", "-function-sections"],
    .when(platforms: [.linux], configuration: .release)),
]

/// In a debug build each module is compiled as a whole, which takes two thirds of the time that its files alone take:
/// each batch of files would read the imported modules again. `Scripts/build` asks for it, so that packages that depend
/// on this one do not see the remarks of the compiler. The large modules of tests are compiled by file, since a change
/// of one test would otherwise compile them for a minute.
let strict: [SwiftSetting] =
  Context.environment["FLAGDB_WHOLE_MODULES"] == nil
  ? strictByFile
  : strictByFile + [
    .unsafeFlags(
      ["-whole-module-optimization", "-num-threads", "1"], .when(configuration: .debug))
  ]

/// For modules that work once for a model, a query or a migration, and never for each record: their code is small
/// rather than fast, because each app has it.
let small: [SwiftSetting] = strict + [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// For what only the compiler runs, a moment for each macro: optimising it would be most of the build of an
/// app. Its modules have the files of others, by symbolic links, and import them by the names of these.
/// See Documentation/Decisions/macros-are-not-optimised.md.
let unoptimised: [SwiftSetting] =
  strict
  + [
    .unsafeFlags(["-Onone"], .when(configuration: .release)),
    .unsafeFlags(
      [
        "FlagModel=MacroModel", "JSON=MacroJSON", "ModelText=MacroModelText",
        "PlainText=MacroPlainText", "Platform=MacroPlatform",
        "RegularExpressions=MacroRegularExpressions",
      ].flatMap { ["-module-alias", $0] }),
  ]

/// The editor of a session's lines: GNU Readline, or libedit where `FLAGDB_EDITOR` says so. With libedit no part of
/// the tool is under the GPL. See Documentation/Guide/Installing.md.
let usesLibedit = Context.environment["FLAGDB_EDITOR"] == "libedit"

/// Homebrew keeps these libraries apart, and `pkg-config` knows where; the header of readline that macOS has is that of
/// libedit. On Linux they are found without that.
#if os(macOS)
  let placeOfLibpq: String? = "libpq"
  let placeOfReadline: String? = "readline"
#else
  let placeOfLibpq: String? = nil
  let placeOfReadline: String? = nil
#endif

/// What libedit needs follows it, since a static program takes each library once.
let lineEditor: Target =
  usesLibedit
  ? .target(
    name: "CReadline", path: "Sources/CReadline/libedit",
    linkerSettings: [.linkedLibrary("edit")]
      + ["tinfo", "bsd", "md"].map { .linkedLibrary($0, .when(platforms: [.linux])) })
  : .systemLibrary(
    name: "CReadline", path: "Sources/CReadline", pkgConfig: placeOfReadline,
    providers: [.apt(["libreadline-dev"]), .brew(["readline"])])

/// What a static program of Linux needs for GNU Readline.
let belowTheEditor = usesLibedit ? [] : [LinkerSetting.linkedLibrary("tinfo")]

/// The commit that `--version` names, which only `Scripts/release` knows.
let commit = Context.environment["FLAGDB_COMMIT"].map {
  [CSetting.define("FLAGDB_COMMIT", to: "\"\($0)\"")]
}

/// A program that starts quickly. `flagdb` needs no library of the system, and neither does what the tests start ten
/// thousand times. `flagdb-postgresql` needs libpq and what every system has. Without a fixed address the loader would
/// change 50,000 pointers at each start, which takes half of it.
/// What links a target takes its settings over, so that no test may depend on such a program.
#if os(Linux)
  let quickTool = [LinkerSetting.unsafeFlags(["-static-executable"])] + belowTheEditor
  let quickServerTool = [
    LinkerSetting.unsafeFlags(["-static-stdlib", "-Xclang-linker", "-no-pie"])
  ]
#else
  let quickTool: [LinkerSetting] = []
  let quickServerTool: [LinkerSetting] = []
#endif

/// How `Scripts/release` links the two programs of one compilation. The functions of a start follow each other in the
/// program: see Documentation/Decisions/functions-of-a-start-stand-together.md.
#if os(Linux)
  let functionOrder = Context.environment["FLAGDB_RELEASE_ORDER"].map { file in
    [LinkerSetting.unsafeFlags(["-Xlinker", "--section-ordering-file=\(file)"])]
  }
  let release = Context.environment["FLAGDB_RELEASE_ARCHIVES"].map { archives in
    let common = [LinkerSetting.unsafeFlags(["-L\(archives)"])] + (functionOrder ?? [])
    return (tool: common + quickTool, server: common + quickServerTool + belowTheEditor)
  }
#else
  let release = Context.environment["FLAGDB_RELEASE_ARCHIVES"].map { _ in
    let swiftInside = [LinkerSetting.unsafeFlags(["-static-stdlib"])]
    return (tool: swiftInside, server: swiftInside)
  }
#endif

/// A module of ours, and what it may import: the arrows of Documentation/Architecture.md.
func module(
  _ name: String, _ imports: Target.Dependency..., settings: [SwiftSetting] = strict
) -> Target {
  .target(name: name, dependencies: imports, swiftSettings: settings)
}

/// The tests of one module; what a test imports beyond it is named, and what is only read by it.
func tests(
  _ name: String, _ imports: Target.Dependency..., reading: [String] = [],
  settings: [SwiftSetting] = strict
) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.byName(name: name), "TestSupport"] + imports,
    exclude: reading,
    swiftSettings: settings)
}

/// The tests of several modules together: a question becomes SQL by all of them.
func jointTests(_ name: String, of modules: Target.Dependency...) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: ["TestSupport"] + modules, swiftSettings: strictByFile)
}

let package = Package(
  name: "flagdb",
  // `Mutex` and `Atomic` need them. Nobody has built it there yet.
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .executable(name: "flagdb", targets: ["Main"]),
    .executable(name: "flagdb-postgresql", targets: ["ServerMain"]),
    .library(name: "FlagDB", targets: ["FlagDB"]),
    .library(name: "FlagDBCoreData", targets: ["FlagDBCoreData"]),
    .library(name: "FlagDBPostgreSQL", targets: ["FlagDBPostgreSQL"]),
    .library(name: "FlagDBRecordFiles", targets: ["FlagDBRecordFiles"]),
    .library(name: "FlagNames", targets: ["FlagNames"]),
    .plugin(name: "GenerateCode", targets: ["GenerateCode"]),
    .plugin(name: "GenerateCommand", targets: ["GenerateCommand"]),
  ],
  targets: [
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    lineEditor,
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(name: "CExpat", providers: [.apt(["libexpat1-dev"]), .brew(["expat"])]),

    .systemLibrary(
      name: "CPostgreSQL", pkgConfig: placeOfLibpq,
      providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),

    .target(name: "CBuild", cSettings: commit),
    .target(name: "CInterrupt"),
    .target(name: "CManual"),
    .target(name: "CLogGuard", dependencies: ["CSQLite"]),

    module("Platform", "CInterrupt"),
    module("Columns"),
    module("SQLitePages", "Columns"),
    module("PlainText"),
    module("RegularExpressions"),
    module("JSON", "PlainText"),
    module("Deflate", "CZlib"),
    module("XML", "CExpat"),
    module("Plots", "PlainText"),
    module("CommandTable", "PlainText"),
    module("FlagModel", "JSON", "PlainText", "RegularExpressions"),
    module("ModelText", "FlagModel", "JSON", "PlainText", settings: small),
    module("PropertyLists", "XML", "FlagModel", "PlainText"),
    module("Definitions", "ModelText", "FlagModel", "JSON", "PlainText", "XML"),
    module("Addresses", "PlainText", settings: small),
    module("SQLText", "FlagModel", "JSON", "PlainText"),
    module(
      "PostgreSQLText", "SQLText", "FlagModel", "JSON", "PlainText", "RegularExpressions"),
    module(
      "PostgreSQLEngine", "Addresses", "Engines", "PostgreSQLText", "SQLText", "FlagModel", "JSON",
      "PlainText", "Platform", "CPostgreSQL", "CInterrupt"),
    module(
      "Predicates", "SQLText", "FlagModel", "PlainText", "RegularExpressions", settings: small),
    module("Engines", "Columns", "SQLText", "FlagModel", "CInterrupt"),
    module(
      "ManagedModels", "PropertyLists", "Deflate", "XML", "Predicates", "FlagModel", "PlainText"),
    module("Queries", "Columns", "Predicates", "SQLText", "FlagModel", "PlainText"),
    module("Migrations", "Predicates", "SQLText", "FlagModel", "PlainText", settings: small),
    module(
      "UserSQL", "Migrations", "Predicates", "SQLText", "FlagModel", "PlainText", settings: small),
    module("Completing", "UserSQL", "Predicates", "SQLText", "FlagModel"),
    module(
      "SQLiteEngine", "SQLitePages", "Columns", "Engines", "SQLText", "FlagModel", "Platform",
      "PlainText",
      "RegularExpressions", "CSQLite", "CLogGuard", "CInterrupt"),
    module(
      "ForeignModels", "SQLiteEngine", "Engines", "SQLText", "ModelText", "FlagModel", "Platform",
      "PlainText", settings: small),
    module(
      "QueryPlanning", "Columns", "Engines", "Queries", "Predicates", "SQLText", "FlagModel"),
    module(
      "Databases", "ForeignModels", "Addresses", "Columns", "SQLiteEngine", "Engines",
      "UserSQL", "Migrations", "QueryPlanning", "Queries", "Predicates", "SQLText", "ModelText",
      "FlagModel", "Platform", "PlainText"),
    module(
      "CoreDataStores", "Databases", "Engines", "ManagedModels", "SQLText", "FlagModel",
      "PlainText"),
    module(
      "Auditing", "Databases", "Engines", "Migrations", "SQLText", "FlagModel", "PlainText"),
    module(
      "Adopting", "Databases", "ForeignModels", "SQLiteEngine", "Engines", "FlagModel", "Platform",
      "PlainText"),
    module(
      "Checking", "CoreDataStores", "ForeignModels", "Migrating", "Databases", "SQLiteEngine",
      "Engines", "UserSQL",
      "Migrations", "Queries", "Predicates", "SQLText", "FlagModel", "Platform", "PlainText"),
    module(
      "Comparing", "Databases", "Engines", "Migrations", "SQLText", "FlagModel", "PlainText"),
    module(
      "Commits", "Comparing", "Databases", "Engines", "Migrations", "Predicates", "Queries",
      "SQLiteEngine", "SQLitePages", "SQLText", "FlagModel"),
    module(
      "Importing", "Databases", "SQLiteEngine", "Engines", "Migrations", "Queries", "Predicates",
      "SQLText", "FlagModel", "PlainText"),
    module(
      "Copying", "Checking", "Importing", "Migrating", "Databases", "ForeignModels",
      "SQLiteEngine", "Engines", "ModelText", "Predicates", "SQLText", "FlagModel", "PlainText"),
    module(
      "Guessing", "Databases", "ForeignModels", "Engines", "Predicates", "UserSQL", "SQLText",
      "FlagModel",
      "PlainText"),
    module(
      "Inferring", "Databases", "Engines", "Queries", "Predicates", "SQLText", "FlagModel",
      "PlainText"),
    module(
      "Migrating", "Databases", "SQLiteEngine", "Engines", "UserSQL", "Migrations", "Queries",
      "Predicates", "SQLText", "FlagModel", "Platform", "PlainText", settings: small),
    module(
      "Scripting", "Databases", "Engines", "UserSQL", "Migrations", "SQLText", "FlagModel",
      "PlainText", settings: small),
    module(
      "Spreading", "Databases", "Engines", "Migrations", "SQLText", "FlagModel", "PlainText"),
    module(
      "Statistics", "Databases", "Columns", "Engines", "QueryPlanning", "Queries", "Predicates",
      "SQLText", "FlagModel", "PlainText"),
    module(
      "Linting", "Databases", "Definitions", "Engines", "JSON", "Predicates", "Queries", "SQLText",
      "Statistics", "FlagModel", "PlainText"),
    module(
      "FlagDB", "Importing", "Migrating", "Databases", "Engines", "Migrations",
      "Queries", "Predicates", "SQLText", "Scripting", "UserSQL", "ModelText", "FlagMacros",
      "FlagModel", "FlagNames", "Platform", "PlainText"),
    module("FlagDBCoreData", "FlagDB", "CoreDataStores"),
    module("FlagDBPostgreSQL", "FlagDB", "PostgreSQLEngine"),
    module(
      "FlagDBRecordFiles", "FlagDB", "FlagFormats", "Importing", "Databases", "Queries",
      "FlagModel"),
    module("FlagNames", "FlagMacros"),
    .macro(
      name: "FlagMacros",
      dependencies: ["MacroModel", "MacroModelText", "MacroJSON", "MacroPlatform"],
      swiftSettings: unoptimised),
    module(
      "MacroModelText", "MacroModel", "MacroJSON", "MacroPlainText", settings: unoptimised),
    module(
      "MacroModel", "MacroJSON", "MacroPlainText", "MacroRegularExpressions",
      settings: unoptimised),
    module("MacroJSON", "MacroPlainText", settings: unoptimised),
    module("MacroPlainText", settings: unoptimised),
    module("MacroPlatform", "CInterrupt", settings: unoptimised),
    module("MacroRegularExpressions", settings: unoptimised),
    module("FlagFormats", "FlagModel", "JSON", "PlainText"),
    module(
      "FlagCodegen", "Migrations", "ManagedModels", "Predicates", "SQLText", "ModelText",
      "FlagModel",
      "JSON", "PlainText"),
    module(
      "CodeFiles", "FlagCodegen", "ManagedModels", "FlagModel", "Platform", "PlainText"),
    module("Terminal", "PlainText", "Platform", "CReadline"),
    module(
      "FlagTool", "Adopting", "Auditing", "CBuild", "CManual", "Checking", "CodeFiles",
      "CommandTable", "Commits", "Comparing", "Completing", "Copying", "CoreDataStores",
      "Databases", "Definitions", "Engines", "FlagCodegen",
      "FlagFormats", "FlagModel", "ForeignModels", "Guessing", "Importing", "Inferring", "JSON",
      "Linting", "ManagedModels", "Migrating", "Migrations", "ModelText", "PlainText", "Platform",
      "Plots", "Predicates", "Queries", "QueryPlanning", "Scripting", "Spreading", "SQLiteEngine",
      "SQLText", "Statistics", "Terminal", "UserSQL"),
    .executableTarget(
      name: "FlagGenerator",
      dependencies: [
        "CodeFiles", "FlagCodegen", "FlagModel", "ManagedModels", "ModelText", "PlainText",
        "Platform",
      ], swiftSettings: strict),
    .plugin(name: "GenerateCode", capability: .buildTool(), dependencies: ["FlagGenerator"]),
    .plugin(
      name: "GenerateCommand",
      capability: .command(
        intent: .custom(
          verb: "flagdb-generate", description: "Writes code of a model into the package"),
        permissions: [
          .writeToPackageDirectory(reason: "The code is written to the file that --out names")
        ]), dependencies: ["FlagGenerator"]),
    .executableTarget(
      name: "Main", dependencies: ["FlagTool", "Platform"], swiftSettings: strict,
      linkerSettings: release?.tool),
    .executableTarget(
      name: "ServerMain", dependencies: ["FlagTool", "Platform", "PostgreSQLEngine"],
      swiftSettings: strict, linkerSettings: release?.server),

    .target(
      name: "TestSupport", dependencies: ["CommandTable", "Platform"], path: "Tests/TestSupport",
      exclude: ["Crowded.flagmodel", "Fields.flagmodel"],
      swiftSettings: strict),
    .executableTarget(
      name: "KilledMigration", dependencies: ["Databases", "FlagModel", "Migrating", "ModelText"],
      path: "Tests/KilledMigration",
      swiftSettings: strict),
    .executableTarget(
      name: "SignalledWork",
      dependencies: ["Adopting", "Databases", "Engines", "FlagModel", "Platform", "CFaultVFS"],
      path: "Tests/SignalledWork",
      swiftSettings: strict),
    .target(name: "CFaultVFS", dependencies: ["CSQLite"], path: "Tests/CFaultVFS"),
    .target(name: "CPausingVFS", dependencies: ["CSQLite"], path: "Tests/CPausingVFS"),
    .target(
      name: "CFaultCalls", dependencies: ["CFaultVFS", "CSQLite"], path: "Tests/CFaultCalls"),
    .executableTarget(
      name: "Torture",
      dependencies: [
        "CFaultCalls", "CFaultVFS", "CSQLite", "FixedClock", "FlagTool", "TestSupport",
      ],
      path: "Tests/Torture", swiftSettings: strict),
    .target(name: "FixedClock", dependencies: ["CSQLite"], path: "Tests/FixedClock"),
    .executableTarget(
      name: "ToolUnderTest", dependencies: ["FlagTool", "FixedClock", "Platform"],
      path: "Tests/ToolUnderTest", swiftSettings: strict, linkerSettings: quickTool),
    .executableTarget(
      name: "ServerToolUnderTest",
      dependencies: ["FlagTool", "FixedClock", "Platform", "PostgreSQLEngine"],
      path: "Tests/ServerToolUnderTest", swiftSettings: strict,
      linkerSettings: quickServerTool),
    .executableTarget(
      name: "ManyReaders", dependencies: ["FlagDB"], path: "Tests/ManyReaders",
      swiftSettings: strict),
    .executableTarget(
      name: "Soak", dependencies: ["FlagDB"], path: "Tests/Soak", swiftSettings: strict),
    .executableTarget(
      name: "LogRace", dependencies: ["Databases", "SQLiteEngine", "CSQLite"],
      path: "Tests/LogRace",
      swiftSettings: strict),
    .target(
      name: "Fuzzing",
      dependencies: [
        "CSQLite", "Checking", "Columns", "CommandTable", "Completing", "Databases", "Definitions",
        "Deflate", "Engines",
        "FlagCodegen", "SQLitePages",
        "FlagFormats", "FlagModel", "FlagTool", "JSON", "Linting", "ManagedModels", "Migrations",
        "ModelText", "PlainText", "Platform", "Predicates", "PropertyLists", "Queries", "SQLText",
        "TestSupport",
        "UserSQL",
        "XML",
      ],
      path: "Tests/Fuzzing", swiftSettings: strict),
    .executableTarget(
      name: "Fuzzer", dependencies: ["Fuzzing"], path: "Tests/Fuzzer", swiftSettings: strict),
    .target(
      name: "TestServer", dependencies: ["Addresses", "FlagModel", "PostgreSQLEngine", "SQLText"],
      path: "Tests/TestServer", swiftSettings: strict),
    .executableTarget(
      name: "SignalledServerWork",
      dependencies: [
        "Addresses", "Engines", "FlagModel", "Platform", "PostgreSQLEngine", "SQLText",
      ],
      path: "Tests/SignalledServerWork", swiftSettings: strict),
    tests("Addresses", "PlainText"),
    tests(
      "PostgreSQLEngine", "Addresses", "Engines", "FlagModel", "Platform", "SQLText",
      "SignalledServerWork", "TestServer"),
    tests("Fuzzing"),
    tests("Platform"),
    tests("SQLitePages", "Columns", "CSQLite"),
    tests("PlainText"),
    tests("RegularExpressions"),
    tests("JSON"),
    tests("Deflate"),
    tests("XML"),
    tests("PropertyLists"),
    tests("ManagedModels", "FlagModel", "ModelText", "CSQLite"),
    tests("Plots", "PlainText"),
    tests("CommandTable"),
    tests("FlagModel", "JSON", "ModelText"),
    tests("ModelText", "FlagModel", "JSON", reading: ["Apps", "Complaints"]),
    tests("Definitions", "FlagModel", "Platform"),
    tests("Linting", "Definitions", "FlagModel", "JSON", "PlainText"),
    jointTests(
      "SQL", of: "Addresses", "Completing", "Databases", "SQLiteEngine", "Migrating", "Migrations",
      "PostgreSQLEngine", "PostgreSQLText", "Engines", "Predicates", "Queries",
      "RegularExpressions", "SQLText", "TestServer", "UserSQL", "FlagModel", "ModelText", "CSQLite"),
    jointTests("EchoEngine", of: "Checking", "Databases", "Engines", "ModelText", "Queries"),
    tests(
      "Databases", "Adopting", "Auditing", "Checking", "Columns", "Commits", "Comparing",
      "CoreDataStores",
      "Copying", "Guessing", "Importing", "Inferring", "Migrating", "Migrations", "QueryPlanning",
      "SQLiteEngine",
      "SQLitePages", "Engines",
      "FlagModel", "ForeignModels", "ModelText", "Platform", "CSQLite", "CFaultVFS",
      "CPausingVFS", "KilledMigration", "Scripting", "SignalledWork", "Statistics",
      settings: strictByFile),
    .testTarget(
      name: "LibraryTests",
      dependencies: [
        "FlagDB", "FlagDBCoreData", "FlagDBPostgreSQL", "FlagDBRecordFiles", "FlagNames",
        "CSQLite", "TestServer",
      ],
      packageAccess: false,
      swiftSettings: strictByFile),
    // Code that is generated from a model, with nothing else in its module.
    .testTarget(
      name: "GeneratedCodeTests", dependencies: ["FlagDB", "TestSupport"], packageAccess: false,
      swiftSettings: strict),
    tests("FlagFormats", "FlagModel", "ModelText"),
    // The files of FlagMacros, by a symbolic link, on the FlagModel of the other tests: a test of a macro target
    // would be a program of the compiler, and all that it needs would be compiled a second time for that.
    .target(
      name: "MacrosUnderTest", dependencies: ["FlagModel", "ModelText", "JSON", "Platform"],
      path: "Tests/MacrosUnderTest", exclude: ["Main.swift"], swiftSettings: strict),
    .testTarget(
      name: "FlagMacrosTests", dependencies: ["MacrosUnderTest", "TestSupport", "JSON"],
      swiftSettings: strict),
    tests("FlagCodegen", "Definitions", "FlagModel", "ManagedModels", "ModelText"),
    tests("Terminal", "PlainText", "Platform"),
    jointTests(
      "flagdb", of: "FlagTool", "Addresses", "CommandTable", "Databases", "Definitions", "Engines",
      "FlagFormats", "FlagModel", "ForeignModels", "Main", "ModelText", "PostgreSQLEngine",
      "ServerMain", "TestServer",
      "Torture"),
  ],
  cLanguageStandard: .gnu2x
)
