/// A pattern as instructions. Each continues at the next one unless it has explicit targets.
struct RegularExpressionProgram: Sendable {
  enum Instruction: Sendable {
    case scalar(Unicode.Scalar)
    /// Matches a set: its ASCII part, and its index among the sets.
    case set(ASCIISet, Int)
    case assertion(RegularExpressionAssertion)
    /// Continues at both instructions.
    case split(Int, Int)
    case jump(Int)
    case match
  }

  private(set) var instructions: [Instruction] = []
  private(set) var sets: [ScalarSet] = []

  /// The greatest length, because the time for a scalar is proportional to it.
  static let longest = 10_000

  init(_ node: RegularExpressionNode) throws(RegularExpressionError) {
    // The size is calculated first, because `(((){1000}){1000}){1000}` would take long to compile.
    guard Self.size(of: node) < Self.longest else {
      throw RegularExpressionError(message: "the repetitions make the pattern too large", offset: 0)
    }
    append(node)
    instructions.append(.match)
  }

  /// An upper bound of the instructions; 1 for an empty node, and the number of items for a class.
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

  /// `x{0,n}`, which can end before each repetition.
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
