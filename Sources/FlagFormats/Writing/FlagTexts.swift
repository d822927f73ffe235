import FlagModel

/// Short texts for the flags of a narrow column.
/// See Documentation/Decisions/a-narrow-column-shows-some-names.md.
struct FlagTexts {
  private let set: FlagSet
  private let minus: String
  private let ellipsis: String
  /// The flags without their long common prefix, such as `SD…HIZ`; empty without a common prefix.
  private let shortened: [String: String]

  /// The minimum length of a common prefix that is omitted.
  private static let longBeginning = 8
  /// The minimum length of a partially shown name.
  private static let readable = 5

  init(_ set: FlagSet, _ style: OutputStyle) {
    self.set = set
    minus = style.usesUnicode ? "−" : "-"
    let ellipsis = style.usesUnicode ? "…" : "..."
    self.ellipsis = ellipsis
    let names = set.flags.map(\.name.text)
    let common = Self.commonBeginning(of: names)
    guard names.count > 1, common.count >= Self.longBeginning else {
      shortened = [:]
      return
    }
    let pairs = names.map { ($0, "\(common.prefix(2))\(ellipsis)\($0.dropFirst(common.count))") }
    shortened = Dictionary(pairs) { first, _ in first }
  }

  /// The common prefix of all names, up to the end of a word if `_` separates words.
  private static func commonBeginning(of names: [String]) -> String {
    let common = commonPrefix(of: names)
    if names.contains(common) { return "" }
    return common.lastIndex(of: "_").map { String(common[...$0]) } ?? common
  }

  /// The widest text for a mask that fits: all names, or some names and the number of the others,
  /// or only the number.
  func text(of mask: UInt64, in room: Int) -> String {
    let items = set.shortItems(of: mask)
    let whole: [String?] = [
      items.joined(separator: "|"), set.complementText(of: mask, minus: minus),
    ]
    let shortest = whole.compactMap(\.self).map(visible).sorted { $0.count < $1.count }
    if let text = shortest.first(where: { displayWidth(of: $0) <= room }) { return text }
    let count = set.names(of: mask).count
    let plain = beginning(of: items, shown: items, of: mask, in: room)
    let short = beginning(of: items, shown: items.map { shortened[$0] ?? $0 }, of: mask, in: room)
    if short.count > plain.count { return short.text }
    if plain.count > 0 { return plain.text }
    return cut(items, count, room) ?? counted(count, "flag")
  }

  /// The width of the shortest text.
  func leastWidth(of mask: UInt64) -> Int {
    displayWidth(of: counted(set.names(of: mask).count, "flag"))
  }

  /// As many items as fit, with the number of omitted flags.
  private func beginning(
    of items: [String], shown: [String], of mask: UInt64, in room: Int
  ) -> (text: String, count: Int) {
    var text = ""
    var width = 0
    var rest = mask
    var fitting = (text: "", count: 0)
    for (index, item) in shown.map(visible).enumerated() {
      if index > 0 {
        text += "|"
        width += 1
      }
      text += item
      width += displayWidth(of: item)
      if width > room { break }
      rest &= ~(set.mask(named: Name(items[index])) ?? set.bits(withoutName: items[index]) ?? 0)
      let fields = items[(index + 1)...].count { $0.contains("=") }
      let left = index == items.count - 1 ? 0 : set.names(of: rest).count + fields
      let more = left == 0 ? "" : "|+\(left)"
      if width + displayWidth(of: more) <= room { fitting = (text + more, index + 1) }
    }
    return fitting
  }

  /// The first item without its middle, and the number of the others; nil if it would be ambiguous.
  private func cut(_ items: [String], _ count: Int, _ room: Int) -> String? {
    guard let first = items.first, !items.isEmpty else { return nil }
    let more = items.count > 1 ? "|+\(count - 1)" : ""
    let width = room - displayWidth(of: more)
    guard let text = withoutMiddle(first, in: width) else { return nil }
    let isOther = set.flags.contains { flag in
      flag.name != Name(first) && withoutMiddle(flag.name.text, in: width) == text
    }
    if isOther { return nil }
    return text + more
  }

  private func withoutMiddle(_ name: String, in width: Int) -> String? {
    let room = width - displayWidth(of: ellipsis)
    guard room >= Self.readable, displayWidth(of: name) > width,
      name.unicodeScalars.allSatisfy(\.isASCII)
    else { return nil }
    return name.prefix(room / 3) + ellipsis + name.suffix(room - room / 3)
  }
}
