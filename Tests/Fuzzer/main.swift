/// Gives every reader inputs for so many seconds, and counts: `Fuzzer [SECONDS] [SEED]`.
///
/// The inputs are read in a child process, which writes down each before it is read, so that one
/// that ends the process or never ends is known: `Fuzzer --child FILE SECONDS SEED`. `Fuzzer --read
/// TARGET` reads the one input on standard input.
import Foundation
import Fuzzing

let words = Array(CommandLine.arguments.dropFirst())
if words.first == "--child", words.count == 4, let seconds = Double(words[2]),
  let seed = UInt64(words[3])
{
  exit(try Child(notes: words[1]).run(seconds: seconds, seed: seed))
} else if words.first == "--read", words.count == 2,
  let target = FuzzTarget.all.first(where: { $0.name == words[1] })
{
  var fuzzer = Fuzzer(target)
  do throws(FuzzReport) {
    try fuzzer.read([UInt8](FileHandle.standardInput.readDataToEndOfFile()))
    print(fuzzer.accepted > 0 ? "accepted" : "refused")
  } catch {
    print(error)
    exit(Child.hasFound)
  }
} else {
  let seconds = words.first.flatMap(Double.init) ?? 60
  let seed = words.dropFirst().first.flatMap(UInt64.init) ?? UInt64.random(in: 1...1_000_000)
  exit(try Parent(seconds: seconds, seed: seed).run() ? 0 : 1)
}
