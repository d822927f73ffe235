internal import Databases
import FlagModel
import SQLText
internal import Scripting
internal import UserSQL

extension Snapshot {
  /// The rows of a statement that only reads. Each row becomes a struct whose properties have the names of the
  /// columns, or a single value:
  ///
  ///     let busy = try snapshot.sql(
  ///       "SELECT code, count(*) AS readings FROM Sample JOIN Reading ON sample = Sample.id "
  ///         + "WHERE has(markers, 'HRM') AND taken > ? GROUP BY code", as: Busy.self, yesterday)
  ///
  /// `has`, `any`, `none`, `exactly`, `flags`, `field` and `stored` work as in `flagdb sql`. The arguments replace `?`
  /// in order, and named ones replace `:name`. A `Decimal` is an argument of `stored(price, :price)` only, because its
  /// stored form depends on the column. A statement that changes anything is refused, also within `write`.
  public func sql<Row: Decodable>(
    _ statement: String, as type: Row.Type = Row.self, _ arguments: any Storable...,
    named: [String: any Storable] = [:]
  ) throws -> [Row] {
    try asking { engine in
      // A server has no `?`, so each one gets a name there.
      let prefix = engine.isOnServer ? "argument" : ""
      let values = try SQLArguments(arguments, named: named, prefix: prefix)
      let text =
        if engine.isOnServer && !arguments.isEmpty {
          try statement.named(prefix)
        } else {
          statement
        }
      let sql = try SQLRunner(engine).parse(SourceText(text), values.parameters, now: .now)
      if sql.hasSeveralStatements { throw ValueError("expected one statement, found several") }
      try values.requireStored(in: sql.foldedParameters)
      var rows: [Row] = []
      _ = try SQLRunner(engine).run(sql, values.parameters, mayWrite: false) { answer in
        let columns = answer.columns.map { RecordColumn(name: $0.title, type: $0.type) }
        let decoder = RowDecoder(RecordColumns(of: "the row", columns, hasKey: false))
        try answer.rows.lend { row in
          swap(&decoder.reader.row, &row)
          defer { swap(&decoder.reader.row, &row) }
          rows.append(try decoder.decodeRow(type))
        }
      }
      return rows
    }
  }
}

/// The arguments of a statement in their stored form.
private struct SQLArguments {
  private(set) var parameters = SQLParameters.none
  /// The names of the arguments whose stored form depends on a column.
  private var unstored: [Name] = []

  /// - Parameter prefix: the beginning of the names of the values without a name; their numbers follow.
  init(_ values: [any Storable], named: [String: any Storable], prefix: String) throws {
    var all: [(name: String, text: String, value: Value)] = []
    let numbered = values.enumerated().map { ("\(prefix)\($0.offset + 1)", $0.element) }
    let others = named.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    for (name, value) in numbered + others {
      if value.storedKind == .decimal {
        unstored.append(Name(name))
        all.append((name, "\(value)", .text("\(value)")))
      } else {
        let stored = try Self.stored(value, name)
        all.append((name, Self.text(of: value) ?? stored.text, stored))
      }
    }
    parameters = SQLParameters(ofProgram: all)
  }

  /// Throws if an argument without a column has a form that depends on it.
  func requireStored(in folded: Set<Name>) throws(ValueError) {
    guard let name = unstored.first(where: { !folded.contains($0) }) else { return }
    throw ValueError(
      "the Decimal '\(name)' has a stored form in a column only",
      hint: "name it, and write it as in stored(price, :price)")
  }

  private static func stored(_ value: any Storable, _ name: String) throws -> Value {
    if let mask = value.storedMask { return .integer(mask) }
    let columns = RecordColumns(of: "the statement", [RecordColumn(name: name, type: nil)])
    var writer = RowWriter(columns)
    writer.begin()
    try value.write(to: &writer)
    return writer.row.value(at: 0)
  }

  /// The text for flagdb's functions: the names of flags.
  private static func text(of value: any Storable) -> String? {
    (value as? any NamedFlags)?.names.joined(separator: ",")
  }
}

extension String {
  /// The statement of a server with `:argument1` in place of the first `?`, and so on.
  fileprivate func named(_ prefix: String) throws -> String {
    let bytes = Array(utf8)
    var (number, start) = (0, 0)
    var text: [UInt8] = []
    for token in try SQLLexer.lex(SourceText(self), .postgresql)
    where bytes[token.range].elementsEqual("?".utf8) {
      number += 1
      text += bytes[start..<token.range.lowerBound] + Array(":\(prefix)\(number)".utf8)
      start = token.range.upperBound
    }
    return String(decoding: text + bytes[start...], as: UTF8.self)
  }
}

extension Storable {
  fileprivate var storedKind: StorageForm.Kind { Self.storageForm.kind.unwrapped }

  /// The mask of a set of flags, also with bit 63; nil for other values.
  fileprivate var storedMask: Int64? {
    guard let set = self as? any OptionSet, let bits = set.rawValue as? any FixedWidthInteger
    else { return nil }
    return Int64(truncatingIfNeeded: bits)
  }
}
