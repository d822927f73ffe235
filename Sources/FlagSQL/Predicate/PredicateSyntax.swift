public import FlagModel

/// A predicate as it was written, before anything is known of the model. The options `--has`,
/// `--any` and their like make the same tree as the text that says the same.
public indirect enum PredicateSyntax: Hashable, Sendable {
  case constant(Bool)
  case and([PredicateSyntax])
  case or([PredicateSyntax])
  case not(PredicateSyntax)
  /// A name alone: an attribute that is true or false.
  case isTrue(NameSyntax)
  /// `markers has all (HRM, PLX)`; without a name the attribute that knows the flags.
  case flags(NameSyntax?, FlagTest, [WordSyntax], SourcePlace)
  case compare(OperandSyntax, Comparison, OperandSyntax, SourcePlace)
  /// `in {…}`
  case isIn(NameSyntax, [OperandSyntax])
  /// `between {1, 5}`, `in 1...5`, `in 1..<5`
  case isBetween(NameSyntax, OperandSyntax, OperandSyntax, includesUpper: Bool)
  case isNull(NameSyntax)
  /// `--id 17`
  case hasKey(WordSyntax)
}

/// What is asked of a column of flags.
public enum FlagTest: String, Hashable, Sendable, CaseIterable {
  /// All of them.
  case has
  /// At least one of them.
  case any
  /// None of them.
  case none
  /// These and no others.
  case exactly
  /// Not all of them.
  case notAll
}

public enum Comparison: String, Hashable, Sendable, CaseIterable {
  case equal = "="
  case unequal = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="

  /// The comparison that says the same with its sides exchanged.
  var mirrored: Comparison {
    switch self {
    case .equal, .unequal: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }

  /// The comparison that is true where this one is false.
  var opposite: Comparison {
    switch self {
    case .equal: .unequal
    case .unequal: .equal
    case .less: .greaterOrEqual
    case .lessOrEqual: .greater
    case .greater: .lessOrEqual
    case .greaterOrEqual: .less
    }
  }

  var keyword: StaticString {
    switch self {
    case .equal: "="
    case .unequal: "!="
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    }
  }
}

/// A name, dotted perhaps: `code`, `author.name`.
public struct NameSyntax: Hashable, Sendable {
  public let name: String
  public let place: SourcePlace

  public init(_ name: String, at place: SourcePlace) {
    self.name = name
    self.place = place
  }
}

/// A word whose meaning depends on what it is compared with: a flag, a case, a key.
public struct WordSyntax: Hashable, Sendable {
  public let text: String
  public let place: SourcePlace

  public init(_ text: String, at place: SourcePlace) {
    self.text = text
    self.place = place
  }
}

/// One side of a comparison.
public enum OperandSyntax: Hashable, Sendable {
  /// An attribute, or a case whose point was left out.
  case name(NameSyntax)
  /// `.measured`
  case dotted(WordSyntax)
  case number(WordSyntax)
  case string(WordSyntax)
  case date(WordSyntax)
  case bool(Bool, SourcePlace)
  case null(SourcePlace)
  /// `[.HRM, .PLX]`, `{HRM, PLX}`
  case list([WordSyntax], SourcePlace)

  var place: SourcePlace {
    switch self {
    case .name(let name): name.place
    case .dotted(let word), .number(let word), .string(let word), .date(let word): word.place
    case .bool(_, let place), .null(let place), .list(_, let place): place
    }
  }
}
