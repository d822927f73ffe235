import FlagFormats
import FlagModel
import Terminal

/// Converts the numbers of a flag set to names, and names to numbers.
struct MaskTranslator {
  let set: FlagSet

  static let columns = ["value", "flags", "decimal", "hex", "octal", "binary"].map {
    OutputColumn(name: $0)
  }

  /// The names for a number, or the number for names.
  func answer(to value: String) throws -> String {
    let mask = try mask(of: value)
    if number(value) == nil { return "\(set.stored(mask))" }
    return names(of: mask)
  }

  /// A value with its names, and its number in all bases.
  func row(of value: String) throws -> [Value] {
    let mask = try mask(of: value)
    let number = { (prefix: String, radix: Int) in
      Value.text(prefix + String(mask, radix: radix, uppercase: true))
    }
    return [
      .text(value), .text(names(of: mask)), .integer(set.stored(mask)), number("0x", 16),
      number("0o", 8), number("0b", 2),
    ]
  }

  private func names(of mask: UInt64) -> String { set.items(of: mask).joined(separator: ",") }

  /// The bits of a stored number. A number from 2^63 on belongs to an unsigned set.
  func number(_ text: String) -> UInt64? {
    Int64(text).map(set.mask(stored:)) ?? UInt64(text) ?? set.bits(number: text)
  }

  /// The bits of a stored number, or of names.
  private func mask(of value: String) throws -> UInt64 {
    if let mask = number(value) { return mask }
    do {
      return try set.mask(from: value)
    } catch {
      throw CommandError(error.message, hint: error.hint)
    }
  }
}

extension FlagsCommand {
  /// Decodes numbers and encodes names. For record output, each row has both.
  func translate(_ set: FlagSet, in session: Session) throws {
    let translator = MaskTranslator(set: set)
    guard output.format != nil || session.showsTable(output) else {
      let lines =
        try output.path.map { try session.file($0, for: "--output") }
        ?? session.output(isPaged: true)
      lines.willPassOn = { session.act() }
      let end = output.endsRecordsWithNUL ? "\0" : "\n"
      try forEachValue(in: session, flush: lines.flush) { value in
        var answer = ""
        if !value.isEmpty { answer = try translator.answer(to: value) }
        try lines.writeVisibly(answer)
        try lines.write(end)
      }
      return try lines.finish()
    }
    let records = try session.recordOutput(output)
    try records.write(MaskTranslator.columns) { write in
      try forEachValue(in: session, flush: records.sink.flush) { value in
        try write(StoredRow(translator.row(of: value)))
      }
    }
    try records.finish()
  }

  /// Calls the body for each value, and in place of `-` for each line of standard input. Before it
  /// waits for more input, it flushes the output.
  private func forEachValue(
    in session: Session, flush: () throws -> Void, _ body: (String) throws -> Void
  ) throws {
    for value in values {
      guard value == "-" else {
        try body(value)
        continue
      }
      session.read(value)
      let reader = session.terminal.lineReader()
      var line = 0
      while let text = try reader.readLine(prompt: "") {
        line += 1
        do {
          try body(String(text.withoutByteOrderMark(inLine: line).trimmed))
        } catch let error as CommandError {
          // The answers to the lines before it.
          try flush()
          throw InputError.noted(
            error.message, hint: error.hint, file: "stdin", line: line, column: nil)
        }
        if reader.lineAtHand() == nil { try flush() }
      }
    }
  }
}

extension String {
  /// The text without the byte order mark that a file of Windows may begin with.
  fileprivate func withoutByteOrderMark(inLine line: Int) -> String {
    let mark: Unicode.Scalar = "\u{FEFF}"
    guard line == 1, unicodeScalars.first == mark else { return self }
    return String(unicodeScalars.dropFirst())
  }
}
