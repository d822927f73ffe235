import FlagModel

/// The mode of a file on Unix: its permissions, and in the higher bits the kind of the file.
extension ColumnFacts {
  var fileMode: Guess? {
    guard words.isFileMode, values.areIntegers, let counts = values.counts else { return nil }
    let modes = counts.keys.filter { $0 > 0 }.map { UInt64($0) }
    guard counts.keys.allSatisfy({ $0 >= -1 }), FileMode.areModes(modes) else { return nil }
    let hasKinds = modes.contains { $0 & FileMode.kinds != 0 }
    let kind: Name = "\(typeName)Kind"
    let fields = hasKinds ? [FileMode.field(declaredType: kind)] : []
    return Guess(
      type: .flags(FileMode.flags(named: typeName, fields)),
      reason: "its name and values suggest file modes", certainty: .likely)
  }
}

/// The names of the bits, from `<sys/stat.h>` of POSIX.
enum FileMode {
  static let kinds: UInt64 = 0o170000

  private static let permissions: [(Name, UInt64)] = [
    ("ISUID", 0o4000), ("ISGID", 0o2000), ("ISVTX", 0o1000), ("IRUSR", 0o400), ("IWUSR", 0o200),
    ("IXUSR", 0o100), ("IRGRP", 0o40), ("IWGRP", 0o20), ("IXGRP", 0o10), ("IROTH", 0o4),
    ("IWOTH", 0o2), ("IXOTH", 0o1),
  ]

  private static let names: [(Name, Int64)] = [
    ("FIFO", 0o010000), ("CHR", 0o020000), ("DIR", 0o040000), ("BLK", 0o060000),
    ("REG", 0o100000), ("LNK", 0o120000), ("SOCK", 0o140000),
  ]

  /// True if all have an existing kind, and nearly all of them allow their owner to read.
  static func areModes(_ modes: [UInt64]) -> Bool {
    let knownKinds = Set(names.map { UInt64($0.1) } + [0])
    let readable = modes.count { $0 & 0o400 != 0 }
    return modes.count > 1 && modes.allSatisfy { $0 < 1 << 16 && knownKinds.contains($0 & kinds) }
      && readable * 4 >= modes.count * 3
  }

  static func field(declaredType: Name) -> BitField {
    let cases = names.map { Enumeration.Case(name: $0, rawValue: .integer($1)) }
    return BitField(
      name: "kind", bits: 12...15, declaredType: declaredType,
      type: .enumeration(Enumeration(name: declaredType, rawType: .integer(.int), cases: cases)),
      isOptional: true, isInPlace: true)
  }

  static func flags(named name: Name, _ fields: [BitField]) -> FlagSet {
    FlagSet(
      name: name, rawType: .int, flags: permissions.map { Flag(name: $0, mask: $1) },
      fields: fields)
  }
}
