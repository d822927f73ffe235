import FlagModel
import Predicates
import SQLText

// The offers for the next word, before they are tried.

extension PredicateEnd {

  /// The offers in classes, in the order of the list: named values, names of the model with
  /// keywords, and types. If a class has a match for the typed prefix, the later ones are omitted.
  func offers() -> [[CompletionOffer]] {
    let classes = classes
    if isRefused || isDowncast { return [classes] }
    if isTest { return [classes + cases + words] }
    if let owner = notes.owner { return [members(of: owner)] }
    let values = values
    // A dot alone precedes a value of the expected type.
    if typed.isAfter(".") { return [values.isEmpty ? constants : values] }
    let constants = if isSwift { values.map(\.dotted) } else { values }
    guard isOperand else { return [constants + words] }
    // If the type has few values, the many attribute names are only offered after a prefix.
    // A method of sets often takes another mask.
    let mayBeMask = isArgument && !notes.flagSets.isEmpty
    let hasFew = constants.contains { !$0.isOnDemand } && notes.operand?.type != .date && !mayBeMask
    var names = if hasFew { names.map { $0.onDemand() } } else { names }
    // The bits of a key are no flags.
    if isJoined { names.removeAll { $0.kind == .key } }
    let words = if hasFew || isArgument { words.map { $0.onDemand() } } else { words }
    return [constants, names + words, types]
  }

  /// `as`, which gives a column an alias.
  func alias(beginning word: String) -> [CompletionOffer] {
    let mayEnd = notes.words.contains("and") && OpenBrackets(typed.tokens).open.isEmpty
    guard typed.use == .columns, mayEnd, "as".hasPrefix(word) else { return [] }
    return [CompletionOffer(keyword: "as")]
  }

  // MARK: Values that have names

  private var values: [CompletionOffer] {
    let isOneSet = notes.flagSets.count == 1
    let flags = notes.flagSets.flatMap(\.candidates).map {
      CompletionOffer($0).standing(for: isOneSet ? .named : nil)
    }
    guard let operand = notes.operand else { return flags }
    switch operand.type {
    case .enumeration: return cases + none(operand)
    case .bool: return ["true", "false"].map { CompletionOffer(keyword: $0) } + none(operand)
    case .date: return dates + none(operand)
    case nil where operand.term.type == .moment: return dates
    default: return flags + none(operand)
    }
  }

  /// The cases of the expected enum.
  private var cases: [CompletionOffer] {
    guard case .enumeration(let enumeration)? = notes.operand?.type else { return [] }
    return enumeration.candidates.map { CompletionOffer($0).standing(for: .named) }
  }

  /// `nil` is offered immediately, unless numbers are expected.
  private func none(_ operand: Operand) -> [CompletionOffer] {
    guard operand.term.isOptional else { return [] }
    if typed.isAfter(".") { return [CompletionOffer(keyword: "none")] }
    let isNumber = operand.type.map { Kinds($0) == .number } ?? true
    return [CompletionOffer(keyword: "nil", isOnDemand: isNumber)]
  }

  private var dates: [CompletionOffer] {
    if typed.isAfter(".") { return constants }
    if isSwift { return constants.map { CompletionOffer(keyword: ".\($0.text)", about: $0.about) } }
    return ["now", "today"].map { CompletionOffer(keyword: $0) }
  }

  /// The named constants of the language.
  var constants: [CompletionOffer] {
    var offers: [CompletionOffer] = []
    for constant in Language.all where constant.form == .constant {
      offers.append(CompletionOffer(keyword: constant.name, about: constant.about))
    }
    for order in PredicateChecker.orders.keys.sorted() {
      offers.append(CompletionOffer(keyword: String(order.dropFirst())))
    }
    return offers
  }

  // MARK: Names

  /// The unqualified names: variables of closures, and outside of Swift closures the properties.
  var names: [CompletionOffer] {
    if isSwift { return variables }
    return variables + properties
  }

  /// The properties of the innermost record, and of outer records after a typed prefix.
  private var properties: [CompletionOffer] {
    var names: [CompletionOffer] = []
    for frame in notes.environment?.frames.reversed() ?? [] where frame.variable == nil {
      let isOutside = !names.isEmpty
      let members =
        switch frame.subject {
        case .record(let path): reach.names(of: path.entity)
        case .operand(let operand): reach.properties(of: operand.type)
        default: [CompletionOffer]()
        }
      if isOutside { names += members.map { $0.onDemand() } } else { names += members }
    }
    return names
  }

  private var variables: [CompletionOffer] {
    var seen: Set<Name> = []
    return (notes.environment?.frames.reversed() ?? []).compactMap { frame in
      let isWhole = isSwift && frame.variable == nil
      let variable: Name? = if isWhole { notes.recordName ?? "0" } else { frame.variable }
      guard let name = variable, isWhole || notes.variables.contains(name),
        seen.insert(name).inserted
      else { return nil }
      let text = if name == "0" || isMarked(name) { "$\(name)" } else { name.text }
      guard case .record(let path) = frame.subject else { return CompletionOffer(keyword: text) }
      let kind = CompletionOffer.Kind.record(path.entity.name)
      return CompletionOffer(keyword: text, about: path.entity.name.text).standing(for: kind) {
        reach.paths(from: path.entity, isMany: false)
      }
    }
  }

  /// True if a variable was declared as `$r`.
  private func isMarked(_ variable: Name) -> Bool {
    typed.tokens.contains { $0.kind == .variable && Name($0.text) == variable }
  }

  /// The types with named values.
  private var types: [CompletionOffer] {
    typed.schema.types.compactMap { type in
      guard let first = type.candidates.first else { return nil }
      return CompletionOffer(Candidate(type.name)).onDemand().standing(for: nil) {
        [.init(text: ".\(first.text)"), .init(text: ".\(first.text).rawValue")]
      }
    }
  }

  // MARK: After `is` and `as?`

  private var isDowncast: Bool {
    [["as", "?"], ["as", "!"]].contains(typed.tokens.suffix(2).map(\.text))
  }

  private var isTest: Bool {
    let words = typed.tokens.suffix(2).map { $0.text.lowercased() }
    return words.last == "is" || words == ["is", "not"]
  }

  /// The classes that share a table.
  private var classes: [CompletionOffer] {
    guard isDowncast || isTest else { return [] }
    return typed.schema.entities.filter { $0.source.kinds != nil }.map { entity in
      CompletionOffer(Candidate(entity.name, about: entity.summary)).standing(for: nil) {
        guard isDowncast else { return [] }
        return [.init(text: ") != nil"), .init(text: ")?.\(entity.keyColumn)")]
      }
    }
  }

  // MARK: Keywords

  /// The keywords and operators of the language. Some are only offered after a typed prefix,
  /// because they are possible nearly everywhere or have a simpler synonym.
  private var words: [CompletionOffer] {
    var seen: Set<String> = []
    let isLiteral = typed.tokens.last.map { [.number, .string, .date].contains($0.kind) } ?? false
    let accepted = notes.words.filter { word in
      if isLiteral, Operator(rawValue: word) != nil { return false }
      if word.isIdentifier {
        if isSwift, !Self.constants.contains(word) { return false }
      } else if !Self.isOperator(word) || !isSwift && ["&&", "||"].contains(word) {
        return false
      }
      return seen.insert(word).inserted
    }
    let order = accepted.sorted { rank($0) < rank($1) }
    return order.map { word in
      let isRare = Self.rare.contains(word) || isOperand && !isTest && Self.constants.contains(word)
      var offer = CompletionOffer(keyword: word, isOnDemand: isRare)
      offer.mayLead = !Self.constants.contains(word)
      return offer
    }
  }

  private static func isOperator(_ word: String) -> Bool {
    ["==", "&&", "||"].contains(word) || Comparison(rawValue: word).map { $0 != .equal } ?? false
      || Operator(rawValue: word) != nil
  }

  /// The order: tests of flags, conjunctions, comparisons, calculations.
  private func rank(_ word: String) -> Int {
    switch word {
    case "not" where isOperand: 0
    case "has", "lacks": 1
    case "and", "or", "&&", "||": 2
    default: Operator(rawValue: word) == nil ? 3 : 4
    }
  }

  private static let constants: Set<String> = ["true", "false", "nil", "null", "SELF"]

  /// Keywords with a simpler synonym, or which are rarely meant.
  private static let rare: Set<String> = [
    "null", "some", "distinct", "return", "FIRST", "LAST", "SIZE", "uti",
  ]
}
