import FlagModel
import Predicates

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// On Apple's systems, Foundation has these expressions of texts. Elsewhere its macro accepts the calls, but nothing
// defines them.

#if !canImport(Darwin)
  extension PredicateExpressions {
    /// `name.localizedStandardContains(part)` within a predicate: true if a text contains another one, without regard
    /// to case and accents.
    public struct TextContains<Text: PredicateExpression, Part: PredicateExpression>:
      PredicateExpression
    where Text.Output: StringProtocol, Part.Output: StringProtocol {
      /// True or false.
      public typealias Output = Bool

      let text: Text
      let part: Part

      /// True if the text contains the part.
      public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
        let (text, part) = (try text.evaluate(bindings), try part.evaluate(bindings))
        let whole = foldedText(String(text), case: true, accents: true)
        return whole.contains(foldedText(String(part), case: true, accents: true))
      }
    }

    /// `name.caseInsensitiveCompare(other)` within a predicate: the order of two texts without regard to case.
    public struct TextComparison<Text: PredicateExpression, Other: PredicateExpression>:
      PredicateExpression
    where Text.Output: StringProtocol, Other.Output: StringProtocol {
      /// The order.
      public typealias Output = ComparisonResult

      let text: Text
      let other: Other

      /// The order of the two texts.
      public func evaluate(_ bindings: PredicateBindings) throws -> ComparisonResult {
        let (text, other) = (try text.evaluate(bindings), try other.evaluate(bindings))
        let left = foldedText(String(text), case: true, accents: false).unicodeScalars
        let right = foldedText(String(other), case: true, accents: false).unicodeScalars
        if left.elementsEqual(right) { return .orderedSame }
        if left.lexicographicallyPrecedes(right) { return .orderedAscending }
        return .orderedDescending
      }
    }

    // The macro calls them by these names.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// Makes `localizedStandardContains` available in predicates.
    public static func build_localizedStandardContains<Text, Part>(
      _ text: Text, _ part: Part
    ) -> TextContains<Text, Part> { TextContains(text: text, part: part) }

    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// Makes `caseInsensitiveCompare` available in predicates.
    public static func build_caseInsensitiveCompare<Text, Other>(
      _ text: Text, _ other: Other
    ) -> TextComparison<Text, Other> { TextComparison(text: text, other: other) }
  }

  extension PredicateExpressions.TextContains: Sendable where Text: Sendable, Part: Sendable {}
  extension PredicateExpressions.TextComparison: Sendable where Text: Sendable, Other: Sendable {}

  extension PredicateExpressions.TextContains: Codable where Text: Codable, Part: Codable {
    /// Decodes the two texts.
    public init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      text = try container.decode(Text.self)
      part = try container.decode(Part.self)
    }

    /// Encodes the two texts.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(text)
      try container.encode(part)
    }
  }

  extension PredicateExpressions.TextComparison: Codable where Text: Codable, Other: Codable {
    /// Decodes the two texts.
    public init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      text = try container.decode(Text.self)
      other = try container.decode(Other.self)
    }

    /// Encodes the two texts.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(text)
      try container.encode(other)
    }
  }

  extension PredicateExpressions.TextContains: StandardPredicateExpression
  where Text: StandardPredicateExpression, Part: StandardPredicateExpression {}
  extension PredicateExpressions.TextComparison: StandardPredicateExpression
  where Text: StandardPredicateExpression, Other: StandardPredicateExpression {}

  extension PredicateExpressions.TextContains: TranslatableExpression {
    func kind(in translation: inout Translation) throws(UntranslatableExpression) -> Kind {
      try translation.call("localizedStandardContains", of: text, with: part)
    }
  }

  extension PredicateExpressions.TextComparison: TranslatableExpression {
    func kind(in translation: inout Translation) throws(UntranslatableExpression) -> Kind {
      try translation.call("caseInsensitiveCompare", of: text, with: other)
    }
  }

  extension Translation {
    fileprivate mutating func call(
      _ method: String, of text: some PredicateExpression, with other: some PredicateExpression
    ) throws(UntranslatableExpression) -> PredicateSyntax.Kind {
      .call(try syntax(of: text), method, [.init(label: nil, value: try syntax(of: other))])
    }
  }
#endif
