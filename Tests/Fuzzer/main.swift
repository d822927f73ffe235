/// Gives every reader inputs, and counts: `Fuzzer [--seconds N] [--seed N] [--results FILE]`. It is
/// for tests, and ends with 1 if something was found.
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
  exit(Child.read([UInt8](FileHandle.standardInput.readDataToEndOfFile()), by: target))
} else if let parent = Parent(words) {
  exit(try parent.run() ? 0 : 1)
} else {
  print("usage: Fuzzer [--seconds N] [--seed N] [--results FILE]")
  exit(2)
}
