import Foundation
import Testing

/// Documentation/Architecture.md tells the modules as they are.
@Suite("Architecture.md")
struct ArchitectureTests {
  private let arrows: PackageArrows
  private let page: String

  init() throws {
    arrows = PackageArrows(manifest: try Repository.text(of: "Package.swift")).withoutLinks
    page = try Repository.text(of: "Documentation/Architecture.md")
  }

  @Test("fits on two screens")
  func length() {
    #expect(page.split(separator: "\n", omittingEmptySubsequences: false).count <= 110)
  }

  @Test("has each module with its arrows, but for those that others imply")
  func modules() {
    let drawn = PackageArrows(table: page)
    #expect(drawn.imports.keys.sorted() == arrows.imports.keys.sorted())
    for (module, imports) in arrows.imports {
      let implied = drawn.reach(of: module)
      #expect(implied.isSuperset(of: imports), "\(module)")
      #expect(implied.isSubset(of: arrows.reach(of: module)), "\(module)")
    }
  }

  /// In the doc comment of its main type, or at the top of `main.swift`.
  @Test("leaves what a module is for to one place in it")
  func purposes() throws {
    for module in arrows.imports.keys {
      let files = Repository.files(under: "Sources/\(module)").filter { $0.hasSuffix(".swift") }
      let telling = try files.filter {
        try Repository.text(of: $0).contains(#/(?m)^///? (.*\. )?This module /#)
      }
      #expect(telling.count == 1, "\(module): \(telling)")
    }
  }

  @Test("names types that exist")
  func types() throws {
    let sources = try Repository.files(under: "Sources").filter { $0.hasSuffix(".swift") }
      .map { try Repository.text(of: $0) }.joined()
    let declared = Set(
      sources.matches(of: #/\b(?:struct|class|enum|protocol|func) (\w+)/#).map { String($0.1) })
    let walks = page[(page.range(of: "## A query")?.lowerBound ?? page.endIndex)...]
    for span in walks.matches(of: #/`(\w+)(?:\.\w+)?`s?/#) where span.1.first?.isUppercase == true {
      #expect(declared.contains(String(span.1)), "\(span.1)")
    }
  }
}
