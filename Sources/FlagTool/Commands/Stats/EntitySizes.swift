import FlagFormats
import FlagModel
import Plots
import Statistics

/// All entities of a database with their sizes.
struct EntitySizes {
  let sizes: [EntitySize]

  static let columns = OutputColumn.named(["entity", "records", "bytes"])

  var rows: [[Value]] {
    sizes.map { size in
      [.text(size.entity.text), .integer(ifAny: size.records), .integer(ifAny: size.bytes)]
    }
  }

  var report: Report {
    // An entity counts the records of those that inherit from it.
    let records = sizes.filter { !$0.isPart }.reduce(0) { $0 + ($1.records ?? 0) }
    let bytes = sizes.reduce(0) { $0 + ($1.bytes ?? 0) }
    let knowsBytes = sizes.contains { $0.bytes != nil }
    var rows: [BarChart.Row] = []
    for size in sizes {
      var after: [String] = []
      if knowsBytes { after.append(size.bytes.map(Self.text) ?? "") }
      rows.append(BarChart.Row(size.entity.text, count: size.records ?? 0, after: after))
    }
    var titlesAfter: [String] = []
    var total = counted(records, "record")
    if knowsBytes {
      titlesAfter.append("size")
      total += ", \(Self.text(ofBytes: bytes))"
    }
    let chart = BarChart(
      caption: "", title: "entity", titlesAfter: titlesAfter, rows: rows, total: records)
    return Report(
      "\(counted(sizes.count, "entity", plural: "entities"))", about: total,
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
