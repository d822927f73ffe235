import FlagModel

/// A named number of a source, not worked out before somebody asks.
final class Constant {
  /// The text that says the value.
  enum Rule {
    case expression(ArraySlice<Token>)
    /// One more than the member before it.
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
  /// The types and modules around it.
  let scope: [Name]
  let rule: Rule
  let type: IntegerType?
  let place: TokenPlace
  let comment: Name?
  /// The place in a group of constants that Go counts.
  var iota: Int?
  /// The enum that it belongs to and its place there.
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

  var knownValue: Int128? { if case .known(let number) = state { number.value } else { nil } }

  func begin() { state = .running }
  func end(_ result: Result<Number, Unknowable>) {
    switch result {
    case .success(let number): state = .known(number)
    case .failure(let reason): state = .unknowable(reason)
    }
  }
}

/// Constants that a source declares together: an enum, a `bitflags!`, the constants of one type.
final class DeclaredSet {
  /// The rule for members that say no value.
  enum Counting {
    case upwards
    /// Python's `auto()` of flags: the next bit.
    case bits
    /// Python's `auto()` of other enums: from 1 on.
    case fromOne
  }

  /// The full path; the last name is empty where the source gives none.
  let path: [Name]
  let rawType: IntegerType?
  let counting: Counting
  /// True if the source says that these are flags.
  let isDeclaredAsFlags: Bool
  /// True if the names of the members repeat that of the set, as they must where it is no scope.
  let repeatsName: Bool
  let place: TokenPlace
  let comment: Name?
  private(set) var members: [Constant] = []

  init(
    _ path: [Name], rawType: IntegerType?, counting: Counting = .upwards,
    isDeclaredAsFlags: Bool = false, repeatsName: Bool, at place: TokenPlace, comment: Name? = nil
  ) {
    self.path = path
    self.rawType = rawType
    self.counting = counting
    self.isDeclaredAsFlags = isDeclaredAsFlags
    self.repeatsName = repeatsName
    self.place = place
    self.comment = comment
  }

  func add(_ constant: Constant) {
    constant.join(self, at: members.count)
    members.append(constant)
  }

  /// The greatest value of the first members, so many that all are worked out.
  private var highest: (value: Int128, members: Int) = (0, 0)

  /// The greatest value that is known of the members before one that is not; 0 if none is greater.
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
