import FlagModel
package import JSON

/// Findings as a log of SARIF 2.1.0, the format in which forges show them beside the source.
package enum SARIFReport {
  package static func document(
    _ findings: [LintFinding], levels: LintLevels, version: String
  ) -> JSONValue {
    let rules = LintRule.allCases
    return .object(of: [
      ("$schema", .string("https://json.schemastore.org/sarif-2.1.0.json")),
      ("version", .string("2.1.0")),
      (
        "runs",
        .array([
          .object(of: [
            ("tool", .object(of: [("driver", driver(rules, levels, version))])),
            ("columnKind", .string("unicodeCodePoints")),
            (
              "results",
              .array(findings.map { result($0, rules.firstIndex(of: $0.rule) ?? 0, levels) })
            ),
          ])
        ])
      ),
    ])
  }

  private static func driver(
    _ rules: [LintRule], _ levels: LintLevels, _ version: String
  ) -> JSONValue {
    .object(of: [
      ("name", .string("flagdb")), ("version", .string(version)),
      (
        "rules",
        .array(
          rules.map { rule in
            .object(of: [
              ("id", .string(rule.rawValue)),
              ("shortDescription", text(rule.summary)),
              (
                "defaultConfiguration",
                .object(of: [
                  ("enabled", .bool(levels[rule] != .allow)), ("level", level(levels[rule])),
                ])
              ),
            ])
          })
      ),
    ])
  }

  private static func result(
    _ finding: LintFinding, _ index: Int, _ levels: LintLevels
  ) -> JSONValue {
    var related: [JSONValue] = []
    for note in finding.notes {
      guard let place = note.place else { continue }
      related.append(
        .object(of: [
          ("physicalLocation", physical(place)), ("message", text(note.message)),
        ]))
    }
    return .object(of: [
      ("ruleId", .string(finding.rule.rawValue)), ("ruleIndex", .integer(index)),
      ("level", level(levels[finding])),
      ("message", text("\(finding.message); repair: \(finding.repair)")),
      ("locations", .array([location(of: finding)])),
      ("relatedLocations", related.isEmpty ? nil : .array(related)),
    ])
  }

  private static func location(of finding: LintFinding) -> JSONValue {
    let path = [finding.set.text] + (finding.flag.map { [$0.text] } ?? [])
    return .object(of: [
      ("physicalLocation", physicalLocation(of: finding)),
      (
        "logicalLocations",
        .array([.object(of: [("fullyQualifiedName", .string(path.joined(separator: ".")))])])
      ),
    ])
  }

  private static func physical(_ place: SourcePlace) -> JSONValue {
    let (start, end) = (
      position(place.range.lowerBound, place), position(place.range.upperBound, place)
    )
    return .object(of: [
      artifact(place.source.name ?? ""),
      (
        "region",
        .object(of: [
          ("startLine", .integer(start.line)), ("startColumn", .integer(start.column)),
          ("endLine", .integer(end.line)), ("endColumn", .integer(end.column)),
        ])
      ),
    ])
  }

  /// The line, and the column in code points.
  private static func position(_ offset: Int, _ place: SourcePlace) -> (line: Int, column: Int) {
    let source = place.source
    let start = source.lineRange(at: offset).lowerBound
    let column = source.text(start..<max(start, offset)).unicodeScalars.count + 1
    return (source.lineAndColumn(at: offset).line, column)
  }

  private static func artifact(_ path: String) -> (key: String, value: JSONValue?) {
    ("artifactLocation", .object(of: [("uri", .string(uri(of: path)))]))
  }

  private static func physicalLocation(of finding: LintFinding) -> JSONValue? {
    if let place = finding.place { return physical(place) }
    guard let file = finding.file, !file.contains("://") else { return nil }
    return .object(of: [artifact(file)])
  }

  /// A path as a URI: relative, or `file:///…`.
  private static func uri(of path: String) -> String {
    let plain = path.hasPrefix("./") ? path.dropFirst(2) : path[...]
    let encoded = plain.utf8.map { byte in
      let isPlain =
        byte < 0x80 && (Character(UnicodeScalar(byte)).isLetter || (0x30...0x39).contains(byte))
        || "/-._~".utf8.contains(byte)
      if isPlain { return String(UnicodeScalar(byte)) }
      return "%" + hexadecimal(UInt32(byte), digits: 2)
    }.joined()
    if path.hasPrefix("/") { return "file://\(encoded)" }
    return encoded
  }

  private static func level(_ level: LintLevel) -> JSONValue {
    switch level {
    case .allow: .string("note")
    case .warn: .string("warning")
    case .deny: .string("error")
    }
  }

  private static func text(_ text: String) -> JSONValue { .object(of: [("text", .string(text))]) }
}
