import Foundation
import Testing

@testable import Plots

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The elements of an XML text, or the place where it is none.
private final class Elements: NSObject, XMLParserDelegate {
  private(set) var names: [String] = []
  private(set) var text = ""
  private(set) var fault: String?
  /// The attributes of each element, and for texts what they say.
  private(set) var all: [(name: String, attributes: [String: String], text: String)] = []

  init(_ xml: String) {
    super.init()
    let parser = XMLParser(data: Data(xml.utf8))
    parser.delegate = self
    if !parser.parse() { fault = "line \(parser.lineNumber): \(parser.parserError as Any)" }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String] = [:]
  ) {
    names.append(name)
    all.append((name, attributes, ""))
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    text += string
    if !all.isEmpty, string != "\n" { all[all.count - 1].text += string }
  }
}

@Suite("Plots as SVG")
struct SVGTests {
  @Test("are well-formed, with a title and a description for those who do not see them")
  func wellFormed() {
    let elements = Elements(Samples.report.svg)
    #expect(elements.fault == nil)
    #expect(elements.names.first == "svg")
    #expect(elements.names.filter { $0 == "desc" }.count == 1)
    #expect(elements.names.filter { $0 == "circle" }.count >= 4 * 4)
    #expect(elements.text.contains("Sample: 40 records"))
    #expect(elements.text.contains("Combinations, exact: RAW 25, RAW|PLX 8"))
    #expect(elements.text.contains("RAW|PLX: 8 (20.0%)"))
  }

  @Test("fetch nothing, run nothing, and know the dark")
  func selfContained() {
    let svg = Samples.report.svg
    for word in ["href", "<script", "url(", "@import", "<image"] { #expect(!svg.contains(word)) }
    #expect(svg.contains("prefers-color-scheme: dark"))
  }

  @Test(
    "take any name",
    arguments: ["a<b>&\"c'", "]]>", "\u{0}\u{1B}[31m", "\u{FFFE}", "旗|🏳️‍🌈", "\u{202E}evil"])
  func hostileNames(name: String) {
    #expect(Elements(Samples.report(named: name).svg).fault == nil)
  }

  /// From where to where something is drawn.
  private struct Box {
    let about: String
    let x: ClosedRange<Double>
    let y: ClosedRange<Double>

    init?(_ element: (name: String, attributes: [String: String], text: String)) {
      func number(_ name: String) -> Double { Double(element.attributes[name] ?? "") ?? 0 }
      let style = element.attributes["class"] ?? ""
      about = "\(element.name) \(style) \(element.text)"
      switch element.name {
      case "rect" where ["bar", "set", "stranger", "absence"].contains(style):
        x = number("x")...(number("x") + number("width"))
        y = number("y")...(number("y") + number("height"))
      case "text" where element.attributes["transform"] == nil:
        let width = SVGCanvas.textWidth(element.text, SVGCanvas.font(of: style))
        let shares = ["middle": 0.5, "end": 1]
        let start = number("x") - width * (shares[element.attributes["text-anchor"] ?? ""] ?? 0)
        x = start...(start + width)
        y = (number("y") - 9)...(number("y") + 2)
      default: return nil
      }
    }
  }

  @Test(
    "names stay in the picture, and beside the bars",
    arguments: [
      "a", "temperatureVariabilityOfTheSkinInTheGymno", String(repeating: "W", count: 40),
      String(repeating: "旗", count: 40), String(repeating: "😀", count: 30), "Ш_Ω_ß_ﬃ_…",
    ])
  func names(name: String) throws {
    let count: Int64 = 12_345_678
    let plot = UpSetPlot(
      caption: name, counting: name, sets: (0..<64).map { .init("\(name)\($0)", count: count) },
      combinations: [
        .init(name, members: [0, 9], count: count), .init(name, members: [], count: 7),
      ],
      total: count)
    let rows = [BarChart.Row(name, count: count), BarChart.Row(name, count: 1)]
    let chart = BarChart(caption: name, title: name, rows: rows, total: count)
    let bins = BarChart(caption: name, title: "", rows: rows, total: count, isHistogram: true)
    let report = Report(
      name, about: name,
      sections: [
        .init(
          name, about: name, facts: [.init(name, name), .init(name, name)],
          figures: [.bars(chart), .upSet(plot), .bars(bins), .notes(["\(name) \(name)\(name)"])])
      ])
    let elements = Elements(report.svg)
    let width = try #require(elements.all.first?.attributes["width"].flatMap(Double.init))
    let boxes = elements.all.compactMap(Box.init)
    #expect(boxes.filter { $0.x.lowerBound < 0 || $0.x.upperBound > width }.map(\.about) == [])
    let texts = boxes.filter { $0.about.hasPrefix("text") }
    let collisions = texts.flatMap { text in
      boxes.filter { box in
        box.about.hasPrefix("rect") && text.x.overlaps(box.x) && text.y.overlaps(box.y)
      }.map { "\(text.about) runs over \($0.about)" }
    }
    #expect(collisions.first == nil)
    #expect(elements.text.contains("12,345,678 (100.0%)"))
  }

  @Test(
    "texts are as wide as in the widest of the usual fonts, or wider",
    arguments: [
      ("", 0), ("W", 0.989), ("m", 0.974), ("i", 0.278), ("0,1", 0.636 * 2 + 0.364), ("%", 1.076),
      ("é", 0.616), ("Ж", 1.077 * 0.75), ("旗", 1), ("😀", 1.25), ("e\u{301}", 0.616), ("…", 1),
    ] as [(String, Double)])
  func widths(text: String, ems: Double) {
    #expect(SVGCanvas.textWidth(text) >= ems * 13)
    #expect(SVGCanvas.textWidth(text) <= ems * 13 * 1.4)
    #expect(SVGCanvas.textWidth(text, SVGCanvas.font(of: "dim small")) <= ems * 11 * 1.4)
  }

  @Test(
    "what is too wide is cut",
    arguments: ["WWWWWWWWWWWWWWWW", "illillillillillillillillilli", "旗旗旗旗旗旗旗旗旗"])
  func fitted(text: String) {
    let fitted = SVGCanvas.fitted(text, to: 100)
    #expect(fitted.hasSuffix("…") && text.hasPrefix(fitted.dropLast()))
    #expect((70...100).contains(SVGCanvas.textWidth(fitted)))
    #expect(SVGCanvas.fitted(text, to: 1_000) == text)
    let lines = SVGCanvas.lines(of: "\(text) \(text)", width: 100)
    #expect(lines.allSatisfy { SVGCanvas.textWidth($0) <= 100 })
    #expect(lines.joined() == text + text)
  }

  @Test("are drawn of nothing as well")
  func empty() {
    let plot = UpSetPlot(caption: "", counting: "", sets: [], combinations: [], total: 0)
    let chart = BarChart(caption: "", title: "", rows: [], total: 0, isHistogram: true)
    let map = HeatMap(caption: "", names: [], counts: [], cells: [])
    let report = Report(
      "", about: "",
      sections: [
        .init("", about: "", figures: [.upSet(plot), .bars(chart), .heatMap(map), .notes([])])
      ])
    #expect(Elements(report.svg).fault == nil)
    #expect(Elements(Report("", about: "", sections: []).svg).fault == nil)
    #expect(!report.text(Samples.style).isEmpty)
  }

  @Test(
    "have coordinates that XML readers understand",
    arguments: [
      (0, "0"), (1.25, "1.3"), (-0.5, "-0.5"), (12, "12"), (.infinity, "0"), (.nan, "0"),
    ] as [(Double, String)])
  func numbers(value: Double, text: String) {
    #expect(SVGCanvas.number(value) == text)
  }
}
