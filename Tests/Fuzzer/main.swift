/// Gives every reader inputs, and counts: `Fuzzer [--seconds N] [--seed N] [--only TARGET] [--results
/// FILE]`. It is for tests, and ends with 1 if something was found.
///
/// The inputs are read in a child process, which writes down each before it is read, so that one
/// that ends the process or never ends is known: `Fuzzer --child FILE SECONDS SEED [TARGET]`. `Fuzzer --read
/// TARGET` reads the one input on standard input.
import Foundation
import Fuzzing

let words = Array(CommandLine.arguments.dropFirst())
if words.first == "--child", words.count >= 4, let seconds = Double(words[2]),
  let seed = UInt64(words[3])
{
  let targets = words.count == 4 ? FuzzTarget.all : FuzzTarget.all.filter { $0.name == words[4] }
  exit(try Child(notes: words[1]).run(targets, seconds: seconds, seed: seed))
} else if words.first == "--read", words.count == 2,
  let target = FuzzTarget.all.first(where: { $0.name == words[1] })
{
  exit(Child.read([UInt8](FileHandle.standardInput.readDataToEndOfFile()), by: target))
} else if let parent = Parent(words) {
  exit(try parent.run() ? 0 : 1)
} else {
  print("usage: Fuzzer [--seconds N] [--seed N] [--only TARGET] [--results FILE]")
  print("targets: " + FuzzTarget.all.map(\.name).joined(separator: ", "))
  exit(2)
}
