import FlagModel

/// All constants and sets of a source, by name.
final class Declarations {
  let language: DefinitionLanguage
  private(set) var constants: [Constant] = []
  private(set) var sets: [DeclaredSet] = []
  /// The names of number types from `typedef` and `type`.
  private var types: [Name: NumberType] = [:]
  private var otherNames: [Name: [(scope: [Name], name: Name)]] = [:]
  private var growing: [Name: DeclaredSet] = [:]
  private var byPath: [Name: Constant] = [:]
  private var byName: [Name: [Constant]] = [:]
  /// The types whose members are visible everywhere by their bare names, as with `import static`.
  private var opened: Set<Name> = []
  /// The base types of types, by the paths of the latter.
  private var bases: [Name: Set<Name>] = [:]
  /// Finds constants of other sources; nil if they do not have one.
  var imported: ((_ path: [Name], _ depth: Int) throws(Unknowable) -> Number?)?

  init(_ language: DefinitionLanguage) { self.language = language }

  // MARK: Declaring

  func declare(_ constant: Constant) {
    constants.append(constant)
    index(constant, in: constant.scope)
  }

  func declare(_ set: DeclaredSet) {
    guard !set.members.isEmpty else { return }
    if language == .typescript, let earlier = earlierPart(of: set) {
      for member in set.members {
        earlier.add(member)
        index(member, in: earlier.path)
      }
      return
    }
    sets.append(set)
    for member in set.members {
      let owner = if set.isNamed { set.path } else { member.scope }
      index(member, in: owner)
      if language.spillsMembers, set.isNamed { index(member, in: Array(set.path.dropLast())) }
    }
  }

  /// The enum of TypeScript that another declaration with its name continues; nil if there is none, or if
  /// the first member of the other has no value, because it counts from 0 again.
  private func earlierPart(of set: DeclaredSet) -> DeclaredSet? {
    guard set.isNamed, !set.isList, set.members.first?.expression != nil else { return nil }
    return sets.first { $0.path == set.path && !$0.isList }
  }

  /// The set with a path, which is created for its first member.
  func set(at path: [Name], orElse make: () -> DeclaredSet) -> DeclaredSet {
    if let set = growing[Name(path: path)] { return set }
    let set = make()
    growing[Name(path: path)] = set
    sets.append(set)
    return set
  }

  private func index(_ constant: Constant, in scope: [Name]) {
    let path = Name(path: scope + [constant.name])
    if byPath[path] == nil { byPath[path] = constant }
    byName[constant.name, default: []].append(constant)
  }

  func declare(_ type: NumberType, named path: [Name]) { types[Name(path: path)] = type }

  /// Registers the types that an import names.
  func open(_ types: [Name]) { opened.formUnion(types) }

  func declare(bases types: some Sequence<Name>, of path: [Name]) {
    bases[Name(path: path), default: []].formUnion(types)
  }

  /// Registers a `typedef`: another name for a set, which may be declared later.
  func declare(otherName name: Name, in scope: [Name], for target: [Name]) {
    otherNames[Name(path: target), default: []].append((scope, name))
  }

  /// The names that `typedef`s give to a set, including those for its surrounding scopes.
  func otherNames(of set: DeclaredSet) -> [Name] {
    var names: [Name] = []
    for start in set.path.indices {
      for (scope, name) in otherNames[Name(path: set.path[start...])] ?? []
      where set.path.starts(with: scope) || scope.starts(with: set.path.dropLast()) {
        let path = Name(path: scope + [name])
        if path != set.name { names.append(path) }
      }
    }
    return names
  }

  // MARK: Finding

  func type(named words: [Name]) -> NumberType? {
    if let type = BasicTypes.type(named: words, language) { return type }
    let unqualified = words.filter { !BasicTypes.qualifiers.contains($0) }
    // An undeclared enum does not change the numbers that are cast to it.
    if let type = types[Name(path: unqualified)] { return type }
    if unqualified.first == "enum" { return .integer(nil) }
    return nil
  }

  func constant(_ path: [Name], from scope: [Name]) -> Constant? {
    for count in stride(from: scope.count, through: 0, by: -1) {
      if let constant = byPath[Name(path: scope[..<count] + path)] { return constant }
    }
    let parts = path.filter { !Self.selves.contains($0) }
    if parts.count < path.count, let constant = byPath[Name(path: scope + parts)] {
      return constant
    }
    // A name with a single declaration may come from an import.
    guard let last = path.last, let all = byName[last] else { return nil }
    let fitting = all.filter { constant in
      (constant.owner + [last]).suffix(path.count).elementsEqual(path)
        && (path.count > 1 || isVisibleByBareName(constant, from: scope))
    }
    guard let first = fitting.first, fitting.allSatisfy({ $0 === first }) else { return nil }
    return first
  }

  /// True unless the constant is a member of a type that the scope neither inherits nor imports.
  private func isVisibleByBareName(_ constant: Constant, from scope: [Name]) -> Bool {
    if let set = constant.set, set.isList { return false }
    guard Self.hidesMembers.contains(language), let type = constant.owner.last else { return true }
    if opened.contains(type) { return true }
    return scope.indices.contains { bases[Name(path: scope[...$0])]?.contains(type) ?? false }
  }

  /// The languages in which a member of another type is not visible by its bare name.
  private static let hidesMembers: Set<DefinitionLanguage> = [
    .python, .java, .kotlin, .csharp, .typescript, .php,
  ]

  private static let selves: Set<Name> = ["Self", "self", "this", "crate", "super", "cls"]

  // MARK: Values

  /// The maximum depth of references between values.
  static let deepest = 60

  func value(of constant: Constant, depth: Int = 0) throws(Unknowable) -> Number {
    switch constant.state {
    case .known(let number): return number
    case .unknowable(let reason): throw reason
    case .running: throw Unknowable("'\(constant.name)' refers to itself", at: constant.place)
    case .new: break
    }
    guard depth < Self.deepest else {
      throw Unknowable("'\(constant.name)' is nested too deeply", at: constant.place)
    }
    constant.begin()
    do throws(Unknowable) {
      let number = try calculated(constant, depth)
      constant.end(.success(number))
      return number
    } catch {
      constant.end(.failure(error))
      throw error
    }
  }

  private func calculated(_ constant: Constant, _ depth: Int) throws(Unknowable) -> Number {
    switch constant.rule {
    case .unknowable(let reason): throw reason
    case .next where constant.set?.counting == .bits: return try automatic(constant)
    case .next: return try next(for: constant, depth)
    case .bit(let tokens, let first):
      let names = ScopedNames(declarations: self, constant: constant)
      var evaluator = Evaluator(tokens, language, names: names, expected: nil, depth: depth)
      let bit = try evaluator.evaluate().value - Int128(first)
      guard (0..<64).contains(bit) else {
        throw Unknowable(
          "expected a bit from \(first) to \(63 + first), found \(bit + Int128(first))",
          at: tokens.first?.place)
      }
      return Number(1 << bit)
    case .expression(let tokens):
      let names = ScopedNames(declarations: self, constant: constant)
      var evaluator = Evaluator(
        tokens, language, names: names, expected: constant.type, depth: depth)
      let number = try evaluator.evaluate()
      guard let type = constant.type else { return number }
      guard type.holds(number.value) else {
        var reason = Unknowable(
          "\(number.value) does not fit \(type.name(in: language))", at: tokens.first?.place)
        reason.exceedsType = !converts(number.value, to: type)
        throw reason
      }
      return number.converted(to: type)
    }
  }

  /// True if the language converts a number to a type without the loss of bits, as C does with
  /// `uint32_t x = ~1`.
  private func converts(_ value: Int128, to type: IntegerType) -> Bool {
    guard language == .c || language == .cpp else { return false }
    let limit = Int128(1) << Int128(type.bitWidth)
    return value < limit && value >= -limit / 2
  }

  /// The value after the nearest previous member with a known value.
  private func next(for constant: Constant, _ depth: Int) throws(Unknowable) -> Number {
    guard let set = constant.set else { throw Unknowable("it has no value", at: constant.place) }
    var index = constant.index - 1
    while index >= 0 {
      let before = set.members[index]
      if case .next = before.rule, case .new = before.state {
        index -= 1
        continue
      }
      let number = try value(of: before, depth: depth + 1)
      return following(number, by: constant.index - index)
    }
    return Number(Int128(constant.index), set.rawType)
  }

  private func following(_ number: Number, by distance: Int) -> Number {
    let value = number.value + Int128(distance)
    guard let type = number.type else { return Number(value) }
    if type.holds(value) { return Number(value, type) }
    // C continues with a wider type.
    let wider = [IntegerType.uint32, .int64, .uint64].first { $0.holds(value) }
    if language.isPreprocessed { return Number(value, wider) }
    return Number(value, type)
  }

  /// The type of an enum in C; nil if a member is unknown.
  func underlyingType(of set: DeclaredSet) -> IntegerType? {
    if let type = set.rawType { return type }
    let values = set.members.map { try? value(of: $0).value }
    return [IntegerType.uint32, .int32, .int64, .uint64].first { type in
      values.allSatisfy { $0.map(type.holds) ?? false }
    }
  }

  /// The value of `auto()`, and of a symbol in a list of Ruby.
  func automatic(_ constant: Constant) throws(Unknowable) -> Number {
    guard let set = constant.set else { throw Unknowable("'auto()' needs an enum") }
    let highest = set.highest(before: constant.index)
    guard set.counting == .bits else { return Number(highest + 1) }
    for place in 0..<64 where 1 << place as Int128 > highest {
      return Number(1 << place)
    }
    throw Unknowable("'auto()' has none of the 64 bits left", at: constant.place)
  }
}

/// Resolves the names in the expression of a constant.
struct ScopedNames: NameValues {
  let declarations: Declarations
  let constant: Constant

  func value(of path: [Name], at place: TokenPlace, depth: Int) throws(Unknowable) -> Number {
    if path == ["iota"], let iota = constant.iota { return Number(Int128(iota)) }
    if path.last == "auto()" { return try declarations.automatic(constant) }
    if let other = declarations.constant(path, from: constant.scopeOfValue) {
      return try declarations.value(of: other, depth: depth + 1)
    }
    if path.last == "empty()" { return Number(0, constant.type) }
    if let number = try declarations.imported?(path, depth + 1) { return number }
    throw Unknowable("'\(path.joined(separator: "."))' is not known", at: place)
  }

  func type(named path: [Name]) -> NumberType? { declarations.type(named: path) }
}
