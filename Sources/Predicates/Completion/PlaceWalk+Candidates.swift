import FlagModel

// What may stand at the place that the walk has come to.

extension PlaceWalk {
  /// A candidate that is not yet spelled.
  struct Offer {
    let text: String
    let about: String?
    /// Names stand in backquotes where they would be keywords.
    let isName: Bool
    /// Whether there are too many of its kind to be offered where nothing is typed.
    var isOnDemand = false

    init(_ candidate: Candidate) {
      text = candidate.text
      about = candidate.about
      isName = true
    }

    /// With the point that Swift wants before a case or flag.
    var dotted: Offer {
      isName && !text.hasPrefix("$") ? Offer(keyword: ".\(text)", about: about) : self
    }

    init(keyword: String, about: String? = nil) {
      text = keyword
      self.about = about
      isName = false
    }
  }

  var candidates: [Offer] {
    switch frame.place {
    case .operand: operands
    case .after(let meaning): tail(of: meaning)
    case .member(let owner): members(of: owner)
    case .dotted: frame.left.map(constants) ?? []
    case .flags(let sets, let mayQualify):
      sets.flatMap(\.candidates).map(Offer.init)
        + (mayQualify ? keywords("all", "any", "none", "exactly") : [])
    case .afterIs(let meaning): states(of: meaning)
    case .afterNot(let meaning):
      isText(meaning)
        ? keywords("in", "contains", "beginswith", "endswith", "like", "matches")
        : keywords("in", "between")
    case .naming: []
    }
  }

  func keywords(_ words: String...) -> [Offer] {
    words.map { Offer(keyword: $0) }
  }

  // MARK: Operands

  private var operands: [Offer] {
    guard let left = frame.left else { return frame.takes.map(arguments) ?? beginning }
    let constants = constants(beside: left).map { frame.isSwift ? $0.dotted : $0 }
    return constants.isEmpty ? comparable(with: left) : constants
  }

  /// What a condition may begin with, or what is calculated.
  var beginning: [Offer] {
    switch use {
    case _ where frame.isSwift: return variables + calls
    case .condition, .groupCondition: return condition + calls
    case .columns, .groups, .order:
      // In brackets calculations go on.
      return
        (isOutermost
        ? frame.scope.candidates(withExpressions: true).map(Offer.init) : names(of: frame.scope))
        + calls
    }
  }

  private var condition: [Offer] {
    let flags = frame.scope.flagAttributes.isEmpty ? [] : keywords("has", "lacks")
    let isToMany = frame.scope.relationships.contains(where: \.isToMany)
    return variables + names(of: frame.scope) + keywords("not") + flags
      + (isToMany ? keywords("any", "all", "none") : [])
  }

  /// The variables of the closures around the place.
  private var variables: [Offer] {
    frame.variables.sorted { $0.key < $1.key }.map { name, entity in
      let isNamed = frame.isSwift && name != "0"
      return Offer(Candidate(isNamed ? name : "$\(name)", about: entity.name.text))
    }
  }

  /// The names that stand alone.
  private var standingNames: [Offer] { frame.isSwift ? variables : names(of: frame.scope) }

  /// The names of a record; of an attribute inside a struct the first part alone.
  func names(of entity: Entity, after prefix: String = "") -> [Offer] {
    var seen: Set<[UInt8]> = []
    return entity.candidates(withExpressions: true).compactMap { candidate in
      guard candidate.text.utf8.starts(with: prefix.utf8) else { return nil }
      let rest = candidate.text.utf8.dropFirst(prefix.utf8.count)
      let name = Array(rest.prefix { $0 != UInt8(ascii: ".") })
      guard seen.insert(name).inserted else { return nil }
      return Offer(
        Candidate(
          String(decoding: name, as: UTF8.self),
          about: name.count == rest.count ? candidate.about : nil))
    }
  }

  /// The values that have names.
  private func constants(beside left: Meaning) -> [Offer] {
    switch left {
    case .value(let type, let isOptional):
      constants(of: type) + (isOptional && !isNumber(type) ? keywords("nil") : [])
    case .values(let type): constants(of: type)
    case .truth: keywords("true", "false")
    case .one: keywords("nil")
    default: []
    }
  }

  private func constants(of type: AttributeType) -> [Offer] {
    switch type {
    case .flags(let set): set.candidates.map(Offer.init)
    case .enumeration(let enumeration): enumeration.candidates.map(Offer.init)
    case .bool: keywords("true", "false")
    case .date: keywords(frame.isSwift ? ".now" : "now") + names(ofType: type)
    default: []
    }
  }

  /// Attributes of the same kind.
  private func comparable(with left: Meaning) -> [Offer] {
    switch left {
    case .value(let type, _), .values(let type):
      names(ofType: type) + (isNumber(type) ? numericCalls : [])
    default: standingNames
    }
  }

  private func names(ofType type: AttributeType) -> [Offer] {
    if frame.isSwift { return variables }
    return names(of: frame.scope).filter { offer in
      switch property(Name(offer.text), of: frame.scope) {
      case .value(let other, _): isNumber(type) ? isNumber(other) : other == type
      case .many, .one, .group: true
      default: false
      }
    }
  }

  private func isNumber(_ type: AttributeType) -> Bool {
    switch type {
    case .integer, .double, .float, .decimal: true
    default: false
    }
  }

  // MARK: Operators

  private func tail(of meaning: Meaning) -> [Offer] {
    if frame.awaitsUpper { return keywords("and") }
    let naming = use == .columns && isOutermost ? keywords("as") : []
    return naming + operators(after: meaning)
  }

  private func operators(after meaning: Meaning) -> [Offer] {
    if frame.isTested { return keywords("and", "or") }
    switch meaning {
    case .value(let type, let isOptional):
      return operators(of: type) + (isOptional ? keywords("is") : [])
    case .values(let type): return operators(of: type)
    case .one: return keywords("==", "!=", "is")
    case .truth: return keywords("and", "or")
    case .other: return keywords("==", "!=", "<", "<=", ">", ">=", "and", "or")
    case .many, .group, .type, .method, .function: return []
    }
  }

  private func operators(of type: AttributeType) -> [Offer] {
    switch type {
    case .flags: keywords("has", "lacks", "is", "==", "!=")
    case .enumeration(let enumeration):
      keywords("==", "!=", "in") + (enumeration.isOrdered ? keywords("<", "<=", ">", ">=") : [])
    case .bool: keywords("and", "or", "==", "!=")
    case .string, .url:
      keywords("==", "!=", "contains", "beginswith", "endswith", "like", "matches", "in", "not")
    case .integer, .double, .float, .decimal, .date:
      keywords("==", "!=", "<", "<=", ">", ">=", "in", "between")
    case .uuid: keywords("==", "!=", "in")
    case .data, .array: keywords("==", "!=")
    }
  }

  private func states(of meaning: Meaning) -> [Offer] {
    switch meaning {
    case .value(.flags, let isOptional):
      keywords("empty", "exactly", "not") + (isOptional ? keywords("nil") : [])
    case .value(.string, let isOptional):
      keywords("empty", "not") + (isOptional ? keywords("nil") : [])
    case .value(.bool, _), .truth: keywords("true", "false", "not")
    default: keywords("nil", "not")
    }
  }

  private func isText(_ meaning: Meaning) -> Bool {
    if case .value(.string, _) = meaning { true } else { false }
  }

  // MARK: Members

  private func members(of owner: Meaning) -> [Offer] {
    switch owner {
    case .one(let entity): names(of: entity)
    case .many(let entity):
      names(of: entity) + keywords("count", "isEmpty", "filter", "contains", "allSatisfy", "map")
    case .values, .value(.array, _):
      keywords("count", "min", "max", "sum", "avg", "isEmpty", "contains")
    case .group(let entity, let prefix, _): names(of: entity, after: "\(prefix).")
    case .value(.flags, _):
      keywords("contains", "isSuperset", "isSubset", "isDisjoint", "isEmpty", "count", "rawValue")
    case .value(.string, _):
      keywords("contains", "hasPrefix", "hasSuffix", "isEmpty", "count")
    case .value(.enumeration, _): keywords("rawValue")
    case .type(.flagSet(let set)): set.candidates.map(Offer.init)
    case .type(.enumeration(let enumeration)): enumeration.candidates.map(Offer.init)
    case .value, .type, .method, .function, .truth, .other: []
    }
  }
}
