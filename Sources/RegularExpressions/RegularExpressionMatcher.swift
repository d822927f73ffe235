/// Runs a program on a text. It stores the set of instructions that are active, and advances all of
/// them by one scalar at a time.
struct RegularExpressionMatcher {
  private let program: RegularExpressionProgram
  /// The instructions that wait for a scalar.
  private var current: [Int] = []
  private var next: [Int] = []
  /// The last position at which each instruction was reached. Each is followed once at a position,
  /// so that empty loops end.
  private var reached: [Int]
  private var pending: [Int] = []
  private var hasMatched = false

  init(_ program: RegularExpressionProgram) {
    self.program = program
    reached = Array(repeating: -1, count: program.instructions.count)
  }

  mutating func matches(_ text: String, shouldStop: () -> Bool) -> Bool {
    var scalars = text.unicodeScalars.makeIterator()
    var previous: Unicode.Scalar?
    var following = scalars.next()
    var place = 0
    follow(0, at: place, previous, following)
    while let scalar = following, !next.isEmpty {
      if place % 1024 == 1023, shouldStop() { return false }
      place += 1
      previous = scalar
      following = scalars.next()
      step(over: scalar, to: place, following)
    }
    return hasMatched && following == nil
  }

  /// Advances every waiting instruction that accepts the scalar.
  private mutating func step(
    over scalar: Unicode.Scalar, to place: Int, _ following: Unicode.Scalar?
  ) {
    swap(&current, &next)
    next.removeAll(keepingCapacity: true)
    hasMatched = false
    for index in current {
      let takes =
        switch program.instructions[index] {
        case .scalar(let wanted): wanted == scalar
        case .set(let ascii, let set):
          scalar.isASCII ? ascii.contains(scalar) : program.sets[set].contains(scalar)
        case .assertion, .split, .jump, .match: false
        }
      if takes { follow(index + 1, at: place, scalar, following) }
    }
  }

  /// Adds an instruction, or those that are reachable from it without a scalar.
  private mutating func follow(
    _ start: Int, at place: Int, _ previous: Unicode.Scalar?, _ following: Unicode.Scalar?
  ) {
    pending.append(start)
    while let index = pending.popLast() {
      if reached[index] == place { continue }
      reached[index] = place
      switch program.instructions[index] {
      case .scalar, .set: next.append(index)
      case .match: hasMatched = true
      case .jump(let target): pending.append(target)
      case .split(let first, let second):
        pending.append(second)
        pending.append(first)
      case .assertion(let assertion):
        if assertion.holds(between: previous, and: following) { pending.append(index + 1) }
      }
    }
  }
}
