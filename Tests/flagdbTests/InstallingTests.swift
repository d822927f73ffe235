import Foundation
import Testing

/// The files that `make install` puts below a folder, and takes away again; all but the tool, whose
/// building takes minutes.
@Suite("Installing")
struct InstallingTests {
  private func make(_ words: String, in sandbox: Sandbox) async throws -> Command.Result {
    try await Command(
      "bash", "-c", "make -s -C \"$REPOSITORY\" \(words)",
      environment: ["REPOSITORY": Repository.root.path]
    ).run(in: sandbox)
  }

  /// The files below the sandbox's work folder.
  private func files(in sandbox: Sandbox) async throws -> [String] {
    let found = try await Command("find", ".", "-type", "f").run(in: sandbox)
    return found.outputText.split(separator: "\n").map(String.init).sorted()
  }

  @Test(
    "below any folder",
    arguments: [
      ("PREFIX=\"$WORK/usr\"", "./usr"), ("PREFIX=\"$WORK/my apps\"", "./my apps"),
      ("PREFIX=/usr DESTDIR=\"$WORK/it's # there\"", "./it's # there/usr"),
    ])
  func install(words: String, folder: String) async throws {
    let sandbox = try Sandbox()
    let result = try await make("install-share \(words)", in: sandbox)
    try #require(result.status == 0, "\(result.errorText)")
    #expect(
      try await files(in: sandbox) == shared(folder, zsh: "zsh/site-functions/_flagdb").sorted())
    #expect(try await make("uninstall \(words)", in: sandbox).status == 0)
    #expect(try await files(in: sandbox) == [])
  }

  @Test(
    "a folder that would depend on where make stands is refused",
    arguments: ["~nobody/usr", "usr", ""])
  func relative(prefix: String) async throws {
    let sandbox = try Sandbox()
    let result = try await make("install-share PREFIX='\(prefix)'", in: sandbox)
    #expect(result.status == 2)
    #expect(result.errorText.hasPrefix("PREFIX must be a path from the root, found '\(prefix)'\n"))
    #expect(try await files(in: sandbox) == [])
  }

  @Test(
    "below the home folder, whatever the shell makes of a tilde",
    arguments: ["bash", "sh", "zsh", "fish"], ["~/usr", "~/my apps"])
  func home(shell: String, prefix: String) async throws {
    let sandbox = try Sandbox()
    let words = prefix.contains(" ") ? "PREFIX='\(prefix)'" : "PREFIX=\(prefix)"
    let result = try await Command(
      shell, "-c", "make -s -C \"$REPOSITORY\" install-share \(words)",
      environment: ["REPOSITORY": Repository.root.path]
    ).run(in: sandbox)
    try #require(result.status == 0, "\(result.errorText)")
    let folder = "\"$HOME/\(prefix.dropFirst(2))/share/man/man1\""
    let found = try await Command("bash", "-c", "ls \(folder)/flagdb.1 | wc -l").run(in: sandbox)
    #expect(found.outputText == "1\n", "\(found.errorText)")
  }

  @Test("is refused before the build where nothing can be written") func unwritable() async throws {
    let sandbox = try Sandbox()
    let made = try await Command(
      "bash", "-c", "touch file; make -s -C \"$REPOSITORY\" install PREFIX=\"$WORK/file/usr\"",
      environment: ["REPOSITORY": Repository.root.path]
    ).run(in: sandbox)
    #expect(made.status == 2)
    let message = "cannot write into '\(sandbox.work.path)/file'; use sudo, or a folder of yours"
    #expect(made.errorText.hasPrefix(message), "\(made.errorText)")
  }

  @Test(
    "a build says what to do where it cannot begin or end",
    arguments: [
      (
        "PATH=/usr/bin:/bin; hash -r; command -v swift && exit",
        "build: there is no swift on PATH; install Swift 6.2"
      ),
      ("touch .build", "build: cannot write into '.build' of '"),
      (
        "df() { printf 'h\\nd 9 9 2048 9 /\\n'; }; export -f df",
        "build: the disk with '.build' is full: 2 MB are free"
      ),
      ("true", "no space\n"),
    ])
  func build(setUp: String, message: String) async throws {
    let sandbox = try Sandbox()
    let built = try await Command(
      "bash", "-c",
      """
      printf '#!/bin/sh\necho no space >&2; exit 1\n' >swift && chmod +x swift; PATH=$PWD:$PATH
      \(setUp)
      "$REPOSITORY/Scripts/build" --product flagdb
      """, environment: ["REPOSITORY": Repository.root.path]
    ).run(in: sandbox)
    if setUp.hasPrefix("PATH"), built.status == 0 { return }
    #expect(built.status == 1)
    let text = built.outputText.replacing(
      "no space\n", with: "", maxReplacements: message == "no space\n" ? 0 : 1)
    #expect((text + built.errorText).hasPrefix(message), "\(built.outputText)\(built.errorText)")
  }

  @Test(
    "a folder that cannot be written is refused before the build",
    arguments: [
      ("release", ".build"), ("release", "dist"), ("source dist", "dist"),
      ("site dist/site", "dist/site"),
    ])
  func unwritable(script: String, folder: String) async throws {
    let sandbox = try Sandbox()
    let made = try await Command(
      "bash", "-c",
      "cp -R \"$REPOSITORY/Scripts\" . && touch \"${FOLDER%%/*}\" && Scripts/\(script)",
      environment: ["REPOSITORY": Repository.root.path, "FOLDER": folder]
    ).run(in: sandbox)
    #expect(made.status == 1)
    let name = script.prefix { $0 != " " }
    let message = "\(name): cannot write into '\(folder)' of '"
    #expect(made.errorText.hasPrefix(message), "\(made.errorText)")
    #expect(made.errorText.contains("copy the sources to a folder of yours"), "\(made.errorText)")
  }

  /// A package of a tool that is a script, since to build the real one takes minutes.
  private func package(_ kind: String, in sandbox: Sandbox) async throws -> Command.Result {
    try await Command(
      "bash", "-c",
      """
      printf '#!/bin/sh\necho "flagdb 7.8.9 (SQLite 3)"\n' > tool && chmod +x tool &&
      cp tool tool-postgresql &&
      "$REPOSITORY/Scripts/package" \(kind) tool packages
      """,
      environment: [
        "REPOSITORY": Repository.root.path, "DEBFULLNAME": "A & B | C", "DEBEMAIL": "ab@debian.org",
        "SOURCE_DATE_EPOCH": "1700000000",
      ]
    ).run(in: sandbox)
  }

  /// The pages and completions below a folder.
  private func shared(_ folder: String, zsh: String, pages ending: String = "") -> [String] {
    Repository.files(under: "man").map { page in
      "\(folder)/share/man/man\(page.suffix(1))/\(page.dropFirst("man/".count))\(ending)"
    }
      + ["bash-completion/completions/flagdb", "fish/vendor_completions.d/flagdb.fish", zsh].map {
        "\(folder)/share/\($0)"
      }
  }

  @Test("as an archive, with a checksum")
  func archive() async throws {
    let sandbox = try Sandbox()
    let made = try await package("tar", in: sandbox)
    try #require(made.status == 0, "\(made.errorText)")
    let unpacked = try await Command(
      "bash", "-c",
      """
      cd packages && sha256sum -c --quiet *.sha256 && tar xzf *.tar.gz && rm *.tar.gz* &&
      cd flagdb-7.8.9-* && bin/flagdb --version && find . -type f | sort
      """
    ).run(in: sandbox)
    let lines = unpacked.outputText.split(separator: "\n").map(String.init)
    #expect(lines.first == "flagdb 7.8.9 (SQLite 3)", "\(unpacked)")
    let files = lines.dropFirst().filter { !$0.hasPrefix("./share/doc/flagdb/licences/") }
    let documents = ["CHANGELOG.md", "README.md", "copyright"].map { "./share/doc/flagdb/\($0)" }
    #expect(
      Array(files)
        == (["./INSTALL", "./bin/flagdb", "./libexec/flagdb-postgresql"] + documents
        + shared(".", zsh: "zsh/site-functions/_flagdb"))
        .sorted())
    #expect(lines.contains("./share/doc/flagdb/licences/GNU-Readline"))
  }

  private static let makesPackages = FileManager.default.isExecutableFile(
    atPath: "/usr/bin/dpkg-deb")

  @Test("as a Debian package", .enabled(if: makesPackages))
  func debianPackage() async throws {
    let sandbox = try Sandbox()
    let made = try await package("deb", in: sandbox)
    try #require(made.status == 0, "\(made.errorText)")
    let unpacked = try await Command(
      "bash", "-c",
      """
      dpkg-deb -x packages/*.deb root && dpkg-deb -e packages/*.deb root/DEBIAN && cd root &&
      md5sum -c --quiet DEBIAN/md5sums && grep -E '^(Version|Maintainer):' DEBIAN/control &&
      find usr -type f | sort
      """
    ).run(in: sandbox)
    let lines = unpacked.outputText.split(separator: "\n").map(String.init)
    let fields = ["Version: 7.8.9-1", "Maintainer: A & B | C <ab@debian.org>"]
    let documents = ["changelog.Debian.gz", "changelog.gz", "copyright"].map {
      "usr/share/doc/flagdb/\($0)"
    }
    let files =
      ["usr/bin/flagdb", "usr/libexec/flagdb-postgresql", "usr/share/lintian/overrides/flagdb"]
      + documents
      + shared("usr", zsh: "zsh/vendor-completions/_flagdb", pages: ".gz")
    #expect(lines == fields + files.sorted(), "\(unpacked.errorText)")
  }

  @Test(
    "a package of nothing is refused",
    arguments: [
      ("deb absent .", "there is no tool 'absent'; 'make release' builds one"),
      ("rpm /bin/true .", "'/bin/true --version' tells no version: '(GNU'"),
      ("deb /bin/true", "expected deb|tar|root|copyright TOOL FOLDER, found 2 words"),
    ])
  func refusedPackage(words: String, problem: String) async throws {
    let result = try await Command(
      "bash", "-c", "LC_ALL=C \"$REPOSITORY/Scripts/package\" \(words)",
      environment: ["REPOSITORY": Repository.root.path]
    ).run(in: try Sandbox())
    #expect(result.status == 1)
    #expect(result.errorText == "package: \(problem)\n")
  }
}
