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
    case group(Entity, prefix: String, isMany: Bool)
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
  private var frames: [Frame]
  private var previous: PredicateToken?

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
    for (index, token) in tokens.enumerated() {
      let next = index + 1 < tokens.count ? tokens[index + 1] : nil
      step(token, before: next)
      previous = token
    }
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
      if token.kind == .word { frame.place = .after(member(token.text, of: owner)) }
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
  private mutating func begin() {
    frame.place = .operand
    frame.left = nil
    frame.isTested = false
  }

  // MARK: Operands

  private mutating func passOperand(_ token: PredicateToken, before next: PredicateToken?) {
    switch token.kind {
    case .word: passName(token, before: next)
    case .variable:
      frame.closureOf = nil
      frame.place = .after(frame.variables[token.text].map(Meaning.one) ?? .other)
    case .symbol: passOpening(token)
    default: frame.place = .after(.other)
    }
  }

  private mutating func passName(_ token: PredicateToken, before next: PredicateToken?) {
    let keyword = token.isQuotedName ? "" : token.text.lowercased()
    if frame.closureOf != nil, next?.text == "in", let entity = frame.closureOf {
      frame.variables[token.text] = entity
      frame.place = .after(.truth)
      return
    }
    // A label may stand before a closure.
    if next?.text != ":" { frame.closureOf = nil }
    switch keyword {
    // `count(distinct status)`
    case "distinct" where frame.takes == .values: return
    case "not", "any", "some", "all", "none", "return":
      if property(token.text, of: frame.scope) == nil { return }
    case "has":
      frame.place = .flags(frame.scope.flagAttributes.map(\.set), mayQualify: true)
      return
    case "lacks":
      frame.place = .flags(frame.scope.flagAttributes.map(\.set), mayQualify: false)
      return
    case "self":
      frame.place = .after(.one(frame.scope))
      return
    case "true", "false", "nil", "null", "yes", "no":
      frame.place = .after(.other)
      return
    case _ where next?.text == "(":
      if let function = OfferedFunction.named(keyword), !hasName(token.text) {
        frame.place = .after(.function(function))
        return
      }
    default: break
    }
    let type = schema.types.first { $0.name == token.text || $0.name.hasSuffix(".\(token.text)") }
    let found =
      frame.variables[token.text].map(Meaning.one) ?? property(token.text, of: frame.scope)
      ?? type.map(Meaning.type)
    frame.place = .after(found ?? .other)
  }

  private func hasName(_ name: String) -> Bool {
    frame.variables[name] != nil || property(name, of: frame.scope) != nil
  }

  private mutating func passOpening(_ token: PredicateToken) {
    switch token.text {
    case "{" where frame.closureOf != nil:
      let entity = frame.closureOf
      frame.place = .after(.other)
      openClosure(over: entity)
    case "(", "[", "{":
      var inner = frame
      inner.awaitsUpper = false
      frame.place = .after(frame.left == nil ? .other : .truth)
      inner.place = .operand
      frames.append(inner)
    case ".": frame.place = .dotted
    default: break
    }
  }

  private mutating func openClosure(over entity: Entity?) {
    var inner = Frame(scope: frame.scope, variables: frame.variables)
    inner.closureOf = entity
    inner.variables["0"] = entity
    frames.append(inner)
  }

  // MARK: What follows an operand

  private mutating func passTail(_ token: PredicateToken, after meaning: Meaning) {
    switch token.kind {
    case .symbol: passSymbol(token, after: meaning)
    case .word where !token.isQuotedName: passKeyword(token.text.lowercased(), after: meaning)
    default: frame.place = .after(.other)
    }
  }

  private mutating func passSymbol(_ token: PredicateToken, after meaning: Meaning) {
    let touches = previous?.touches(token) ?? false
    switch token.text {
    case ".": frame.place = .member(of: meaning)
    case "?" where touches, "!" where touches: break
    case "[": openSubscript(of: meaning)
    case "(": openCall(of: meaning)
    case "{":
      guard case .method(let result, let entity, _) = meaning else { return }
      frame.place = .after(result)
      openClosure(over: entity)
    case "=", "==", "!=", "<>", "<", "<=", "=<", ">", ">=", "=>":
      compare(with: meaning)
    case "&&", "||": begin()
    case "," where frame.isSubquery && frame.closureOf == nil:
      if case .many(let entity) = meaning {
        frame.closureOf = entity
        if frames.count > 1 { frames[frames.count - 2].place = .after(meaning) }
      }
      frame.isSubquery = false
      frame.takes = nil
      frame.place = .naming
    case "?": begin()
    case "," where frame.isTernary: begin()
    case "&", "|", "^", "+", "-", "*", "/", "%":
      if frame.left == nil { frame.left = meaning }
      frame.place = .operand
    default: frame.place = .operand
    }
  }

  private mutating func compare(with meaning: Meaning) {
    if frame.left == nil { frame.left = meaning }
    frame.isTested = true
    frame.place = .operand
  }

  private mutating func openSubscript(of meaning: Meaning) {
    var inner = Frame(scope: frame.scope, variables: frame.variables)
    if case .many(let entity) = meaning { inner.scope = entity }
    frames.append(inner)
  }

  private mutating func openCall(of meaning: Meaning) {
    var inner = Frame(scope: frame.scope, variables: frame.variables)
    switch meaning {
    case .method(let result, let entity, let beside):
      frame.place = .after(result)
      inner.closureOf = entity
      inner.left = beside
    case .function(let function):
      frame.place = .after(function.result)
      inner.takes = function.takes
      inner.isSubquery = function.takes == .records
      inner.isTernary = function.takes == .conditions
    default: break
    }
    frames.append(inner)
  }

  private mutating func passKeyword(_ word: String, after meaning: Meaning) {
    switch word {
    case "and" where frame.awaitsUpper:
      frame.awaitsUpper = false
      frame.place = .operand
    case "and", "or": begin()
    case "as" where use == .columns && isOutermost: frame.place = .naming
    // `{ r in`
    case "in" where frame.closureOf != nil && !frame.isTested && isTruth(meaning):
      frame.closureOf = nil
      begin()
    case "has": frame.place = .flags(sets(of: meaning), mayQualify: true)
    case "lacks": frame.place = .flags(sets(of: meaning), mayQualify: false)
    case "is": frame.place = .afterIs(meaning)
    case "not": frame.place = .afterNot(meaning)
    case "in", "contains", "beginswith", "endswith", "like", "matches": compare(with: meaning)
    case "between":
      frame.awaitsUpper = true
      compare(with: meaning)
    default: frame.place = .after(.other)
    }
  }

  private func isTruth(_ meaning: Meaning) -> Bool {
    if case .truth = meaning { true } else { false }
  }

  // MARK: Flags

  /// The sets that the flags of an operand may be of.
  func sets(of meaning: Meaning) -> [FlagSet] {
    switch meaning {
    case .value(.flags(let set), _), .values(.flags(let set)): [set]
    default: []
    }
  }

  private mutating func passFlag(_ token: PredicateToken, of sets: [FlagSet]) {
    switch token.text {
    case "(", "[", "{":
      var inner = Frame(scope: frame.scope, variables: frame.variables)
      inner.place = .flags(sets, mayQualify: false)
      frame.place = .after(.truth)
      frames.append(inner)
    case ",", "|", ".": frame.place = .flags(sets, mayQualify: false)
    case "all", "any", "none", "exactly", "not": break
    // In a list more may follow; alone it was all.
    default:
      if frames.count == 1 || !isList { frame.place = .after(.truth) }
    }
  }

  /// Whether the innermost brackets hold nothing but flags.
  private var isList: Bool {
    if case .flags(_, mayQualify: false) = frame.place, let previous {
      return ["(", "[", "{", ",", "|", "."].contains(previous.text)
    }
    return false
  }

  private mutating func passIs(_ token: PredicateToken, _ meaning: Meaning) {
    switch token.text.lowercased() {
    case "not": break
    case "exactly": frame.place = .flags(sets(of: meaning), mayQualify: false)
    default: frame.place = .after(.truth)
    }
  }
}
