import Foundation
import Testing

/// The pages of Documentation/Decisions can be found: from the list of all, and from the code.
@Suite("Pages of decisions")
struct DecisionTests {
  private static let folder = "Documentation/Decisions"

  /// The names of the pages, as `flags-are-found-by-skip-scan`.
  private let pages: Set<String>

  init() {
    let files = Repository.files(under: Self.folder)
    pages = Set(files.filter { !$0.hasSuffix("/README.md") }.map { Self.page(of: $0) })
  }

  @Test("are listed in the README of their folder, each once")
  func index() throws {
    let index = try Repository.text(of: "\(Self.folder)/README.md")
    let listed = index.matches(of: #/(?m)^- \[[^\]]+\]\(([\w-]+)\.md\)$/#).map { String($0.1) }
    #expect(listed.sorted() == pages.sorted())
  }

  @Test("are named in the doc comment of what they explain, and each page that is named exists")
  func links() throws {
    var linked: Set<String> = []
    for path in Repository.files(under: "Sources") {
      let text = try Repository.text(of: path)
      for name in Self.names(in: text) {
        #expect(pages.contains(name), "\(path) names \(name).md, which is no page")
      }
      linked.formUnion(Self.links(in: text))
    }
    #expect(pages.subtracting(linked).sorted() == [], "pages that no doc comment names")
  }

  @Test("are named in one form")
  func form() {
    let text = """
      /// A type.
      /// See Documentation/Decisions/one-page.md.
      struct One {}
      // See Documentation/Decisions/two.md.
      /// Documentation/Decisions/three.md says why.
      """
    #expect(Self.links(in: text) == ["one-page"])
    #expect(Self.names(in: text) == ["one-page", "two", "three"])
  }

  /// The pages that a text names anywhere.
  private static func names(in text: String) -> [String] {
    text.matches(of: #/Decisions/([\w-]+)\.md/#).map { String($0.1) }
  }

  /// The pages that doc comments name, each in a line of its own.
  private static func links(in text: String) -> [String] {
    let form = #/(?m)^ *\/\/\/ See Documentation/Decisions/([\w-]+)\.md\.$/#
    return text.matches(of: form).map { String($0.1) }
  }

  private static func page(of path: String) -> String {
    String(path.split(separator: "/").last?.dropLast(".md".count) ?? "")
  }
}
