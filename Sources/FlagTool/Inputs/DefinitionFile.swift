import Databases
import Definitions
import FlagModel
import Platform

/// A file in any language that defines flags.
struct DefinitionFile {
  let path: String
  let language: DefinitionLanguage

  /// Nil for a database and for a Swift model.
  init?(_ path: String, _ options: DefinitionOptions = DefinitionOptions()) {
    guard !Database.isAddress(path),
      let language = options.language ?? DefinitionLanguage(fileName: path)
    else { return nil }
    self.path = Self.header(path, in: options.folders) ?? path
    self.language = language
  }

  /// The header in an include folder, as of `linux/stat.h`; nil if the path itself exists.
  private static func header(_ path: String, in folders: [String]) -> String? {
    guard path.hasSuffix(".h"), !path.hasPrefix("/"), (try? fileKind(at: path)) == nil else {
      return nil
    }
    return FileSurroundings.headerFolders(folders).lazy.map { "\($0)/\(path)" }.first {
      (try? fileKind(at: $0)) == .regular
    }
  }

  func definitions(
    _ options: DefinitionOptions, in session: Session, compiles: Bool = true,
    headers: HeaderShelf = HeaderShelf(), ownSetsOnly: Bool = false
  ) throws -> FlagDefinitions {
    session.read(path)
    let source = try ModelFile.source(path, session)
    let surroundings = FileSurroundings(
      session: session, folders: options.folders,
      compiler: compiles && path != "-" ? FileSurroundings.compiler : nil,
      headers: headers, needsOwnSetsOnly: ownSetsOnly)
    let place = path.hasPrefix("/") ? path : "./\(path)"
    return try FlagDefinitions(source, at: place, language, surroundings)
  }

  /// True unless it is a table or JSON that defines no flags.
  func defines(_ type: Name?, in session: Session) throws -> Bool {
    FlagDefinitions.canRead(type, in: try ModelFile.source(path, session), language)
  }
}

extension FlagDefinitions {
  /// Reads a flag set from a file of any language, and reports what is omitted.
  static func read(
    file path: String, type: Name, _ options: DefinitionOptions = DefinitionOptions(),
    in session: Session
  ) throws -> DefinedFlags {
    guard let file = DefinitionFile(path, options) else { throw DefinitionFile.unknown(path) }
    let flags = try file.definitions(options, in: session).read(type)
    DefinitionFile.say(flags, in: session)
    return flags
  }
}

extension DefinitionFile {
  /// Reports the omitted constants of a set.
  static func say(_ defined: DefinedFlags, in session: Session) {
    session.say(shownInPart(defined.notes) { $0.rendered() })
  }

  static func unknown(_ path: String) -> CommandError {
    CommandError(
      "the name of '\(path)' does not show its language",
      hint: "give it, as in --language c")
  }
}

/// Gives definition readers access to files and the compiler.
private struct FileSurroundings: DefinitionSurroundings {
  let session: Session
  /// The include folders in the command line.
  let folders: [String]
  let compiler: String?
  let headers: HeaderShelf
  let needsOwnSetsOnly: Bool

  private static let largestHeader = 8 << 20
  /// The time limit for the compiler, about ten times the usual duration.
  private static let patience: Int64 = 10_000
  private static let longestAnswer = 32 << 20
  /// The memory limit for the compiler, which needs several hundred megabytes for the largest
  /// headers.
  private static let mostMemory: UInt64 = 2 << 30

  /// `FLAGDB_CLANG`, or `clang` in `PATH`; nil if there is none.
  static var compiler: String? {
    let named = environmentVariable("FLAGDB_CLANG")
    if let named { return named.hasPrefix("/") ? named : nil }
    return programPath("clang")
  }

  func source(at path: String) -> SourceText? {
    guard (try? fileKind(at: path)) == .regular,
      let bytes = try? readFile(at: path, limit: Self.largestHeader, in: session.files),
      firstInvalidUTF8(in: bytes) == nil
    else { return nil }
    return SourceText(name: path, utf8: bytes)
  }

  var headerFolders: [String] { Self.headerFolders(folders) }

  /// The given folders, and those that a C compiler searches.
  static func headerFolders(_ folders: [String]) -> [String] {
    #if arch(arm64)
      let machine = "aarch64-linux-gnu"
    #else
      let machine = "x86_64-linux-gnu"
    #endif
    return folders + ["/usr/local/include", "/usr/include/\(machine)", "/usr/include"]
  }

  func compile(_ program: CompilerProgram) -> CompilerAnswer? {
    guard let compiler else { return nil }
    let folders = folders.flatMap { ["-I", $0] }
    let answer = runProgram(
      [compiler] + folders + program.arguments, input: Array(program.text.utf8),
      outputLimit: Self.longestAnswer, milliseconds: Self.patience,
      memoryLimit: Self.mostMemory)
    return answer.map {
      CompilerAnswer(
        succeeded: $0.succeeded, output: String(decoding: $0.output, as: UTF8.self),
        errors: String(decoding: $0.errors, as: UTF8.self))
    }
  }
}
