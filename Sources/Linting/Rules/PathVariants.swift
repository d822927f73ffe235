/// Files for different platforms, architectures and versions. Their flags differ on purpose.
enum PathVariants {
  /// True if two paths differ only in names of platforms, architectures and versions.
  static func areVariants(_ name: String, _ otherName: String) -> Bool {
    let (first, second) = (words(of: name), words(of: otherName))
    let start = zip(first, second).prefix { $0 == $1 }.count
    let (left, right) = (first.dropFirst(start), second.dropFirst(start))
    let end = zip(left.reversed(), right.reversed()).prefix { $0 == $1 }.count
    let differences = left.dropLast(end) + right.dropLast(end)
    return !differences.isEmpty && differences.allSatisfy(isVariant)
  }

  /// True if each of two paths names a platform that the other does not.
  static func areOfDifferentPlatforms(_ one: String, _ two: String) -> Bool {
    let (first, second) = (platforms(in: one), platforms(in: two))
    return !first.subtracting(second).isEmpty && !second.subtracting(first).isEmpty
  }

  private static func platforms(in path: String) -> Set<Substring> {
    Set(words(of: path)).intersection(platforms)
  }

  /// The words of a path, with a number behind a word as a word of its own: `linux` and `64` of
  /// `linux64`, but `x86`.
  private static func words(of path: String) -> [Substring] {
    path.lowercased().split { !$0.isLetter && !$0.isNumber }.flatMap { word in
      let letters = word.prefix { !$0.isNumber }
      return letters.count > 1 ? [letters, word[letters.endIndex...]] : [word]
    }.filter { !$0.isEmpty }
  }

  /// True for `64`, `v2`, `x86` and `linux`.
  private static func isVariant(_ word: Substring) -> Bool {
    let letters = word.prefix { !$0.isNumber }
    let isLetterWithNumber = letters.count < 2 && letters != word
    return isLetterWithNumber || platforms.contains(letters)
  }

  private static let platforms: Set<Substring> = [
    "aarch", "abi", "aix", "alpha", "amd", "android", "apple", "arch", "arm", "armv", "be",
    "bionic",
    "bsd", "csky", "cygwin", "darwin", "dragonfly", "eabi", "eb", "el", "emscripten", "espidf",
    "freebsd", "freebsdlike", "fuchsia", "generic", "glibc", "gnu", "gnuabi", "gnux", "haiku",
    "hermit", "hexagon", "horizon", "hppa", "hurd", "ia", "illumos", "ios", "le", "like", "linux",
    "loong", "loongarch", "mac", "macos", "mingw", "mips", "mipsbe", "mipsel", "mipsle", "mod",
    "msvc",
    "musl", "nanomips", "netbsd", "netbsdlike", "newlib", "nt", "nto", "nuttx", "openbsd", "osx",
    "parisc",
    "posix", "powerpc", "ppc", "ppcle", "psp", "qnx", "redox", "riscv", "rtems", "rv", "sh",
    "solaris", "solarish", "sparc", "sparcv", "sunos", "teeos", "tvos", "uclibc", "unix",
    "visionos", "vita", "vxworks", "wasi", "wasip", "wasm", "watchos", "win", "windows", "winnt",
    "xtensa", "zos",
  ]
}
