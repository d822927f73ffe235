import Databases
import FlagFormats
import FlagModel
import PlainText
import Plots
import Statistics

/// All entities of a database with their sizes.
struct EntitySizes {
  let sizes: [EntitySize]

  static let columns = ["entity", "records", "bytes"].map { OutputColumn(name: $0) }

  var rows: [[Value]] {
    sizes.map {
      [
        .text($0.entity.text), $0.records.map(Value.integer) ?? .null,
        $0.bytes.map(Value.integer) ?? .null,
      ]
    }
  }

  var report: Report {
    let records = sizes.reduce(0) { $0 + ($1.records ?? 0) }
    let bytes = sizes.reduce(0) { $0 + ($1.bytes ?? 0) }
    let knowsBytes = sizes.contains { $0.bytes != nil }
    let chart = BarChart(
      caption: "", title: "entity", titlesAfter: knowsBytes ? ["size"] : [],
      rows: sizes.map { size in
        BarChart.Row(
          size.entity.text, count: size.records ?? 0,
          after: knowsBytes ? [size.bytes.map(Self.text) ?? ""] : [])
      }, total: records)
    let total = counted(records, "record")
    return Report(
      "\(counted(sizes.count, "entity", plural: "entities"))",
      about: knowsBytes ? "\(total), \(Self.text(ofBytes: bytes))" : total,
      sections: [
        Report.Section(
          "records", about: "and what they take in the file, indexes included",
          figures: [.bars(chart)])
      ])
  }

  /// `24 KiB`
  private static func text(ofBytes bytes: Int64) -> String {
    var size = Double(bytes)
    for unit in ["B", "KiB", "MiB", "GiB"] {
      if size < 1_024 {
        let tenths = Int((size * 10).rounded())
        if tenths % 10 == 0 || tenths >= 100 { return "\(Int(size.rounded())) \(unit)" }
        return "\(tenths / 10).\(tenths % 10) \(unit)"
      }
      size /= 1_024
    }
    return "\(Int(size.rounded())) TiB"
  }
}
