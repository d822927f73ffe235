import Platform

/// The terminal of the process: its streams, width, colours, and character set. It is never queried
/// by escape sequences, whose answers would be read as input.
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
  /// True if the locale uses UTF-8.
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

  package func isTerminal(_ stream: Stream) -> Bool { terminals.contains(stream) }

  /// True if output to the stream is coloured: as the user chose, or else on a capable terminal
  /// without `NO_COLOR`.
  package func usesColour(on stream: Stream) -> Bool {
    switch colour {
    case .always: true
    case .never: false
    case .auto:
      isTerminal(stream) && !isDumb && (environment("NO_COLOR") ?? "").isEmpty
    }
  }

  /// True if the terminal has no escape sequences.
  var isDumb: Bool { ["", "dumb"].contains(environment("TERM") ?? "") }

  /// The present number of columns, because a window can be resized.
  package var width: Int { size?.columns ?? number("COLUMNS") ?? 80 }

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

  /// True if the first variable that is set names UTF-8, as in `setlocale`.
  private static func isUTF8(_ environment: (String) -> String?) -> Bool {
    let settings = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment)
    let locale = Array((settings.first { !$0.isEmpty } ?? "").lowercased().utf8)
    // Substring search of the standard library is too slow here.
    return ["utf-8", "utf8"].contains { name in
      locale.indices.contains { locale[$0...].starts(with: name.utf8) }
    }
  }

  /// The user's pager; nil for none.
  var pager: String? {
    let command = environment("FLAGDB_PAGER") ?? environment("PAGER") ?? "less"
    if ["", "cat"].contains(command) { return nil }
    return command
  }
}
