import CommandTable

/// The interval of `--watch`: `2`, `2s`, `500ms` or `1m`.
struct WatchInterval: CommandWord {
  let milliseconds: Int32

  init(word: String) throws(UnreadableWord) {
    let units: [(String, Double)] = [("ms", 1), ("s", 1_000), ("m", 60_000), ("", 1_000)]
    let unit = units.first { word.hasSuffix($0.0) } ?? ("", 1_000)
    let number = Double(word.dropLast(unit.0.count)) ?? -1
    let milliseconds = number * unit.1
    // Shorter intervals would keep a processor busy.
    guard (100...86_400_000).contains(milliseconds) else {
      throw UnreadableWord(expected: "a time from 100ms to a day", hint: "as in 2s, 500ms or 1m")
    }
    self.milliseconds = Int32(milliseconds)
  }
}

extension OptionTable {
  mutating func watch(_ property: inout WatchInterval?) {
    value(
      "watch", &property, "TIME", .asks("interval"),
      help: "repeat every TIME, such as 2s, until Ctrl-C")
  }
}
