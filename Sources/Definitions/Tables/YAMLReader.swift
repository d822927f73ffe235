import FlagModel
import JSON

/// Reads the mappings, lists, texts and numbers of YAML in blocks. What it does not know, such as
/// anchors, tags and lists on one line, has no value.
struct YAMLReader {
  private struct Line {
    var indentation: Int
    var text: Substring
    let place: Range<Int>
  }

  private let source: SourceText
  private var lines: [Line] = []
  private var at = 0
  private static let deepest = 60

  static func read(_ source: SourceText) throws(Diagnostics) -> JSONValue {
    var reader = YAMLReader(source: source)
    do throws(Diagnostic) {
      reader.split()
      let value = try reader.block(from: 0, depth: 0)
      if reader.at < reader.lines.count { throw reader.failure("expected a key or a list here") }
      return value
    } catch {
      throw Diagnostics([error])
    }
  }

  private init(source: SourceText) { self.source = source }

  private func failure(_ message: String) -> Diagnostic {
    let range = if at < lines.count { lines[at].place } else { 0..<0 }
    return Diagnostic(message, at: SourcePlace(source, range))
  }

  private mutating func split() {
    var start = 0
    for bytes in source.utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
      let place = start..<start + bytes.count
      start += bytes.count + 1
      let text = String(decoding: bytes, as: UTF8.self).replacing("\r", with: "")
      let body = text.drop { $0 == " " }
      if body.isEmpty || body.hasPrefix("#") || body.hasPrefix("%") || body == "---" { continue }
      lines.append(Line(indentation: text.count - body.count, text: body, place: place))
    }
  }

  /// The block of the lines with at least an indentation.
  private mutating func block(from least: Int, depth: Int) throws(Diagnostic) -> JSONValue {
    guard at < lines.count, lines[at].indentation >= least else { return .null }
    guard depth < Self.deepest else { throw failure("the YAML is nested too deeply") }
    let indentation = lines[at].indentation
    if Self.isItem(lines[at].text) { return try list(at: indentation, depth) }
    guard Self.key(lines[at].text) == nil else { return try mapping(at: indentation, depth) }
    at += 1
    return scalar(lines[at - 1].text)
  }

  private static func isItem(_ text: Substring) -> Bool { text == "-" || text.hasPrefix("- ") }

  private mutating func list(at indentation: Int, _ depth: Int) throws(Diagnostic) -> JSONValue {
    var items: [JSONValue] = []
    while at < lines.count, lines[at].indentation == indentation, Self.isItem(lines[at].text) {
      let text = lines[at].text.dropFirst().drop { $0 == " " }
      if text.isEmpty {
        at += 1
      } else {
        // The item is a block that begins behind the hyphen.
        lines[at].indentation += lines[at].text.count - text.count
        lines[at].text = text
      }
      items.append(try block(from: indentation + 1, depth: depth + 1))
    }
    return .array(items)
  }

  private mutating func mapping(at indentation: Int, _ depth: Int) throws(Diagnostic) -> JSONValue {
    var members: [JSONMember] = []
    while at < lines.count, lines[at].indentation == indentation,
      let (key, rest) = Self.key(lines[at].text)
    {
      if members.contains(where: { $0.key == key }) {
        throw failure("the key '\(key)' appears twice")
      }
      var value = JSONValue.string("")
      let isText = rest.first == "|" || rest.first == ">"
      if !rest.isEmpty, !isText { value = scalar(rest) }
      at += 1
      if rest.isEmpty {
        let isList = at < lines.count && Self.isItem(lines[at].text)
        let least = if isList { indentation } else { indentation + 1 }
        value = try block(from: least, depth: depth + 1)
      } else {
        // The rest of a text on several lines.
        while at < lines.count, lines[at].indentation > indentation { at += 1 }
      }
      members.append(JSONMember(key, value))
    }
    return .object(members)
  }

  /// The key before a colon, and the text behind it; nil for another line.
  private static func key(_ text: Substring) -> (String, rest: Substring)? {
    var colon = text.firstIndex(of: ":")
    while let index = colon, let next = text[index...].dropFirst().first, next != " " {
      colon = text[index...].dropFirst().firstIndex(of: ":")
    }
    guard let colon, let first = text.first, !"[{&*!?\t".contains(first) else { return nil }
    let key = text[..<colon].filter { !"\"'".contains($0) }
    return (key, text[colon...].dropFirst().drop { $0 == " " })
  }

  /// A text, or null for what is not read.
  private func scalar(_ text: Substring) -> JSONValue {
    guard let first = text.first, !"[{&*!?|>@`%".contains(first) else { return .null }
    if first == "\"" || first == "'" {
      return .string(String(text.dropFirst().prefix { $0 != first }))
    }
    var plain = text
    if let comment = text.firstRange(of: " #") { plain = text[..<comment.lowerBound] }
    while plain.last == " " { plain.removeLast() }
    // A zero before other digits is octal in one version of YAML, and decimal in another.
    let isOctal = plain.count > 1 && plain.first == "0" && plain.allSatisfy(\.isNumber)
    if isOctal { return .string("\(plain) (octal or decimal)") }
    return .string(String(plain))
  }
}
