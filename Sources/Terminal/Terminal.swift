import Platform

/// The terminal of the process: which of its streams are terminals, its width, its colours, and
/// whether it shows more than ASCII. A terminal is never asked by escape sequences, whose answers
/// would arrive as input.
///
/// This module owns the terminal, its pager and its line editor, and writes all output.
package struct Terminal: Sendable {
  package enum Stream: Int32, Hashable, Sendable, CaseIterable {
    case input = 0
    case output = 1
    case error = 2
  }

  /// `--color`
  package enum ColourChoice: String, Hashable, Sendable, CaseIterable {
    case auto
    case always
    case never
  }

  private let terminals: Set<Stream>
  private let colour: ColourChoice
  private let environment: @Sendable (String) -> String?
  /// True if the locale can show more than ASCII.
  package let usesUnicode: Bool

  package init(
    colour: ColourChoice = .auto,
    environment: @escaping @Sendable (String) -> String? = { environmentVariable($0) }
  ) {
    let terminals = Stream.allCases.filter { Platform.isTerminal($0.rawValue) }
    self.init(terminals: Set(terminals), colour: colour, environment: environment)
  }

  init(
    terminals: Set<Stream>, colour: ColourChoice,
    environment: @escaping @Sendable (String) -> String?
  ) {
    self.terminals = terminals
    self.colour = colour
    self.environment = environment
    usesUnicode = Terminal.isUTF8(environment)
  }

  package func isTerminal(_ stream: Stream) -> Bool {
    terminals.contains(stream)
  }

  /// Unless the user chose, colour is for terminals that have it, and without `NO_COLOR`.
  package func usesColour(on stream: Stream) -> Bool {
    switch colour {
    case .always: true
    case .never: false
    case .auto:
      isTerminal(stream) && !isDumb && (environment("NO_COLOR") ?? "").isEmpty
    }
  }

  /// True if the terminal only prints.
  var isDumb: Bool {
    ["", "dumb"].contains(environment("TERM") ?? "")
  }

  /// The columns at this moment: a window may change its size.
  package var width: Int {
    size?.columns ?? number("COLUMNS") ?? 80
  }

  package var height: Int {
    size.map(\.rows).flatMap { $0 > 0 ? $0 : nil } ?? number("LINES") ?? 24
  }

  private var size: (columns: Int, rows: Int)? {
    for stream in [Stream.output, .error, .input] where isTerminal(stream) {
      if let size = terminalSize(of: stream.rawValue) { return size }
    }
    return nil
  }

  private func number(_ name: String) -> Int? {
    environment(name).flatMap { Int($0) }.flatMap { 1...10_000 ~= $0 ? $0 : nil }
  }

  /// The first that is set decides, as in `setlocale`.
  private static func isUTF8(_ environment: (String) -> String?) -> Bool {
    let settings = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment)
    let locale = Array((settings.first { !$0.isEmpty } ?? "").lowercased().utf8)
    // The standard library's search in texts costs more than all else here.
    return ["utf-8", "utf8"].contains { name in
      locale.indices.contains { locale[$0...].starts(with: name.utf8) }
    }
  }

  /// The user's pager; nil for none.
  var pager: String? {
    let command = environment("FLAGDB_PAGER") ?? environment("PAGER") ?? "less"
    return ["", "cat"].contains(command) ? nil : command
  }
}
