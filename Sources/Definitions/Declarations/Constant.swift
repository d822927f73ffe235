import FlagModel

/// A named number in a source, which is evaluated on request.
final class Constant {
  /// The source of the value.
  enum Rule {
    case expression(ArraySlice<Token>)
    /// The bit with the number of the expression. The lowest bit has the number `first`.
    case bit(ArraySlice<Token>, first: Int)
    /// One more than the previous member.
    case next
    case unknowable(Unknowable)
  }

  private(set) var state = State.new

  enum State {
    case new
    case running
    case known(Number)
    case unknowable(Unknowable)
  }

  let name: Name
  /// The surrounding types and modules.
  let scope: [Name]
  let rule: Rule
  let type: IntegerType?
  let place: TokenPlace
  let comment: Name?
  /// The value of `iota` in a group of Go constants.
  var iota: Int?
  /// The path of its set if that has a name, and the scope otherwise.
  var owner: [Name] {
    if let set, set.isNamed { return set.path }
    return scope
  }
  /// The scope in which its value is written. A list is no scope for the values in it.
  var scopeOfValue: [Name] {
    if let set, set.isList { return scope }
    return owner
  }
  /// The enum of the constant, and its index there.
  private(set) weak var set: DeclaredSet?
  private(set) var index = 0

  init(
    _ name: Name, in scope: [Name], _ rule: Rule, type: IntegerType? = nil, at place: TokenPlace,
    comment: Name? = nil
  ) {
    self.name = name
    self.scope = scope
    self.rule = rule
    self.type = type
    self.place = place
    self.comment = comment
  }

  func join(_ set: DeclaredSet, at index: Int) {
    self.set = set
    self.index = index
  }

  var isDecided: Bool {
    switch state {
    case .new, .running: false
    case .known, .unknowable: true
    }
  }

  /// The tokens of a written value.
  var expression: ArraySlice<Token>? {
    if case .expression(let tokens) = rule { tokens } else { nil }
  }

  /// True unless the value consists of the names of other constants.
  var hasNumber: Bool { expression?.contains { $0.kind == .number } ?? true }

  var knownValue: Int128? { if case .known(let number) = state { number.value } else { nil } }

  func begin() { state = .running }
  func end(_ result: Result<Number, Unknowable>) {
    switch result {
    case .success(let number): state = .known(number)
    case .failure(let reason): state = .unknowable(reason)
    }
  }
}

/// Constants that are declared together: an enum, a `bitflags!`, or constants of one type.
final class DeclaredSet {
  /// The rule for members without a written value.
  enum Counting {
    case upwards
    /// Python's `auto()` for flags: the next bit.
    case bits
    /// Python's `auto()` for other enums: the next number from 1.
    case fromOne
  }

  /// The full path; the last name is empty for an anonymous set.
  let path: [Name]
  let rawType: IntegerType?
  let counting: Counting
  /// True if the source declares them as flags.
  let isDeclaredAsFlags: Bool
  /// True for an array or object, whose values do not see its own names.
  let isList: Bool
  /// True if the member names repeat the name of the set, because the set is no scope.
  let repeatsName: Bool
  let place: TokenPlace
  let comment: Name?
  private(set) var members: [Constant] = []

  init(
    _ path: [Name], rawType: IntegerType?, counting: Counting = .upwards,
    isDeclaredAsFlags: Bool = false, isList: Bool = false, repeatsName: Bool, at place: TokenPlace,
    comment: Name? = nil
  ) {
    self.path = path
    self.rawType = rawType
    self.counting = counting
    self.isDeclaredAsFlags = isDeclaredAsFlags
    self.isList = isList
    self.repeatsName = repeatsName
    self.place = place
    self.comment = comment
  }

  func add(_ constant: Constant) {
    constant.join(self, at: members.count)
    members.append(constant)
  }

  /// The greatest value of the first members that are already evaluated.
  private var highest: (value: Int128, members: Int) = (0, 0)

  /// The greatest known value of the members before an index; 0 if none is greater.
  func highest(before index: Int) -> Int128 {
    while highest.members < index, members[highest.members].isDecided {
      highest.value = max(highest.value, members[highest.members].knownValue ?? 0)
      highest.members += 1
    }
    return members[highest.members..<index].reduce(highest.value) { max($0, $1.knownValue ?? 0) }
  }

  var name: Name { Name(path: path) }
  var isNamed: Bool { path.last.map { !$0.isEmpty } ?? false }
}
