import CommandTable
import FlagDB
import Platform
import Terminal

/// Runs the tool once and answers with its exit status.
func run() -> Int32 {
  var isVerbose = false
  do {
    switch try tool.parse(try commandLineWords()) {
    case .help(let command):
      let session = Session(colour: .auto)
      let width = session.textWidth
      try session.print(
        command.map { tool.help(for: $0, width: width) } ?? tool.help(width: width),
        isPaged: true)
      return Exit.done.rawValue
    case .version:
      try Session(colour: .auto).print("\(tool.name) \(tool.version)\n")
      return Exit.done.rawValue
    case .run(let line):
      isVerbose = line.has(option: "verbose")
      let colour = line.value(ofOption: "color").flatMap(Terminal.ColourChoice.init)
      guard let type = commands.first(where: { $0.description.name == line.command.name }) else {
        throw CommandError("'\(line.command.name)' is not a command of \(tool.name)")
      }
      return try type.init(line).run(in: Session(colour: colour ?? .auto)).rawValue
    }
  } catch {
    let failure = Failure(error, isVerbose: isVerbose)
    try? writeAll(Array(failure.text.utf8), to: STDERR_FILENO)
    return failure.status
  }
}

prepareProcess()
Interruption.catchSignals()
exit(run())
