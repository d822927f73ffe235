import FlagModel

/// Walks over the tokens of a predicate to the place after them, and knows there whose names stand
/// alone, what stands to the left, and so what may follow. It is no parser: it refuses nothing.
struct PlaceWalk {
  /// What an operand stands for.
  indirect enum Meaning: Sendable {
    case one(Entity)
    case many(Entity)
    case value(AttributeType, isOptional: Bool)
    /// The values that several records have.
    case values(AttributeType)
    /// `author`, whose attributes are named `author.name` and so on.
    case group(Entity, prefix: Name, isMany: Bool)
    /// `Status`, before one of its cases.
    case type(NamedType)
    /// A method before its arguments; those of some are closures that are given each record.
    case method(result: Meaning, of: Entity?, beside: Meaning?)
    /// A function before its bracket.
    case function(OfferedFunction)
    /// True or false.
    case truth
    /// A value of which no more is known.
    case other
  }

  enum Place {
    case operand
    case after(Meaning)
    case member(of: Meaning)
    /// After a point with nothing before it.
    case dotted
    /// After `has` and its like.
    case flags([FlagSet], mayQualify: Bool)
    case afterIs(Meaning)
    case afterNot(Meaning)
    /// Where `SUBQUERY` names its variable, and what follows `as`.
    case naming
  }

  /// What a pair of brackets, or none, has around a place.
  struct Frame {
    /// Whose names stand alone.
    var scope: Entity
    /// True within a closure that is the whole, where only its parameter leads to names.
    var isSwift = false
    /// What the variables of closures stand for.
    var variables: [String: Entity] = [:]
    var place = Place.operand
    /// What the next operand is compared with.
    var left: Meaning?
    /// Whether a comparison was there since the last `and`.
    var isTested = false
    /// Whether the next `and` belongs to `between`.
    var awaitsUpper = false
    /// The records of a closure that may open here.
    var closureOf: Entity?
    var isSubquery = false
    /// What the function takes in whose brackets this is.
    var takes: OfferedFunction.Argument?
    /// Whether a comma ends a condition: the brackets of `TERNARY`.
    var isTernary = false
    /// Whether aggregates of a group have a meaning here.
    var mayAggregate = false
  }

  let schema: Schema
  let use: ExpressionUse
  var frames: [Frame]
  /// The token before the one that is passed.
  private(set) var previous: PredicateToken?

  init(_ entity: Entity, in schema: Schema, for use: ExpressionUse) {
    self.schema = schema
    self.use = use
    frames = [Frame(scope: entity, mayAggregate: use.mayAggregate)]
  }

  /// Whether the place is in no brackets.
  var isOutermost: Bool { frames.count == 1 }

  /// The frame of the innermost brackets.
  var frame: Frame {
    get { frames[frames.count - 1] }
    set { frames[frames.count - 1] = newValue }
  }

  mutating func pass(_ tokens: [PredicateToken]) {
    let start = Self.startOfSwift(tokens)
    if start > 0 { openSwift() }
    for (index, token) in tokens.enumerated().dropFirst(start) {
      let next = index + 1 < tokens.count ? tokens[index + 1] : nil
      step(token, before: next)
      previous = token
    }
  }

  /// The place after the brace of a closure that is the whole; 0 if none opens.
  private static func startOfSwift(_ tokens: [PredicateToken]) -> Int {
    guard let brace = tokens.firstIndex(where: { $0.kind == .symbol && $0.text == "{" }) else {
      return 0
    }
    let isMacro =
      tokens[0].isQuotedName && ["Predicate", "Expression"].contains(tokens[0].text)
      && tokens[1..<brace].allSatisfy { $0.kind == .word || ["<", ",", ">"].contains($0.text) }
    return brace == 0 || isMacro ? brace + 1 : 0
  }

  private mutating func step(_ token: PredicateToken, before next: PredicateToken?) {
    if token.kind == .symbol, [")", "]", "}"].contains(token.text) {
      if frames.count > 1 { frames.removeLast() }
      return
    }
    switch frame.place {
    case .operand: passOperand(token, before: next)
    case .after(let meaning): passTail(token, after: meaning)
    case .member(let owner):
      if token.kind == .word { frame.place = .after(member(Name(token.text), of: owner)) }
    case .dotted: frame.place = .after(.other)
    case .flags(let sets, _): passFlag(token, of: sets)
    case .afterIs(let meaning): passIs(token, meaning)
    case .afterNot(let meaning): passTail(token, after: meaning)
    case .naming:
      if token.kind == .variable, let entity = frame.closureOf {
        frame.variables[token.text] = entity
      } else if token.text == "," {
        frame.closureOf = nil
        begin()
      }
    }
  }

  /// The beginning of a condition.
  mutating func begin() {
    frame.place = .operand
    frame.left = nil
    frame.isTested = false
  }
}
