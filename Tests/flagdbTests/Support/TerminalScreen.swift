/// The screen of a terminal, as far as line editors and pagers draw on it: text, the control
/// characters, and the sequences that move the cursor or erase.
///
/// Each character takes one cell, wide ones too.
struct TerminalScreen {
  private var columns: Int
  private var rows: Int
  private var cells: [[Character]]
  private var row = 0
  private var column = 0
  /// Bytes that came and do not yet make a whole character or sequence.
  private var pending: [UInt8] = []

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
  }

  /// The lines, without the blanks at their ends and the empty lines below.
  var text: String {
    var lines = cells.map { line in
      String(line).trimmingEnd()
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  /// Takes another size; what stands outside of it is lost.
  mutating func resize(columns: Int, rows: Int) {
    var other = TerminalScreen(columns: columns, rows: rows)
    let top = max(0, row - rows + 1)
    for (line, old) in cells.dropFirst(top).prefix(rows).enumerated() {
      for (place, cell) in old.prefix(columns).enumerated() { other.cells[line][place] = cell }
    }
    other.row = row - top
    other.column = min(column, columns - 1)
    other.pending = pending
    self = other
  }

  /// Draws what a command sent.
  mutating func show(_ bytes: some Sequence<UInt8>) {
    pending += bytes
    while let byte = pending.first {
      let length: Int?
      switch byte {
      case 0x1B: length = showSequence()
      case 0..<0x20, 0x7F: length = showControl(byte)
      default: length = showCharacter(byte)
      }
      guard let length else { return }
      pending.removeFirst(length)
    }
  }

  // Each of these gives back how many bytes it took, or nothing while more have to come.

  private mutating func showCharacter(_ first: UInt8) -> Int? {
    let length = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard pending.count >= length else { return nil }
    if column == columns {
      column = 0
      moveDown()
    }
    // Of bytes that are no text the first is shown.
    cells[row][column] = String(decoding: pending[..<length], as: UTF8.self).first ?? " "
    column += 1
    return length
  }

  private mutating func showControl(_ byte: UInt8) -> Int? {
    switch byte {
    case 0x08: column = max(0, min(column, columns - 1) - 1)
    case 0x09: column = min(columns - 1, (column / 8 + 1) * 8)
    case 0x0A: moveDown()
    case 0x0D: column = 0
    default: break
    }
    return 1
  }

  private mutating func showSequence() -> Int? {
    guard pending.count >= 2 else { return nil }
    switch pending[1] {
    case UInt8(ascii: "["):
      guard let end = pending.dropFirst(2).firstIndex(where: { 0x40...0x7E ~= $0 }) else {
        return nil
      }
      apply(pending[end], numbers(in: pending[2..<end]))
      return end + 1
    case UInt8(ascii: "]"):
      guard let end = pending.firstIndex(where: { $0 == 0x07 || $0 == UInt8(ascii: "\\") }) else {
        return nil
      }
      return end + 1
    case UInt8(ascii: "("), UInt8(ascii: ")"): return pending.count >= 3 ? 3 : nil
    default: return 2
    }
  }

  private func numbers(in parameters: ArraySlice<UInt8>) -> [Int] {
    parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
  }

  /// Does what a control sequence asks for that ends in a letter; those for colours and modes
  /// leave the text as it is.
  private mutating func apply(_ letter: UInt8, _ numbers: [Int]) {
    let first = numbers.first ?? 0
    let count = max(1, first)
    switch Character(UnicodeScalar(letter)) {
    case "A": row = max(0, row - count)
    case "B": row = min(rows - 1, row + count)
    case "C": column = min(columns - 1, column + count)
    case "D": column = max(0, min(column, columns - 1) - count)
    case "G": column = min(columns, count) - 1
    case "H":
      row = min(rows, count) - 1
      column = min(columns, max(1, numbers.count > 1 ? numbers[1] : 1)) - 1
    case "J": eraseScreen(first)
    case "K": eraseLine(first)
    case "P": shiftLine(removing: count)
    case "@": shiftLine(inserting: count)
    default: break
    }
  }

  private mutating func eraseScreen(_ part: Int) {
    eraseLine(part)
    let lines = part == 0 ? row + 1..<rows : part == 1 ? 0..<row : 0..<rows
    for line in lines { cells[line] = Array(repeating: " ", count: columns) }
  }

  private mutating func eraseLine(_ part: Int) {
    let here = min(column, columns - 1)
    let places = part == 0 ? here..<columns : part == 1 ? 0..<here + 1 : 0..<columns
    for place in places { cells[row][place] = " " }
  }

  private mutating func shiftLine(removing count: Int = 0, inserting blanks: Int = 0) {
    let here = min(column, columns - 1)
    let line = cells[row]
    let moved =
      line[..<here] + Array(repeating: " ", count: blanks) + line[here...].dropFirst(count)
    cells[row] = Array((moved + Array(repeating: " ", count: columns)).prefix(columns))
  }

  private mutating func moveDown() {
    if row < rows - 1 {
      row += 1
    } else {
      cells.removeFirst()
      cells.append(Array(repeating: " ", count: columns))
    }
  }
}

extension String {
  /// The same text without the blanks at its end.
  fileprivate func trimmingEnd() -> String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
