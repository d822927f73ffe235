import FlagFormats
import FlagModel

/// The types that the tests write.
enum Samples {
  static let markers = FlagSet(
    name: "BIOMarker", rawType: .int64,
    flags: [
      Flag(name: "RAW", mask: 1), Flag(name: "HRM", mask: 2), Flag(name: "PLX", mask: 4),
      Flag(name: "TOP", mask: 1 << 63),
    ])
  static let status = Enumeration(
    name: "Status", rawType: .integer(.int32),
    cases: [
      .init(name: "received", rawValue: .integer(0)),
      .init(name: "measured", rawValue: .integer(1)),
    ])

  static let columns = [
    OutputColumn(name: "id", type: .integer(.int64)),
    OutputColumn(name: "code", type: .string),
    OutputColumn(name: "markers", type: .flags(markers)),
    OutputColumn(name: "status", type: .enumeration(status)),
    OutputColumn(name: "price", type: .decimal(places: 2)),
    OutputColumn(name: "score", type: .double),
    OutputColumn(name: "taken", type: .date),
    OutputColumn(name: "ok", type: .bool),
  ]

  static let rows: [[Value]] = [
    [
      .integer(1), .text("S-1"), .integer(6), .integer(1), .integer(1250), .real(0.1),
      .text("2026-11-20 10:30:00.25"), .integer(1),
    ],
    [
      .integer(2), .text(""), .integer(0), .integer(0), .integer(-5), .real(1e21),
      .text("2026-11-20 00:00:00"), .integer(0),
    ],
    [
      .integer(-3), .null, .integer(.min | 0x41), .integer(9), .null, .null, .null, .null,
    ],
  ]
}

/// The output of a writer of the format for the rows.
func written(
  _ format: OutputFormat, _ columns: [OutputColumn] = Samples.columns,
  _ rows: [[Value]] = Samples.rows, style change: (inout OutputStyle) -> Void = { _ in }
) -> String {
  var style = OutputStyle()
  change(&style)
  let writer = makeWriter(format: format, columns: columns, style: style)
  var bytes: [UInt8] = []
  writer.begin(into: &bytes)
  for row in rows { writer.write(StoredRow(row), into: &bytes) }
  writer.end(into: &bytes)
  return String(decoding: bytes, as: UTF8.self)
}

/// One column of texts, for tests of what a single value becomes.
func written(
  _ format: OutputFormat, texts: [String], style: (inout OutputStyle) -> Void = { _ in }
) -> String {
  written(
    format, [OutputColumn(name: "text", type: .string)], texts.map { [.text($0)] }, style: style)
}
