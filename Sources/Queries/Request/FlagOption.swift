package import FlagModel
package import Predicates

extension PredicateSyntax {
  /// The syntax tree for the value of `--has`, `--any` and similar options: `HRM,PLX`, or with an
  /// attribute `markers:HRM,PLX`. It equals the tree of `markers has (HRM, PLX)`.
  package static func flagOption(_ test: FlagTest, _ source: SourceText) throws(Diagnostic)
    -> PredicateSyntax
  {
    let bytes = source.utf8
    func separates(_ byte: UInt8) -> Bool { byte == UInt8(ascii: ",") || byte == UInt8(ascii: "|") }
    var attribute: PredicateSyntax?
    var list = 0..<bytes.count
    if let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      !bytes[..<colon].contains(where: separates)
    {
      let range = source.trimmed(0..<colon)
      attribute = PredicateSyntax.path(source.text(range), at: SourcePlace(source, range))
      list = colon + 1..<bytes.count
    }
    list = withoutBrackets(list, in: source)
    var words: [PredicateSyntax] = []
    var start = list.lowerBound
    for end in list.lowerBound...list.upperBound {
      guard end == list.upperBound || separates(bytes[end]) else { continue }
      let isAlone = words.isEmpty && end == list.upperBound
      words.append(try word(in: source, start..<end, isAlone: isAlone))
      start = end + 1
    }
    return PredicateSyntax(.flags(attribute, test, words), at: SourcePlace(source, 0..<bytes.count))
  }

  /// The content of `[.HRM, .PLX]`, `(HRM, PLX)` or `{HRM, PLX}`; other lists unchanged.
  private static func withoutBrackets(_ list: Range<Int>, in source: SourceText) -> Range<Int> {
    let trimmed = source.trimmed(list)
    guard let first = trimmed.first, let last = trimmed.last, first < last,
      ["[]", "()", "{}"].contains(source.text(first..<first + 1) + source.text(last..<last + 1))
    else { return list }
    return first + 1..<last
  }

  /// One name of a list, without spaces and a leading dot.
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
