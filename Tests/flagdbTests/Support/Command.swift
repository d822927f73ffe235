import Foundation

/// One command run without a shell, in a sandbox.
struct Command {
  /// The result of a command.
  struct Result {
    var status: Int32
    var output: [UInt8]
    var error: [UInt8]
    var outputText: String { String(decoding: output, as: UTF8.self) }
    var errorText: String { String(decoding: error, as: UTF8.self) }
  }

  /// A command that hung or was killed.
  struct Failure: Error, CustomStringConvertible {
    var words: [String]
    var ending: ChildProcess.Ending
    var error: String
    var description: String { "\(words.joined(separator: " ")): \(ending)\n\(error)" }
  }

  var words: [String]
  var input: [UInt8] = []
  var environment: [String: String] = [:]
  var limit = ChildProcess.patience

  init(_ words: String..., input: String = "", environment: [String: String] = [:]) {
    self.words = words
    self.input = Array(input.utf8)
    self.environment = environment
  }

  /// Runs it to its end; an exit status other than 0 is a result, a signal is an error.
  func run(in sandbox: Sandbox) async throws -> Result {
    let name = UUID().uuidString
    let files = ["in", "out", "err"].map { sandbox.privateFile("\(name).\($0)") }
    try Data(input).write(to: files[0])
    let process = try ChildProcess(
      words, environment: sandbox.environment.merging(environment) { $1 }, folder: sandbox.work,
      streams: .init(input: files[0].path, output: files[1].path, error: files[2].path))
    let ending = await process.wait(atMost: limit)
    let error = try [UInt8](Data(contentsOf: files[2]))
    guard case .exited(let status) = ending else {
      throw Failure(words: words, ending: ending, error: String(decoding: error, as: UTF8.self))
    }
    return Result(status: status, output: try [UInt8](Data(contentsOf: files[1])), error: error)
  }
}
