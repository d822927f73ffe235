/// The library's interface for an app, read from the text of its sources.
struct PublicInterface {
  /// A declaration on one line, and its documentation.
  struct Declaration: Hashable {
    let text: String
    let documentation: [String]
  }

  private(set) var declarations: [Declaration] = []

  /// Reads what is public in a source; of an enum its cases too, and of a protocol its requirements,
  /// each on one line.
  init(source: String) {
    var documentation: [String] = []
    var open: [String] = []
    var (isInEnum, isInProtocol) = (false, false)
    for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
      let words = line.drop { $0 == " " }
      if !open.isEmpty || words.hasPrefix("public ") && !words.hasPrefix("public import ") {
        open.append(String(words))
        guard
          words.hasSuffix("{") || words.hasSuffix("}") || words.hasPrefix("public let")
            || words.hasPrefix("public var")
            || words.hasPrefix("public typealias") || words.contains("#externalMacro(")
        else {
          continue
        }
        declarations.append(Declaration(text: Self.joined(open), documentation: documentation))
        isInEnum = open[0].hasPrefix("public enum")
        isInProtocol = open[0].hasPrefix("public protocol")
        open = []
        documentation = []
      } else if words.hasPrefix("///") {
        documentation.append(String(words))
      } else if isInEnum && words.hasPrefix("case ") || isInProtocol && Self.isRequirement(words) {
        declarations.append(
          Declaration(text: Self.joined([String(words)]), documentation: documentation))
        documentation = []
      } else if !words.hasPrefix("@") {
        if words.hasPrefix("}") { (isInEnum, isInProtocol) = (false, false) }
        documentation = []
      }
    }
  }

  private static func isRequirement(_ words: Substring) -> Bool {
    ["associatedtype ", "func ", "init", "static ", "var "].contains(where: words.hasPrefix)
  }

  /// The declaration without what it does, on one line.
  private static func joined(_ lines: [String]) -> String {
    let whole = lines.joined(separator: " ")
    let code = whole.firstRange(of: " = #externalMacro")?.lowerBound
    var text = whole[..<(code ?? whole.endIndex)].prefix { $0 != "{" }
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
