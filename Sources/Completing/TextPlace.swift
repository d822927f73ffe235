package import FlagModel
import Predicates

/// An incomplete text literal, and the attribute to which it is compared.
package struct TextPlace {
  /// The offset of its opening quote.
  package let start: Int
  /// The typed text without quotes.
  package let typed: String
  package let quote: Character
  package let entity: Entity
  package let attribute: Attribute

  package init(start: Int, typed: String, quote: Character, entity: Entity, attribute: Attribute) {
    self.start = start
    self.typed = typed
    self.quote = quote
    self.entity = entity
    self.attribute = attribute
  }

  /// A complete text with its quotes. SQL has no backslash escapes.
  package func spelled(_ text: String, inSQL: Bool = false) -> String {
    var escaped = text.replacing("\(quote)", with: "\(quote)\(quote)")
    if !inSQL { escaped = escaped.replacing("\\", with: "\\\\") }
    return "\(quote)\(escaped)\(quote)"
  }
}

extension Entity {
  /// The incomplete text at the end of an expression; nil if there is none, or if it is not
  /// compared with a text attribute.
  package func textPlace(
    at text: String, in schema: Schema, for use: ExpressionUse = .condition
  ) -> TextPlace? {
    let bytes = Array(text.utf8)
    guard let start = Self.openQuote(in: bytes),
      let before = try? PredicateLexer.lex(SourceText(name: nil, utf8: Array(bytes[..<start])))
    else { return nil }
    let typed = String(decoding: bytes[(start + 1)...], as: UTF8.self)
    let quote = Character(Unicode.Scalar(bytes[start]))
    guard !typed.contains("\\") else { return nil }
    let tokens = TypedPredicate.pruned(Array(before.dropLast()))
    let place = TypedPredicate(
      entity: self, schema: schema, use: use, text: Array(bytes[..<start]), tokens: tokens)
    guard let operand = place.notes().notes.operand, operand.isText, operand.isStored,
      let (entity, attribute) = place.comparedAttribute
    else { return nil }
    return TextPlace(
      start: start, typed: typed.replacing("\(quote)\(quote)", with: "\(quote)"), quote: quote,
      entity: entity, attribute: attribute)
  }

  /// The offset of an unclosed quote.
  private static func openQuote(in bytes: [UInt8]) -> Int? {
    do throws(Diagnostic) {
      _ = try PredicateLexer.lex(SourceText(name: nil, utf8: bytes))
      return nil
    } catch {
      guard let start = error.place?.range.lowerBound, bytes.indices.contains(start),
        [UInt8(ascii: "'"), UInt8(ascii: "\"")].contains(bytes[start])
      else { return nil }
      return start
    }
  }
}

extension TypedPredicate {
  /// The last attribute that the tokens name: of the entity, of a related one, or in a closure or a
  /// subquery of any entity.
  fileprivate var comparedAttribute: (Entity, Attribute)? {
    for end in tokens.indices.reversed() where tokens[end].kind == .word {
      let path = path(endingAt: end)
      for start in [entity] + schema.entities {
        if let match = attribute(path, of: start) { return match }
      }
    }
    return nil
  }

  /// The path of names that ends at a token, without a variable at its start.
  private func path(endingAt end: Int) -> [Name] {
    var path = [Name(tokens[end].text)]
    var index = end
    while index > 1, tokens[index - 1].kind == .symbol, tokens[index - 1].text == ".",
      tokens[index - 2].kind == .word
    {
      index -= 2
      path.insert(Name(tokens[index].text), at: 0)
    }
    return path
  }

  private func attribute(_ path: [Name], of start: Entity) -> (Entity, Attribute)? {
    var entity = start
    for (index, name) in path.enumerated() {
      let rest = Name(path[index...].map(\.text).joined(separator: "."))
      if let attribute = entity.attribute(named: rest) { return (entity, attribute) }
      guard let target = entity.relationship(named: name)?.target,
        let next = schema.entity(named: target)
      else { return nil }
      entity = next
    }
    // A record is compared by its name.
    return entity.label.map { (entity, $0) }
  }
}
