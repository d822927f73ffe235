import Foundation
import TestSupport
import Testing

/// The packages of `Examples` are built and run as a reader would do it.
struct ExamplePackageTests {
  /// One test, because the packages share a build folder: each of several tests in a row would
  /// wait until all others have run.
  @Test func examples() async throws {
    var checks: [(name: String, check: () async throws -> Void)] = [
      ("a program with stored structs", storedStructs), ("names of flags", names),
      ("the program of the README", newcomer),
    ]
    if Campaign.extent != .few {
      checks += [
        ("a package that depends on a version", version),
        ("code that is made on each build", generatedCode), ("a service", permissionService),
        ("a command that writes code", command),
      ]
    }
    for (name, check) in checks {
      do { try await check() } catch { Issue.record(error, "\(name)") }
    }
  }

  /// A copy of an example. It is built in the folder of the tests, where the library is compiled already.
  private struct Example {
    let folder: URL
    var scratch: URL

    init(_ name: String, in sandbox: Sandbox) throws {
      folder = sandbox.privateFile(name)
      scratch = Repository.root.appending(path: ".build")
      try FileManager.default.copyAll(
        at: Repository.root.appending(path: "Examples/\(name)"), to: folder)
      let manifest = folder.appending(path: "Package.swift")
      let text = try String(contentsOf: manifest, encoding: .utf8)
      try Data(
        text.replacingOccurrences(of: "\"../..\"", with: "\"\(Repository.root.path)\"").utf8
      ).write(to: manifest)
    }

    func swift(_ words: String..., in sandbox: Sandbox) async throws -> Command.Result {
      var command = Command("swift")
      // What is built with other options is built again. `swift test` holds the lock, and builds nothing now.
      let options = try Repository.text(of: "Scripts/build-options.txt").split(separator: "\n")
        .map { String($0) }.filter { !$0.hasPrefix("#") }
      command.words = [
        "swift", words[0], "--package-path", folder.path, "--scratch-path", scratch.path,
        "--ignore-lock",
      ]
      command.words += options + words.dropFirst()
      command.environment["FLAGDB_WHOLE_MODULES"] = "1"
      command.limit = ChildProcess.patience * 4
      return try await command.run(in: sandbox)
    }
  }

  /// One text is compiled by the macros, makes a database, and is read by the tool.
  private func storedStructs() async throws {
    let sandbox = try Sandbox()
    let example = try Example("StoredStructs", in: sandbox)
    let app = sandbox.work.appending(path: "app.db").path
    let run = try await example.swift("run", "Zoo", app, in: sandbox)
    #expect(run.outputText.hasSuffix("S-1 HRM [61.0, 140.0]\n"), "\(run.errorText)")

    let model = example.folder.appending(path: "Sources/Zoo/Zoo.swift")
    let made = try await Command("flagdb", "new", "zoo.db", model.path).run(in: sandbox)
    #expect(made.status == 0, "\(made.errorText)")
    func schema(_ file: String) async throws -> [Substring] {
      let shown = try await Command("flagdb", "schema", file).run(in: sandbox)
      let lines = shown.outputText.split(separator: "\n").filter { !$0.hasPrefix("///") }
      return lines.joined(separator: "\n").split(separator: "\n}\n").sorted()
    }
    #expect(try await schema("zoo.db") == schema(app))
    let code = try await Command("flagdb", "generate", model.path, "--style", "python")
      .run(in: sandbox)
    #expect(code.outputText.contains("class Sample"), "\(code.errorText)")

    let text = try String(contentsOf: model, encoding: .utf8)
    let broken = text.replacingOccurrences(
      of: "var status: Status = .received", with: "var status: (Int, Int)?")
    try Data(broken.utf8).write(to: model)
    let wrong = try await example.swift("build", "--product", "Zoo", in: sandbox)
    #expect(
      (wrong.outputText + wrong.errorText).contains(
        "Zoo.swift:16:15: error: a tuple cannot be stored in a column"))
  }

  /// Names of flags need no database, and are built without one.
  private func names() async throws {
    let sandbox = try Sandbox()
    let example = try Example("StoredStructs", in: sandbox)
    let run = try await example.swift("run", "Names", in: sandbox)
    let shown = run.outputText.split(separator: "\n").suffix(2)
    #expect(
      shown == ["536870913 end|0x1 typed", "redirect|start|end true"], "\(run.errorText)")
    let objects = try String(
      contentsOf: example.scratch.appending(path: "debug/Names.product/Objects.LinkFileList"),
      encoding: .utf8)
    #expect(objects.contains("FlagNames.build") && !objects.contains("Databases.build"))

    let source = example.folder.appending(path: "Sources/Names/Names.swift").path
    let flags = try await Command("flagdb", "flags", source, "Transition", "0x20000001")
      .run(in: sandbox)
    #expect(flags.outputText.contains("end"), "\(flags.errorText)")
  }

  /// A package may depend on a version, though macros have flags that SwiftPM calls unsafe.
  private func version() async throws {
    let sandbox = try Sandbox()
    let version = try await version("1.0.0", in: sandbox)
    var example = try Example("StoredStructs", in: sandbox)
    example.scratch = sandbox.privateFile("build")
    let manifest = example.folder.appending(path: "Package.swift")
    let text = try String(contentsOf: manifest, encoding: .utf8)
    let changed = text.replacing(
      #/name: "flagdb", path: "[^"]*"/#, with: #"url: "file://\#(version.path)", from: "1.0.0""#)
    try Data(changed.utf8).write(to: manifest)
    // What a package may not depend on is refused before a product is looked for.
    let plan = try await example.swift("build", "--product", "none", in: sandbox)
    let errors = plan.errorText.split(separator: "\n").filter { $0.hasPrefix("error: ") }
    #expect(Set(errors) == ["error: no product named 'none'"])
  }

  /// The sources as they are, as a version in a repository.
  private func version(_ tag: String, in sandbox: Sandbox) async throws -> URL {
    let folder = sandbox.privateFile("flagdb")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in ["Package.swift", "Plugins", "Sources", "Tests"] {
      try FileManager.default.copyAll(
        at: Repository.root.appending(path: name), to: folder.appending(path: name))
    }
    let commit = "-c user.name=test -c user.email=test commit -qm all"
    for words in ["init -q", "add .", commit, "tag \(tag)"] {
      var git = Command("git", "-C", folder.path)
      git.words += words.split(separator: " ").map { String($0) }
      let done = try await git.run(in: sandbox)
      #expect(done.status == 0, "\(done.errorText)")
    }
    return folder
  }

  /// The first program of the README is a whole one.
  private func newcomer() async throws {
    let sandbox = try Sandbox()
    let example = try Example("StoredStructs", in: sandbox)
    let readme = try Repository.text(of: "README.md")
    let program = try #require(
      readme.split(separator: "## Library").last?.split(separator: "```swift\n").dropFirst()
        .first?
        .split(separator: "```").first)
    let sources = example.folder.appending(path: "Sources/Zoo")
    for file in try FileManager.default.contentsOfDirectory(atPath: sources.path) {
      try FileManager.default.removeItem(at: sources.appending(path: file))
    }
    try Data(program.utf8).write(to: sources.appending(path: "main.swift"))
    let run = try await example.swift("run", "Zoo", in: sandbox)
    #expect(run.outputText.hasSuffix("[\"Ann\"]\n"), "\(run.outputText)\(run.errorText)")
  }

  /// Code is made on each build, and mistakes stand at their line.
  private func generatedCode() async throws {
    let sandbox = try Sandbox()
    let example = try Example("GeneratedCode", in: sandbox)
    let first = try await example.swift("run", "Zoo", in: sandbox)
    #expect(
      first.outputText.hasSuffix(
        """
        {"code":"S-1","markers":6,"status":0}
        true received

        """), "\(first.errorText)")

    // SwiftPM links a tool of plugins once more after the build in which it was new.
    _ = try await example.swift("build", "--product", "Zoo", in: sandbox)
    let again = try await example.swift("build", "--product", "Zoo", in: sandbox)
    #expect(!again.outputText.contains("Compiling") && !again.outputText.contains("Generating"))

    let model = example.folder.appending(path: "Sources/Zoo/Zoo.flagmodel")
    let text = try String(contentsOf: model, encoding: .utf8)
    try Data(text.replacingOccurrences(of: "1 << 2)", with: "1 << 77)").utf8).write(to: model)
    let wrong = try await example.swift("build", "--product", "Zoo", in: sandbox)
    #expect(wrong.status != 0)
    #expect((wrong.outputText + wrong.errorText).contains("Zoo.flagmodel:7:"))
  }

  /// A service passes its tests, and the tool reads what it stores.
  private func permissionService() async throws {
    let sandbox = try Sandbox()
    let example = try Example("PermissionService", in: sandbox)
    let tests = try await example.swift("test", in: sandbox)
    #expect(tests.status == 0, "\(tests.outputText)\(tests.errorText)")
    #expect(tests.outputText.contains("PermissionServiceTests passed"), "\(tests.outputText)")

    func answers(_ requests: String) async throws -> [String] {
      let server = example.scratch.appending(path: "debug/Server").path
      let result = try await Command(server, "permissions.db", input: requests).run(in: sandbox)
      #expect(result.status == 0, "\(result.errorText)")
      return result.outputText.split(separator: "\n").map { String($0) }.sorted {
        Int($0.prefix { $0.isNumber }) ?? 0 < Int($1.prefix { $0.isNumber }) ?? 0
      }
    }
    let changes = "role author read|write\nrole muted - write\nmember Ann\nmember Bob invite\n"
    let given = "give author Ann\ngive author Bob\ngive muted Ann\nmember Ann\nsing\n"
    #expect(
      try await answers(changes + given) == (1...7).map { "\($0) done" } + [
        "8 error: the name is taken", "9 error: 'sing' is no request",
      ])
    #expect(
      try await answers("show Ann\nwho write\nshow Cid\nwho luck\n") == [
        "1 read", "2 Bob", "3 error: there is no member 'Cid'",
        "4 error: 'luck' is none of read|write|invite|remove",
      ])
    let effective = "roles.allow.union.subtracting(roles.deny.union).union(granted)"
    let query = Command(
      "flagdb", "query", "permissions.db", "Member", "--columns", "name, \(effective) as may",
      "--format", "csv")
    #expect(
      try await query.run(in: sandbox).outputText
        == "name,may\nAnn,read\nBob,read|write|invite\n")
  }

  /// A command writes code into the package.
  private func command() async throws {
    let sandbox = try Sandbox()
    let example = try Example("GeneratedCode", in: sandbox)
    let result = try await example.swift(
      "package", "--allow-writing-to-package-directory", "flagdb-generate",
      "Sources/Zoo/Zoo.flagmodel", "--style", "python", "--out", "zoo.py", in: sandbox)
    #expect(result.status == 0, "\(result.outputText)\(result.errorText)")
    let code = try String(contentsOf: example.folder.appending(path: "zoo.py"), encoding: .utf8)
    #expect(code.contains("class BIOMarker(enum.IntFlag):") && code.contains("PLX = 1 << 2"))
    let wrong = try await example.swift(
      "package", "--allow-writing-to-package-directory", "flagdb-generate",
      "Sources/Zoo/Zoo.flagmodel", "--style", "cobol", "--out", "zoo.py", in: sandbox)
    #expect(wrong.status != 0)
    #expect((wrong.outputText + wrong.errorText).contains("'--style' expects one of"))
  }
}
