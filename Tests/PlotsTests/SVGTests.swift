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
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    text += string
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
