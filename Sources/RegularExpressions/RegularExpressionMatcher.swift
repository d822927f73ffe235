/// Runs a program over a text: it keeps the set of instructions at which some way through the
/// pattern stands, and moves them all by one scalar at a time.
struct RegularExpressionMatcher {
  private let program: RegularExpressionProgram
  /// The instructions that wait for a scalar.
  private var current: [Int] = []
  private var next: [Int] = []
  /// For each instruction the last place in the text at which it was reached, so that it is
  /// followed once a place, and a loop around nothing ends.
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

  /// Moves every waiting instruction that takes the scalar to the one after it.
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

  /// Adds an instruction, or those that it leads to without a scalar.
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
