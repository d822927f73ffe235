@testable import Plots

/// Plots that several suites draw.
enum Samples {
  static let style = TextPlotStyle(
    width: 60, cutsLines: true, usesColour: false, usesUnicode: true)
  static let ascii = TextPlotStyle(
    width: 60, cutsLines: true, usesColour: false, usesUnicode: false)

  /// A report with every kind of figure, in which all texts are this one.
  static func report(named name: String) -> Report {
    let plot = UpSetPlot(
      caption: name, counting: name, sets: [.init(name, count: 1)],
      combinations: [.init(name, members: [0], count: 1)], total: 1, notes: [name])
    let chart = BarChart(caption: name, title: name, rows: [.init(name, count: 1)], total: 1)
    let map = HeatMap(
      caption: name, names: [name, name], counts: [1, 1], cells: [[.init(count: 1, byChance: 1)]])
    return Report(
      name, about: name,
      sections: [
        .init(
          name, about: name, facts: [.init(name, name)],
          figures: [.upSet(plot), .bars(chart), .heatMap(map), .notes([name])])
      ])
  }

  static let upSet = UpSetPlot(
    caption: "combinations, exact", counting: "exact",
    sets: [
      UpSetPlot.Set("RAW", count: 30), UpSetPlot.Set("HRM", count: 20),
      UpSetPlot.Set("PLX", count: 12), UpSetPlot.Set("0x40", count: 1, isStranger: true),
    ],
    combinations: [
      .init("RAW", members: [0], count: 25), .init("RAW|PLX", members: [0, 2], count: 8),
      .init("RAW|HRM|PLX|0x40", members: [0, 1, 2, 3], count: 1),
      .init("(no flags)", members: [], count: 6),
    ], total: 40, notes: ["left out: 2 combinations"])

  static let bars = BarChart(
    caption: "", title: "flag", titlesBefore: ["bit"], titlesAfter: ["alone"],
    rows: [
      .init("RAW", count: 30, before: ["0"], after: ["25"]),
      .init("旗", count: 1, before: ["1"], after: ["0"]),
      .init("0x40", count: 0, kind: .stranger, before: ["6"], after: ["0"]),
      .init("(no flags)", count: 6, kind: .absence, before: [""], after: [""]),
    ], total: 40)

  static let heatMap = HeatMap(
    caption: "flags that come together", names: ["RAW", "HRM", "PLX"], counts: [30, 20, 12],
    cells: [
      [.init(count: 1, byChance: 10)],
      [.init(count: 9, byChance: 9), .init(count: 12, byChance: 3)],
    ])

  /// A section a figure, in one page.
  static let report = Report(
    "Sample", about: "40 records",
    sections: [
      Report.Section(
        "markers", about: "BIOMarker", facts: [.init("combinations", "6")],
        figures: [.bars(bars), .upSet(upSet), .heatMap(heatMap), .notes(["HRM implies PLX"])]),
      Report.Section(
        "score", about: "Double", facts: [.init("min", "47.5"), .init("max", "95.0")],
        figures: [
          .bars(
            BarChart(
              caption: "by 25", title: "",
              rows: [.init("25..<50", count: 1), .init("50..<75", count: 0)], total: 40,
              isHistogram: true))
        ]),
    ])
}
