// Uses one database from several processes through the library, kills some of them at any moment, and checks
// that no view was broken and no acknowledged transaction is lost: `Soak [--seconds N] [--results FILE]`. It ends
// with 1 if something was found.
import FlagDB
import Foundation

let words = Array(CommandLine.arguments.dropFirst())
do {
  switch words.first {
  case "write"? where words.count == 3:
    try await Child.write(words[1], durability: words[2] == "full" ? .full : .normal)
  case "read"? where words.count == 3:
    try await Child.read(words[1])
  default:
    var seconds = 60.0
    var results: String?
    for index in stride(from: 0, to: words.count - 1, by: 2) {
      switch (words[index], Double(words[index + 1])) {
      case ("--seconds", let number?): seconds = number
      case ("--results", _): results = words[index + 1]
      default:
        print("usage: Soak [--seconds N] [--results FILE]")
        exit(2)
      }
    }
    let parent = Parent(program: CommandLine.arguments[0])
    try await parent.run(seconds: seconds)
    let table = """
      kills\t\(parent.kills)
      commits\t\(parent.commits)
      differences\t\(parent.differences)
      crashes\t\(parent.crashes)

      """
    print(table, terminator: "")
    if let results { try table.write(toFile: results, atomically: true, encoding: .utf8) }
    exit(parent.differences + parent.crashes == 0 ? 0 : 1)
  }
} catch {
  FileHandle.standardError.write(Data("soak: \(error)\n".utf8))
  exit(1)
}
