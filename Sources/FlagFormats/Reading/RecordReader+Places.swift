extension RecordReader {
  /// The error for a mistake at an offset of the record.
  func error(_ fault: Fault, endsReading: Bool = false) -> InputError {
    let place = place(ofOffset: fault.offset)
    var problem = fault.problem
    if case .invalidUTF8(let offset) = problem {
      problem = .invalidUTF8(offset: buffer.consumed + offset)
    }
    return InputError(
      problem: problem, file: file, line: place.line, column: place.column, endsReading: endsReading
    )
  }

  /// The line and column for an offset of the record.
  private func place(ofOffset offset: Int) -> (line: Int, column: Int) {
    let before = buffer.bytes.prefix(offset)
    let lines = before.count { $0 == 0x0A }
    let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let characters = before[lineStart...].count { $0 & 0xC0 != 0x80 }
    return (line + lines, characters + 1 + (lines == 0 ? indentation : 0))
  }

  /// The error for a mistake in a column's field.
  func error(_ problem: InputProblem, inColumn column: Int? = nil) -> InputError {
    error(Fault(problem: problem, offset: offset(ofColumn: column)))
  }

  /// The start of each field of the record, from one pass over its bytes.
  var placesOfColumns: [(line: Int, column: Int)] {
    var place = (line: line, column: 1 + indentation)
    var offset = 0
    return (0..<fields.count).map { column in
      let next = max(offset, self.offset(ofColumn: column))
      for byte in buffer.bytes.dropFirst(offset).prefix(next - offset) {
        if byte == 0x0A {
          place = (place.line + 1, 1)
        } else if byte & 0xC0 != 0x80 {
          place.column += 1
        }
      }
      offset = next
      return place
    }
  }

  func place(ofColumn column: Int?) -> (line: Int, column: Int) {
    place(ofOffset: offset(ofColumn: column))
  }

  /// The offset of a column's field, including its quote.
  private func offset(ofColumn column: Int?) -> Int {
    guard let column, column < fields.count else { return 0 }
    let field = fields.fields[column]
    switch field.kind {
    case .missing: return 0
    case .quoted, .doubled, .string, .escapedString: return field.range.lowerBound - 1
    default: return field.range.lowerBound
    }
  }
}
