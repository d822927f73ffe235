import CodeFiles
import FlagCodegen
import FlagModel
import ManagedModels
import ModelText
import Platform

/// The program that the plugins of the package run: `flagdb generate` for model files and models of Core
/// Data, without a database. Mistakes are printed as compilers print them, at their line.
///
/// This module is the program of the plugins.
@main
struct FlagGenerator {
  private var sources: [String] = []
  private var used: [String] = []
  private var style = CodeStyle.swift
  private var output: String?
  private var isPublic = false
  private let files = FilesInUse.ofNoCommand

  static func main() {
    do {
      var generator = try FlagGenerator(arguments: CommandLine.arguments.dropFirst())
      try generator.run()
    } catch {
      tell(words(of: error))
      exit(1)
    }
  }

  private init(arguments: ArraySlice<String>) throws {
    var rest = arguments
    while let word = rest.popFirst() {
      switch word {
      case "--style":
        let styles = "one of \(listed(CodeStyle.allCases.map(\.rawValue)))"
        let name = try Self.value(of: word, styles, from: &rest)
        guard let style = CodeStyle(rawValue: name) else {
          throw CodeProblem("'--style' expects \(styles), found '\(name)'")
        }
        self.style = style
      case "--out": output = try Self.value(of: word, "FILE", from: &rest)
      case "--using": used.append(try Self.value(of: word, "FILE", from: &rest))
      case "--public": isPublic = true
      case _ where word.hasPrefix("--"): throw CodeProblem("unknown option '\(word)'")
      default: sources.append(word)
      }
    }
    if sources.isEmpty || output == nil {
      throw CodeProblem("expected a model and --out FILE")
    }
  }

  /// Takes the word after an option. The parser of the tool would be compiled for each user of a plugin.
  private static func value(
    of option: String, _ expected: String, from words: inout ArraySlice<String>
  ) throws -> String {
    guard let word = words.popFirst() else {
      throw CodeProblem("'\(option)' expects \(expected), found nothing")
    }
    if word.hasPrefix("--") {
      throw CodeProblem("'\(option)' expects \(expected), found option '\(word)'")
    }
    return word
  }

  private mutating func run() throws {
    let models = sources.filter { !ModelPackages.isName($0) }
    let packages = sources.filter(ModelPackages.isName)
    if packages.count > 1 {
      throw CodeProblem("generate the code of one model of Core Data at a time")
    }
    var schema = try read(models + used)
    let managed = try packages.first.map { try ModelPackages.read($0, in: files).currentModel }
    if let managed {
      schema = Schema(
        types: schema.types,
        entities: schema.entities + (try managed.schema(types: schema.types).entities))
    }
    let usedSchema = try read(used)
    let code = CodeSource(
      schema: schema, managed: managed, hasTables: managed == nil,
      declaredElsewhere: Set(usedSchema.types.map(\.name) + usedSchema.entities.map(\.name)),
      origins: sources.map(CodeSource.origin), isPublic: isPublic)
    let place = try CodeOutput(output ?? "")
    _ = try place.write(
      try code.code(style, filePerType: place.isFolder), replacing: false, in: files)
  }

  /// Reads the model files, and prints warnings.
  private func read(_ paths: [String]) throws -> Schema {
    if paths.isEmpty { return .empty }
    let reading = readModel(
      try paths.map { path in
        let bytes = try readFile(at: path, limit: 16 << 20, in: files)
        if let offset = firstInvalidUTF8(in: bytes) {
          throw CodeProblem("'\(path)' is not UTF-8: byte \(offset)")
        }
        return SourceText(name: path, utf8: bytes)
      })
    guard let schema = reading.schema else { throw Diagnostics(reading.diagnostics) }
    tell(reading.diagnostics.map { $0.rendered() }.joined())
    return schema
  }

  private static func words(of error: any Error) -> String {
    switch error {
    case let error as Diagnostics: error.all.map { $0.rendered() }.joined()
    case let error as CodeProblem:
      "error: \(error.message)\n" + (error.hint.map { "hint: \($0.text)\n" } ?? "")
    case let error as ManagedModelError: "error: \(error.message)\n"
    case let error as FileError: "error: \(error.message)\n"
    default: "error: \(error)\n"
    }
  }
}

/// Prints lines to standard output, because SwiftPM shows the output of a plugin's program.
private func tell(_ text: String) { print(visibleLines(text), terminator: "") }
