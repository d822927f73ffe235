/// A pattern as instructions, each of which goes on at the next one unless it says otherwise.
struct RegularExpressionProgram: Sendable {
  enum Instruction: Sendable {
    case scalar(Unicode.Scalar)
    /// One of a set: what it takes of ASCII, and its place among the sets.
    case set(ASCIISet, Int)
    case assertion(RegularExpressionAssertion)
    /// Goes on at both.
    case split(Int, Int)
    case jump(Int)
    case match
  }

  private(set) var instructions: [Instruction] = []
  private(set) var sets: [ScalarSet] = []

  /// The time for a scalar of the text grows with the program.
  static let longest = 10_000

  init(_ node: RegularExpressionNode) throws(RegularExpressionError) {
    // Counted before anything is written, since `(((){1000}){1000}){1000}` writes for a long time.
    guard Self.size(of: node) < Self.longest else {
      throw RegularExpressionError(message: "the repetitions make the pattern too large", offset: 0)
    }
    append(node)
    instructions.append(.match)
  }

  /// At least the number of instructions, 1 for what has none, and a class's items.
  private static func size(of node: RegularExpressionNode) -> Int {
    switch node {
    case .scalar, .assertion: return 1
    case .set(let set): return max(1, min(set.items.count, longest))
    case .sequence(let nodes): return nodes.reduce(1) { min($0 + size(of: $1), longest) }
    case .alternatives(let nodes): return nodes.reduce(1) { min($0 + size(of: $1) + 2, longest) }
    case .repetition(let node, let minimum, let maximum):
      let count = max(maximum ?? minimum + 1, 1)
      let (size, overflow) = (size(of: node) + 2).multipliedReportingOverflow(by: count)
      return overflow ? longest : min(size, longest)
    }
  }

  private mutating func append(_ node: RegularExpressionNode) {
    switch node {
    case .scalar(let scalar): instructions.append(.scalar(scalar))
    case .set(let set):
      instructions.append(.set(set.ascii, sets.count))
      sets.append(set)
    case .assertion(let assertion): instructions.append(.assertion(assertion))
    case .sequence(let nodes):
      for node in nodes { append(node) }
    case .alternatives(let nodes): appendAlternatives(nodes[...])
    case .repetition(let node, let minimum, let maximum):
      for _ in 0..<minimum { append(node) }
      if let maximum {
        appendOptional(node, count: maximum - minimum)
      } else {
        appendLoop(node)
      }
    }
  }

  private mutating func appendAlternatives(_ nodes: ArraySlice<RegularExpressionNode>) {
    var jumps: [Int] = []
    for node in nodes.dropLast() {
      let split = reserve()
      append(node)
      jumps.append(reserve())
      instructions[split] = .split(split + 1, instructions.count)
    }
    if let last = nodes.last { append(last) }
    for jump in jumps { instructions[jump] = .jump(instructions.count) }
  }

  /// `x{0,n}`, which may end before each.
  private mutating func appendOptional(_ node: RegularExpressionNode, count: Int) {
    var splits: [Int] = []
    for _ in 0..<count {
      splits.append(reserve())
      append(node)
    }
    for split in splits { instructions[split] = .split(split + 1, instructions.count) }
  }

  private mutating func appendLoop(_ node: RegularExpressionNode) {
    let split = reserve()
    append(node)
    instructions.append(.jump(split))
    instructions[split] = .split(split + 1, instructions.count)
  }

  private mutating func reserve() -> Int {
    instructions.append(.match)
    return instructions.count - 1
  }
}
