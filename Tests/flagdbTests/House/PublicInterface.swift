/// The library's interface for an app, read from the text of its sources.
struct PublicInterface {
  /// A declaration on one line, and its documentation.
  struct Declaration: Hashable {
    let text: String
    let documentation: [String]
  }

  private(set) var declarations: [Declaration] = []

  /// Reads what is public in a source; of an enum, its cases too.
  init(source: String) {
    var documentation: [String] = []
    var open: [String] = []
    var isInEnum = false
    for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
      let words = line.drop { $0 == " " }
      if !open.isEmpty || words.hasPrefix("public ") {
        open.append(String(words))
        guard words.hasSuffix("{") || words.hasSuffix("}") || words.hasPrefix("public let") else {
          continue
        }
        declarations.append(Declaration(text: Self.joined(open), documentation: documentation))
        isInEnum = open[0].hasPrefix("public enum")
        (open, documentation) = ([], [])
      } else if words.hasPrefix("///") {
        documentation.append(String(words))
      } else if isInEnum, words.hasPrefix("case ") {
        declarations.append(Declaration(text: String(words), documentation: documentation))
        documentation = []
      } else if !words.hasPrefix("@") {
        if words.hasPrefix("}") { isInEnum = false }
        documentation = []
      }
    }
  }

  /// The declaration without what it does, on one line.
  private static func joined(_ lines: [String]) -> String {
    var text = lines.joined(separator: " ").prefix { $0 != "{" }
    while text.last == " " { text.removeLast() }
    return String(text).replacing("( ", with: "(").replacing(" )", with: ")")
      .replacing("public ", with: "")
  }

  /// The declarations as a block of Swift in a document.
  var block: String {
    let parts = declarations.map { ($0.documentation + [$0.text]).joined(separator: "\n") }
    return "```swift\n\(parts.joined(separator: "\n\n"))\n```\n"
  }
}
