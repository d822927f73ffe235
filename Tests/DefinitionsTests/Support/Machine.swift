import Definitions
import FlagModel
import Foundation
import Platform

/// The files and the compiler of the machine that the tests run on.
struct Machine: DefinitionSurroundings {
  var compiles = true
  private static let compiler = programPath("clang")
  static var hasCompiler: Bool { compiler != nil }

  func source(at path: String) -> SourceText? {
    guard let text = FileManager.default.contents(atPath: path),
      let valid = String(data: text, encoding: .utf8)
    else { return nil }
    return SourceText(name: path, valid)
  }

  var headerFolders: [String] {
    ["/usr/include/x86_64-linux-gnu", "/usr/include/aarch64-linux-gnu", "/usr/include"]
  }

  func compile(_ program: CompilerProgram) -> CompilerAnswer? {
    guard compiles, let compiler = Self.compiler else { return nil }
    let answer = runProgram(
      [compiler] + program.arguments, input: Array(program.text.utf8), outputLimit: 64 << 20,
      milliseconds: 60_000, memoryLimit: 4 << 30)
    return answer.map {
      CompilerAnswer(
        succeeded: $0.succeeded, output: String(decoding: $0.output, as: UTF8.self),
        errors: String(decoding: $0.errors, as: UTF8.self))
    }
  }
}
