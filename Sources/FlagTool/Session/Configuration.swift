import CommandTable
import FlagFormats
import FlagModel
import Platform
import Terminal

/// The user's settings for all runs, from a file with lines `name = value`. They affect only output
/// to a terminal, so that scripts behave the same for every user.
struct Configuration: Sendable {
  private(set) var format: OutputFormat?
  private(set) var pager: String?
  private(set) var colour: Terminal.ColourChoice?
  private(set) var prompt: String?
  private(set) var nullText: String?

  static let none = Configuration()

  private init() {}

  /// The environment has precedence over the file.
  var colourChoice: Terminal.ColourChoice {
    if (Platform.environmentVariable("NO_COLOR") ?? "").isEmpty { return colour ?? .auto }
    return .auto
  }

  /// The value for an environment variable that is not set.
  func environmentVariable(_ name: String) -> String? { name == "PAGER" ? pager : nil }

  // MARK: Reading

  /// Reads `~/.config/flagdb/config`, or the file in `XDG_CONFIG_HOME`. Returns the default
  /// settings if there is no file.
  static func ofUser(_ problems: inout [Diagnostic]) -> Configuration {
    guard let path = userFile(.configuration, "config") else { return .none }
    do {
      // In an inaccessible folder, for example of another user, there is no configuration for this
      // user.
      guard (try? fileKind(at: path)) != nil else { return .none }
      let bytes = try readFile(at: path, limit: 1 << 16, in: FilesInUse.ofProcess.part())
      if let offset = firstInvalidUTF8(in: bytes) {
        problems.append(warning("'\(path)' is not UTF-8: byte \(offset)"))
        return .none
      }
      return Configuration(SourceText(name: path, utf8: bytes), &problems)
    } catch {
      problems.append(warning(error.message))
      return .none
    }
  }

  private static func warning(_ message: String) -> Diagnostic {
    Diagnostic(visible(message), severity: .warning)
  }

  /// Parses lines `name = value`, with empty lines and comments after `#`. A value in double quotes
  /// can begin or end with blanks.
  init(_ source: SourceText, _ problems: inout [Diagnostic]) {
    var start = 0
    while start < source.utf8.count {
      let range = source.lineRange(at: start)
      start = range.upperBound + 1
      do throws(Diagnostic) {
        try set(source, range)
      } catch {
        problems.append(error)
      }
    }
  }

  private mutating func set(_ source: SourceText, _ range: Range<Int>) throws(Diagnostic) {
    let line = source.trimmed(range)
    guard let first = source.utf8[line].first, first != UInt8(ascii: "#") else { return }
    guard let equals = source.utf8[line].firstIndex(of: UInt8(ascii: "=")) else {
      throw Self.problem("expected 'name = value'", at: SourcePlace(source, line))
    }
    let namePlace = SourcePlace(source, source.trimmed(line.lowerBound..<equals))
    let name = source.text(namePlace.range)
    guard let setting = Setting(rawValue: name) else {
      throw Self.problem(
        "'\(name)' is not a setting", at: namePlace,
        hint: .name(for: name, in: Setting.allCases.map(\.rawValue), orAll: "there is"))
    }
    let place = SourcePlace(source, source.trimmed(equals + 1..<line.upperBound))
    try set(setting, to: unquoted(source.text(place.range)), at: place)
  }

  private mutating func set(
    _ setting: Setting, to value: String, at place: SourcePlace
  ) throws(Diagnostic) {
    switch setting {
    case .format:
      format = try Self.choice(value, at: place, hint: OutputFormat.hint(for: value))
    case .color: colour = try Self.choice(value, at: place)
    case .pager: pager = value
    case .prompt: prompt = value
    case .null: nullText = value
    }
  }

  private static func choice<Choice: CommandChoice>(
    _ value: String, at place: SourcePlace, hint: @autoclosure () -> Hint? = nil
  ) throws(Diagnostic) -> Choice {
    if let choice = Choice.meant(by: value) { return choice }
    throw problem(
      "expected \(Choice.expectation), found '\(value)'", at: place,
      hint: hint() ?? .name(for: value, in: Choice.words))
  }

  private static func problem(
    _ message: String, at place: SourcePlace, hint: Hint? = nil
  ) -> Diagnostic {
    Diagnostic(message, at: place, severity: .warning, hint: hint)
  }

  private func unquoted(_ text: String) -> String {
    let isQuoted = text.utf8.count > 1 && text.hasPrefix("\"") && text.hasSuffix("\"")
    if isQuoted { return String(text.dropFirst().dropLast()) }
    return text
  }

  // MARK: Documentation

  private enum Setting: String, CaseIterable {
    case format
    case null
    case pager
    case color
    case prompt

    var help: String {
      switch self {
      case .format: "The format of records on a terminal, like `--format`."
      case .null: "The text shown on a terminal for no value, like `--null`."
      case .pager:
        "The program that shows long output, if neither `FLAGDB_PAGER` nor `PAGER` is set."
      case .color: "`auto`, `always` or `never`, as `--color` says it; `NO_COLOR` beats it."
      case .prompt:
        "The prompt of `flagdb repl`: in it `%e` is the entity, `%d` the database, `%t` an "
          + "asterisk while a transaction is open, `%%` a percent sign. Double quotes around it "
          + "keep a blank at its end."
      }
    }
  }

  static let definitions = Setting.allCases.map { Definition($0.rawValue, $0.help) }
}

extension SourceText {
  /// A range without the blanks at its ends.
  fileprivate func trimmed(_ range: Range<Int>) -> Range<Int> {
    let isBlank: (UInt8) -> Bool = { [0x20, 0x09, 0x0D].contains($0) }
    guard let first = utf8[range].firstIndex(where: { !isBlank($0) }),
      let last = utf8[range].lastIndex(where: { !isBlank($0) })
    else { return range.lowerBound..<range.lowerBound }
    return first..<last + 1
  }
}
