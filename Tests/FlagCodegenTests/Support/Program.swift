import Foundation

/// A program of the machine that a test runs, and what came of it.
struct Program {
  struct Outcome {
    let status: Int32
    let output: String
    let errors: String
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The path of a program; nil if it is not installed.
  static func path(_ name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Runs a program to its end. One that fails is an error with what it said.
  @discardableResult
  static func run(_ name: String, _ arguments: [String], in folder: URL) throws -> Outcome {
    guard let path = path(name) else { throw Failure(description: "'\(name)' is not installed") }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let (output, errors) = (
      folder.appending(path: "\(UUID()).out"), folder.appending(path: "\(UUID()).err")
    )
    for file in [output, errors] {
      try Data().write(to: file)
    }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    let outcome = Outcome(
      status: process.terminationStatus, output: try String(contentsOf: output, encoding: .utf8),
      errors: try String(contentsOf: errors, encoding: .utf8))
    guard outcome.status == 0 else {
      throw Failure(
        description:
          "\(name) \(arguments.joined(separator: " ")): \(outcome.status)\n\(outcome.errors)")
    }
    return outcome
  }
}

/// A folder of its own for one test.
final class Workplace {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "flagdb-codegen-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: url.appending(path: name))
  }
}
