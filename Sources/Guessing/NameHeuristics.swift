import FlagModel

/// The words in the name of a column, which suggest the meaning of its values: `lastVisitTime`,
/// `meta_flags`, `ZBIOMARKERFLAGS`.
struct NameHeuristics: Hashable {
  /// The words in lower case, without trailing digits.
  let all: [String]

  init(_ name: Name) {
    var words = Self.split(Array(name.utf8))
    // The coding key under which Swift stores the number of a set.
    if words.count > 2, words.suffix(2) == ["raw", "value"] { words.removeLast(2) }
    all = words
  }

  /// Splits a name before capital letters and at characters that are no letters.
  private static func split(_ bytes: [UInt8]) -> [String] {
    var words: [[UInt8]] = [[]]
    for (index, byte) in bytes.enumerated() {
      let isCapital = isCapital(byte)
      let endsCapitals =
        index > 0 && isCapital && index + 1 < bytes.count && isSmall(bytes[index + 1])
      if isCapital, index > 0, !self.isCapital(bytes[index - 1]) || endsCapitals {
        words.append([])
      }
      if isCapital || isSmall(byte) || byte >= 0x80 {
        words[words.count - 1].append(byte | (isCapital ? 0x20 : 0))
      } else {
        words.append([])
      }
    }
    return words.filter { !$0.isEmpty }.map { String(decoding: $0, as: UTF8.self) }
  }

  private static func isCapital(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }
  private static func isSmall(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }

  // MARK: Kinds of names

  /// The word that suggests a mask, such as `flags`; nil if there is none.
  var mask: String? {
    guard let last = all.last else { return nil }
    if Self.masks.contains(last) || Self.ends(last, with: Self.maskEnds) { return last }
    // The last word is decisive: `option_name` is a name.
    guard Self.modifiers.contains(last), let before = all.dropLast().last,
      Self.masks.contains(before)
    else { return nil }
    return before
  }

  /// True if the name suggests a number that counts, measures, sorts or refers.
  var isNumber: Bool {
    all.contains {
      Self.numbers.contains($0) || Self.units.contains($0) || Self.bounds.contains($0)
    }
      || all.last.map { Self.ends($0, with: Self.numberEnds) } == true
  }

  /// True if the name suggests a date or time. `last_id` does not.
  var isTime: Bool {
    guard let last = all.last, !isReference else { return false }
    return saysMoment || all.contains(where: Self.deeds.contains)
      || Self.ends(last, with: Self.timeEnds)
  }

  private var saysMoment: Bool { all.contains(where: Self.times.contains) }

  /// True if the name suggests a number that is never a date.
  var isReference: Bool {
    all.last.map { Self.numbers.contains($0) || Self.ends($0, with: Self.numberEnds) } == true
  }

  /// True if the name is a question with the answer yes or no: `is_dir`, `hasArms`, `deleted`.
  /// `num_deleted` and `date_deleted` are not.
  var isQuestion: Bool {
    guard let first = all.first, let last = all.last else { return false }
    if all.count > 1, Self.questions.contains(first) { return true }
    if Self.counts.contains(first) || saysMoment { return false }
    return Self.states.contains(last)
      || last.utf8.count > 4 && Self.ends(last, with: ["ed", "able"])
  }

  /// True if the name suggests an enum: `kind`, `status`.
  var isChoice: Bool { all.last.map(Self.isChoice) == true }

  /// True if the name contains a word for an enum: `kind_of_group`.
  var mentionsChoice: Bool { all.contains(where: Self.isChoice) }

  private static func isChoice(_ word: String) -> Bool {
    choices.contains(word) || ends(word, with: choiceEnds)
  }

  /// True if the name suggests free text: `title`, `city`.
  var isFreeText: Bool { all.contains(where: Self.freeTexts.contains) }

  /// True if the name suggests a URL.
  var isURL: Bool {
    all.contains(where: Self.urls.contains)
      || all.last.map { Self.ends($0, with: ["url", "uri"]) } == true
  }

  /// True if the name suggests the mode of a file on Unix.
  var isFileMode: Bool { all.last.map { Self.fileModes.contains($0) || $0 == "filemode" } == true }

  private static func ends(_ word: String, with ends: [String]) -> Bool {
    ends.contains { word.hasSuffix($0) }
  }
}

// The words are English words of programmers, and not taken from any single program.
extension NameHeuristics {
  private static let masks: Set<String> = [
    "attributes", "bitfield", "bitmap", "bitmask", "bits", "bitset", "capabilities", "caps",
    "feature", "features", "flag", "flags", "mask", "masks", "option", "options", "perm",
    "permission", "permissions", "perms", "privileges", "rights", "traits", "transition",
  ]
  /// Endings that no other English words have.
  private static let maskEnds = ["flag", "flags", "bitmask", "permissions", "capabilities"]

  /// Words at the end of a name that do not change its meaning.
  private static let modifiers: Set<String> = [
    "data", "default", "extra", "field", "hex", "info", "int", "internal", "local", "new", "old",
    "raw", "remote", "set", "state", "status", "value", "word",
  ]

  private static let numbers: Set<String> = [
    "age", "amount", "angle", "area", "avg", "balance", "block", "blocks", "byte", "bytes",
    "capacity", "cell", "checksum", "code", "col", "column", "cost", "count", "counter", "crc",
    "current", "day", "days", "delay", "delta", "depth", "dev", "device", "distance", "duration",
    "elapsed", "energy", "ent", "fee", "free", "freq", "frequency", "generation", "gid", "hash",
    "height", "hour", "hours", "id", "ident", "identifier", "idx", "index", "inode", "interval",
    "key", "lat", "latitude", "len", "length", "level", "limit", "line", "lng", "lon", "longitude",
    "max", "maximum", "memory", "min", "minimum", "minute", "minutes", "month", "months", "no",
    "nr", "num", "number", "off", "offset", "opt", "ord", "order", "ordinal", "page", "pages",
    "parent", "percent", "period", "phone", "pid", "pk", "pointer", "port", "pos", "position",
    "power", "price", "priority", "qty", "quantity", "rank", "rate", "rating", "ratio", "ref",
    "reference", "rev", "revision", "root", "row", "salt", "scale", "score", "seed", "seq",
    "sequence", "serial", "size", "sizes", "sort", "speed", "step", "sum", "sz", "temp",
    "temperature", "threshold", "timeout", "timezone", "total", "ttl", "uid", "user", "uuid",
    "value", "version", "voltage", "volume", "week", "weeks", "weight", "width", "year", "years",
    "zip", "zone",
  ]
  /// Units of time, in which dates are counted too.
  private static let units: Set<String> = [
    "micros", "microseconds", "millis", "milliseconds", "ms", "nanos", "nanoseconds", "ns", "sec",
    "second", "seconds", "secs", "us", "usec",
  ]
  private static let bounds: Set<String> = ["begin", "end", "first", "last", "start"]
  private static let numberEnds = ["id", "count", "size", "length", "index", "offset", "number"]

  private static let times: Set<String> = [
    "at", "atime", "birthday", "birthtime", "btime", "creation", "crtime", "ctime", "date",
    "dates", "datetime", "deadline", "dtime", "due", "expiration", "expires", "expiry", "last",
    "mtime", "since", "stamp", "time", "times", "timestamp", "ts", "until", "utc", "when",
  ]
  /// Past participles such as `deleted`. They name a question with the answer yes or no, or the
  /// date of the action.
  private static let deeds: Set<String> = [
    "accessed", "added", "began", "changed", "created", "delivered", "edited", "ended", "finished",
    "modified", "opened", "published", "received", "seen", "sent", "started", "updated", "visited",
  ]
  private static let timeEnds = ["time", "date", "timestamp", "datetime", "utc"]

  private static let counts: Set<String> = ["count", "nr", "num", "number", "total"]

  private static let questions: Set<String> = [
    "allow", "allows", "are", "can", "did", "disable", "do", "does", "enable", "had", "has", "have",
    "hide", "ignore", "include", "is", "must", "needs", "requires", "should", "show", "shows",
    "supports", "use", "uses", "was", "were", "will", "with",
  ]
  private static let states: Set<String> = [
    "active", "alive", "bool", "boolean", "busy", "complete", "confidential", "correct", "dirty",
    "done", "enabled", "external", "favorite", "favourite", "flag", "hidden", "internal", "invalid",
    "online",
    "open", "optional", "paid", "primary", "private", "public", "read", "ready", "unread", "valid",
    "visible",
  ]

  private static let choices: Set<String> = [
    "action", "category", "class", "direction", "format", "gender", "kind", "level", "method",
    "mode", "outcome", "phase", "priority", "protocol", "reason", "result", "role", "scope",
    "severity",
    "sex", "stage", "state", "status", "type", "unit", "visibility",
  ]
  private static let choiceEnds = ["type", "kind", "status", "state"]

  private static let freeTexts: Set<String> = [
    "address", "album", "artist", "author", "body", "bundle", "city", "comment", "company",
    "content", "country", "currency", "data", "description", "domain", "email", "extension", "file",
    "filename", "folder", "genre", "guid", "hash", "host", "id", "key", "label", "language",
    "locale", "mail", "message", "model", "name", "nickname", "note", "owner", "password", "path",
    "phone", "region", "secret", "serial", "subject", "tag", "text", "title", "token", "url",
    "user", "username", "uuid", "value", "version",
  ]

  private static let urls: Set<String> = ["href", "link", "uri", "url", "urls", "website"]

  private static let fileModes: Set<String> = [
    "mode", "perm", "permission", "permissions", "perms",
  ]
}
