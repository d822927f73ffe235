import CodeFiles
import CommandTable
import Definitions
import FlagCodegen
import FlagModel
import ManagedModels
import Platform
import Terminal

/// `flagdb generate DB [FILE…] --style STYLE`: writes the model as code of a language.
struct GenerateCommand: Command {
  static let name = "generate"
  static let summary = "generates Swift, Core Data, Python, C and other code"

  var source = ""
  var files: [String] = []
  var style: CodeStyle?
  var output: String?
  var used: [String] = []
  var isPublic = false
  var writesAllClasses = false
  var checks = false
  var replaces = false
  var commit: Int64?

  mutating func declare(in table: inout OptionTable) {
    let kinds = ["db", "sqlite", "sqlite3"] + ModelPackages.extensions
    table.argument(
      "DB", &source, .namedInFile("defined-flags", kinds + DefinitionLanguage.allExtensions),
      help:
        "the model: Swift files, a database, another SQLite file, a Core Data model or store, or "
        + "a file that defines flags")
    table.argument(
      "FILE", isOptional: true, &files,
      .namedInFile("defined-flags", DefinitionLanguage.allExtensions),
      help: "more model files, whose types are generated too")
    table.value("style", short: "s", &style, "STYLE", help: "the language or framework of the code")
    let out = table.value(
      "out", short: "o", &output, "FILE", .file(),
      help: "write to this file; with FOLDER/, write a file for each type")
    table.value(
      "using", &used, "FILE", .file(extensions: ["swift"]),
      help: "leave out the types that the app declares in this file")
    table.switch("public", &isPublic, help: "make the Swift declarations public")
    table.switch(
      "all-classes", &writesAllClasses,
      help: "with coredata, also write the classes that Xcode generates")
    let check = table.switch(
      "check", &checks, help: "write nothing; exit 3 if a file differs from the generated code")
    let force = table.switch(
      "force", &replaces, needs: out, help: "overwrite files that flagdb did not generate")
    table.exclude(check, force)
    table.commit(&commit)
  }

  mutating func complete() throws {
    guard style != nil else {
      throw CommandError(
        "the style is missing",
        hint: .choice("add --style STYLE;", CodeStyle.allCases.map(\.rawValue)))
    }
    if isPublic, style?.isSwift == false {
      throw CommandError("--public has no effect on code that is not Swift")
    }
    if writesAllClasses, style != .coredata {
      throw CommandError("--all-classes has an effect only with --style coredata")
    }
    if output == "-" { output = nil }
    if checks, output == nil {
      throw CommandError("--check needs the generated files", hint: "name them with --out")
    }
  }

  func run(in session: Session) throws -> Exit {
    if commit != nil, !CodeModelReading.isDatabase(source) {
      throw CommandError("'\(source)' is a model, without a log")
    }
    let reading = session.given(models: [], records: nil, commit: commit)
    let code = try CodeModelReading(source, files, using: used, in: reading)
      .source(isPublic: isPublic, writingAllClasses: writesAllClasses)
    if style == .coredata { session.say(code.noteOnClasses) }
    guard let output, let style else {
      try session.print(try code.code(style ?? .swift).map(\.text).joined(), isPaged: true)
      return .done
    }
    let place = try CodeOutput(output)
    if !checks, !place.isFolder, try Output.isStream(output) {
      try session.writeDocument(try code.code(style).map(\.text).joined(), to: output, "--out")
      return .done
    }
    let files = try code.code(style, filePerType: place.isFolder)
    if checks {
      let stale = try place.stale(files, in: session.files)
      try session.print(stale.map { "\(visible($0)) differs from the generated code\n" }.joined())
      return stale.isEmpty ? .done : .no
    }
    session.act()
    do {
      _ = try place.write(files, replacing: replaces, in: session.files)
    } catch let error as FileError where error.isOfSync {
      session.say("warning: \(visible(error.message))\n")
    }
    return .done
  }
}

extension CodeSource {
  /// A note with the names of the omitted classes.
  fileprivate var noteOnClasses: String {
    let names = managed?.entities.filter { $0.isWrittenByXcode && !writes($0) }.map(\.name) ?? []
    if names.isEmpty { return "" }
    var some = names.prefix(3).map { "'\(visible($0.text))'" }
    if names.count > 3 { some.append("others") }
    return "note: Xcode generates the classes of \(listed(some, "and")), so they are left out; "
      + "--all-classes writes them\n"
  }
}

extension CodeStyle {
  /// True for code with Swift's access levels.
  fileprivate var isSwift: Bool {
    switch self {
    case .swift, .codable, .coredata, .swiftdata: true
    case .python, .typescript, .javascript, .c, .kotlin, .rust, .sql: false
    }
  }
}

extension CodeStyle: CommandChoice {
  package var help: String? {
    switch self {
    case .swift: "option sets, enums and structs that the library FlagDB stores"
    case .codable: "the same without the library"
    case .coredata: "NSManagedObject subclasses with typed accessors"
    case .swiftdata: "@Model classes"
    case .python: "IntFlags, enums and dataclasses"
    case .typescript: "constants, types and interfaces"
    case .javascript: "the constants and functions of TypeScript, without types"
    case .c: "a header: flags, cases and fields of masks"
    case .kotlin: "value classes, enum classes and data classes"
    case .rust: "bitflags, enums and structs"
    case .sql: "views with names"
    }
  }
}
