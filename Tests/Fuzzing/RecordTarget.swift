import FlagFormats
import FlagModel
import ModelText

/// Readers of records: what they accept comes back from every format that is written.
struct RecordTarget: Sendable {
  let format: InputFormat

  static let all = [
    ("csv", InputFormat.csv), ("tsv", .tsv), ("json", .json), ("ndjson", .ndjson),
  ].map { name, format in
    let target = RecordTarget(format: format)
    return FuzzTarget(name, seeds: target.seeds) { try target.read($0) }
  }

  private static let model = """
    struct Marks: OptionSet { let rawValue: Int64
      static let RAW = Marks(rawValue: 1 << 0)
      static let HRM = Marks(rawValue: 1 << 1)
      static let TOP = Marks(rawValue: 1 << 63) }
    enum Status: Int { case received, measured = 7 }
    enum Colour: String { case red = "rot", blue }
    @Model final class Thing {
      var a: String? ; var b: Int? ; var c: Double? ; var bool: Bool? ; var small: Int8?
      var float: Float? ; @Valid(places: 2) var cents: Decimal? ; var date: Date?
      var uuid: UUID? ; var url: URL? ; var data: Data? ; var tags: [String]? ; var numbers: [Int]?
      var days: [Date]? ; var nested: [[Double]]? ; var marks: Marks? ; var status: Status?
      var colour: Colour? ; var sets: [Marks]? ; var states: [Status]?
    }
    """

  private static let thing: Entity = {
    guard let thing = readModel([SourceText(model)]).schema?.entities.first else {
      preconditionFailure("the model of the records is wrong")
    }
    return thing
  }()

  // MARK: Seeds

  private static let values: [[String: String]] = [
    [
      "a": #""x \"y\", z""#, "b": "9007199254740993", "c": "-1.5e3", "bool": "true",
      "small": "-128",
      "float": "0.1", "cents": "12.50", "date": #""2026-11-20T10:30:00.25Z""#,
      "uuid": #""9B2E4C1A-5D3F-4E6B-8A7C-0F1D2E3B4C5A""#, "url": #""https://example.org/a?b=c""#,
    ],
    [
      "data": #""AQID""#, "tags": #"["a","b\n",""]"#, "numbers": "[1,-2]",
      "days": #"["2026-11-20T00:00:00Z"]"#, "nested": "[[1.5],[]]", "marks": #"["HRM","TOP"]"#,
      "status": #""measured""#, "colour": #""red""#, "sets": #"["RAW|HRM",""]"#,
      "states": #"["received"]"#,
    ],
  ]

  private var seeds: [[UInt8]] {
    var seeds = Corpus.records
    for values in Self.values {
      let names = values.keys.sorted()
      let object = names.map { "\"\($0)\":\(values[$0] ?? "null")" }.joined(separator: ",")
      seeds += ["[{\(object)},{}]", "{\(object)}\n{}\n"]
      let texts = names.map { (values[$0] ?? "").replacingDoubleQuotes }
      seeds.append(names.joined(separator: ",") + "\n" + texts.joined(separator: ",") + "\n")
      seeds.append(names.joined(separator: "\t") + "\n" + texts.joined(separator: "\t") + "\n")
    }
    return seeds.map { Array($0.utf8) }
  }

  // MARK: Reading

  /// The result of a reader for an input: the records, and all errors.
  private struct Outcome {
    var fields: [ImportField] = []
    var rows: [[Value]] = []

    /// The values of each record, by the names of its attributes, whose order may differ.
    var values: [[Name: Value]] {
      rows.map { row in
        let pairs = zip(fields, row).filter { $0.1 != .null }.map { ($0.name, $1) }
        return Dictionary(uniqueKeysWithValues: pairs)
      }
    }
    var errors: [InputError] = []
  }

  private func outcome(of bytes: [UInt8], _ format: InputFormat, chunk: Int) throws -> Outcome {
    var outcome = Outcome()
    do {
      let reader = try RecordReader(
        MemorySource(bytes, chunk: chunk), named: "fuzz", InputStyle(format: format))
      var decoder = try RecordDecoder(Self.thing, reader, isPartial: true, now: .latest)
      outcome.fields = decoder.fields
      var row = StoredRow()
      var mayGoOn = true
      while mayGoOn {
        do {
          row.removeAll()
          guard try reader.next() else { break }
          try decoder.decode(reader, into: &row)
          outcome.rows.append(row.cells.indices.map { row.value(at: $0) })
        } catch let error as InputError {
          outcome.errors.append(error)
          mayGoOn = !error.endsReading
        }
      }
    } catch let error as InputErrors {
      outcome.errors += error.all
    } catch let error as InputError {
      outcome.errors.append(error)
    }
    return outcome
  }

  func read(_ bytes: [UInt8]) throws -> Bool {
    let outcome = try outcome(of: bytes, format, chunk: .max)
    for error in outcome.errors { try FuzzTarget.expectSafe(error) }
    let inPieces = try self.outcome(of: bytes, format, chunk: 1 + bytes.count % 7)
    try FuzzTarget.expect(
      inPieces.errors == outcome.errors && same(inPieces.values, outcome.values),
      "what is read does not depend on the pieces that come",
      "\(outcome.errors) \(outcome.rows)\n  \(inPieces.errors) \(inPieces.rows)")
    if outcome.rows.isEmpty { return false }
    for (written, read) in [
      (OutputFormat.csv, InputFormat.csv), (.tsv, .tsv), (.json, .json), (.ndjson, .ndjson),
    ] {
      let text = text(of: outcome, written)
      let again = try self.outcome(of: text, read, chunk: .max)
      try FuzzTarget.expect(
        again.errors.isEmpty && same(again.values, outcome.values),
        "records come back from \(read)",
        "\(String(decoding: text, as: UTF8.self))\n  \(again.errors.map(\.message))\n  \(outcome.rows)\n  \(again.rows)"
      )
    }
    return true
  }

  private func text(of outcome: Outcome, _ format: OutputFormat) -> [UInt8] {
    let columns = outcome.fields.map { field in
      OutputColumn(
        name: field.name.text,
        type: Self.thing.attribute(named: field.name)?.type ?? .integer(.int64))
    }
    let writer = makeWriter(format: format, columns: columns)
    var bytes: [UInt8] = []
    writer.begin(into: &bytes)
    for row in outcome.rows { writer.write(StoredRow(row), into: &bytes) }
    writer.end(into: &bytes)
    return bytes
  }

  private func same(_ a: [[Name: Value]], _ b: [[Name: Value]]) -> Bool {
    a.count == b.count
      && zip(a, b).allSatisfy { a, b in
        a.count == b.count
          && a.allSatisfy { name, value in b[name].map { same($0, value) } ?? false }
      }
  }

  /// Texts are compared by their bytes.
  private func same(_ a: Value, _ b: Value) -> Bool {
    if case (.text(let a), .text(let b)) = (a, b) { return a.utf8.elementsEqual(b.utf8) }
    return a == b
  }
}

extension String {
  /// A value of JSON as csv has it: in quotes where it has some.
  fileprivate var replacingDoubleQuotes: String {
    guard contains("\"") else { return self }
    let isText = first == "\""
    let inner = isText ? String(dropFirst().dropLast()) : self
    return "\"" + inner.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
  }
}
