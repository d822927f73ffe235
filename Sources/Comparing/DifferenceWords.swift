package import FlagModel

/// Words for the differences of records, with the names of flags and cases.
package struct DifferenceWords {
  private let columns: [ComparedColumn]
  private let keys: Int

  /// - Parameter keys: the number of columns that identify a record; they come first.
  package init(_ columns: [ComparedColumn], keys: Int) {
    self.columns = columns
    self.keys = keys
  }

  /// `+ S-9`, `- S-3`, or `~ S-2  score: 91.0 → 45.5; markers: +RAW −PLX`
  package func line(of difference: RecordDifference) -> String {
    let key = key(of: difference)
    switch difference {
    case .added: return "+ \(key)"
    case .gone: return "- \(key)"
    case .changed: return "~ \(key)  \(details(of: difference))"
    }
  }

  /// The changed values, `score: 91.0 → 45.5; markers: +RAW −PLX`, or the values of a record that one
  /// side lacks, `score: 91.0; markers: RAW`.
  package func details(of difference: RecordDifference) -> String {
    switch difference {
    case .added(let row): return details(of: row, isAfter: true)
    case .gone(let row): return details(of: row, isAfter: false)
    case .changed(let before, let after, let places):
      return places.map { place in
        "\(columns[place].name): \(words(of: place, before.value(at: place), after.value(at: place)))"
      }.joined(separator: "; ")
    }
  }

  private func details(of row: StoredRow, isAfter: Bool) -> String {
    places(of: row).map { place in
      let type = isAfter ? columns[place].after : columns[place].before
      return "\(columns[place].name): \(shown(row.value(at: place), type))"
    }.joined(separator: "; ")
  }

  private func words(of place: Int, _ before: Value, _ after: Value) -> String {
    let column = columns[place]
    if let (old, new) = column.flagSets, case .integer(let storedBefore) = before,
      case .integer(let storedAfter) = after
    {
      let (was, now) = (old.mask(stored: storedBefore), new.mask(stored: storedAfter))
      let added = new.items(of: now, besides: was, in: old).map { "+\($0)" }
      let gone = old.items(of: was, besides: now, in: new).map { "−\($0)" }
      return (added + gone).joined(separator: " ")
    }
    let (was, now) = (shown(before, column.before), shown(after, column.after))
    // Among values of any type, a text may have the digits of a number.
    if was == now { return "\(shown(before, nil)) → \(shown(after, nil))" }
    return "\(was) → \(now)"
  }

  private func shown(_ value: Value, _ type: AttributeType?) -> String {
    if value == .null { return "null" }
    let text = (type ?? .any).text(of: value)
    let part = String(text.unicodeScalars.prefix(Self.longestShown))
    let short = part == text ? text : "\(part)…"
    if case .text = value, type == .string || type == nil { return "\"\(short)\"" }
    return short.isEmpty ? "[]" : short
  }

  /// The greatest number of characters that a line shows of a value.
  private static let longestShown = 80

  /// The key of the record, in the words of the side that has it.
  package func key(of difference: RecordDifference) -> String {
    switch difference {
    case .added(let row): key(of: row, isAfter: true)
    case .gone(let row), .changed(let row, _, _): key(of: row, isAfter: false)
    }
  }

  private func key(of row: StoredRow, isAfter: Bool) -> String {
    columns.prefix(keys).enumerated().map { place, column in
      let value = row.value(at: place)
      let type = isAfter ? column.after : column.before
      if value == .null { return "null" }
      return (type ?? .any).text(of: value)
    }.joined(separator: ", ")
  }

  /// A value that differs. `name` is nil for a record without values.
  package struct ChangedValue {
    package let name: Name?
    package let before: Value
    package let after: Value

    package init(name: Name?, before: Value, after: Value) {
      self.name = name
      self.before = before
      self.after = after
    }
  }

  /// The changed values, or all values of a record that one side lacks.
  package func values(of difference: RecordDifference) -> [ChangedValue] {
    switch difference {
    case .added(let row):
      return values(of: row) { value, column in
        ChangedValue(name: column.name, before: .null, after: cell(value, column.after))
      }
    case .gone(let row):
      return values(of: row) { value, column in
        ChangedValue(name: column.name, before: cell(value, column.before), after: .null)
      }
    case .changed(let before, let after, let places):
      return places.map { place in
        ChangedValue(
          name: columns[place].name, before: cell(before.value(at: place), columns[place].before),
          after: cell(after.value(at: place), columns[place].after))
      }
    }
  }

  private func values(
    of row: StoredRow, _ value: (Value, ComparedColumn) -> ChangedValue
  ) -> [ChangedValue] {
    let places = places(of: row)
    if places.isEmpty { return [ChangedValue(name: nil, before: .null, after: .null)] }
    return places.map { value(row.value(at: $0), columns[$0]) }
  }

  /// The columns with a value. The key is already in the line, unless all columns are the key.
  private func places(of row: StoredRow) -> [Int] {
    let others = keys == columns.count ? columns.indices : keys..<columns.count
    return others.filter { row.value(at: $0) != .null }
  }

  private func cell(_ value: Value, _ type: AttributeType?) -> Value {
    if value == .null { return .null }
    return .text((type ?? .any).text(of: value))
  }
}
