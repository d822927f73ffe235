// bench FLAGDB DATA-FOLDER TEMPLATES [--rounds N] [--data plain|dense] [--save FOLDER] [--records N [CONTEST…]]…
//
// Holds the contests named, or all, and prints a table; --save writes results.svg, and the table into
// the README.md of the folder.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

do {
  let request = try Request(CommandLine.arguments)
  try request.run()
} catch {
  say(error.message)
  exit(1)
}
