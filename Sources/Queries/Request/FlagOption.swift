package import FlagModel
package import Predicates

extension PredicateSyntax {
  /// The tree that the value of `--has`, `--any` and their like makes: `HRM,PLX`, or with the
  /// attribute before it `markers:HRM,PLX`. It is the one that `markers has (HRM, PLX)` makes.
  package static func flagOption(_ test: FlagTest, _ source: SourceText) throws(Diagnostic)
    -> PredicateSyntax
  {
    var words: [PredicateSyntax] = []
    var attribute: PredicateSyntax?
    var start = 0
    let bytes = source.utf8
    for index in 0...bytes.count {
      let byte = index < bytes.count ? bytes[index] : UInt8(ascii: ",")
      if byte == UInt8(ascii: ":"), attribute == nil, words.isEmpty {
        let range = source.trimmed(start..<index)
        attribute = PredicateSyntax(path: source.text(range), at: SourcePlace(source, range))
        start = index + 1
      } else if byte == UInt8(ascii: ",") || byte == UInt8(ascii: "|") {
        let isAlone = words.isEmpty && index == bytes.count
        words.append(try word(in: source, start..<index, isAlone: isAlone))
        start = index + 1
      }
    }
    return PredicateSyntax(
      .flags(attribute, test, words), at: SourcePlace(source, 0..<bytes.count))
  }

  /// `author.marks`: an attribute, perhaps inside a struct or of another record.
  private init(path: String, at place: SourcePlace) {
    let names = path.split(separator: ".", maxSplits: 10).map { Name($0) }
    var node = PredicateSyntax(.name(names.first ?? ""), at: place)
    for name in names.dropFirst() { node = PredicateSyntax(.member(node, name), at: place) }
    self = node
  }

  /// One name between commas, without the spaces and the point that may stand around it.
  private static func word(
    in source: SourceText, _ range: Range<Int>, isAlone: Bool
  ) throws(Diagnostic) -> PredicateSyntax {
    var range = source.trimmed(range)
    if let first = range.first, source.utf8[first] == UInt8(ascii: ".") { range.removeFirst() }
    guard range.isEmpty else {
      return PredicateSyntax(.name(Name(source.text(range))), at: SourcePlace(source, range))
    }
    let place = SourcePlace(source, range)
    if isAlone {
      throw Diagnostic(
        "expected flags, found nothing", at: place,
        hint: "records without any flag are found by --where 'ATTRIBUTE is empty'")
    }
    throw Diagnostic("expected a flag between the commas, found nothing", at: place)
  }
}
