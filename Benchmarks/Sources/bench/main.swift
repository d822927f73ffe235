// bench FLAGDB DATA-FOLDER TEMPLATES [--records N,N] [--rounds N] [--save FOLDER] [CONTEST…]
//
// Holds the contests named, or all, and prints a table; --save writes results.md and results.svg.

import Glibc

do {
  let request = try Request(CommandLine.arguments)
  try request.run()
} catch {
  say(error.message)
  exit(1)
}
