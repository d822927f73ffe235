import FlagModel

/// The branches of the `#if` blocks of a source. All of them are read; two declarations in
/// different branches of one block never meet in a compiled program.
struct Branches {
  private struct Branch {
    let block: Int
    let parent: Int
    let depth: Int
  }

  /// Branch 0 is what stands in no block.
  private var all = [Branch(block: 0, parent: 0, depth: 0)]

  /// The greatest depth of blocks within each other.
  static let depthLimit = 64

  mutating func add(toBlock block: Int, in parent: Int) -> Int {
    all.append(Branch(block: block, parent: parent, depth: all[parent].depth + 1))
    return all.count - 1
  }

  /// True if no program has both.
  func areExclusive(_ first: Int, _ second: Int) -> Bool {
    var (a, b) = (first, second)
    while all[a].depth > all[b].depth { a = all[a].parent }
    while all[b].depth > all[a].depth { b = all[b].parent }
    while a != b {
      if all[a].block == all[b].block { return true }
      a = all[a].parent
      b = all[b].parent
    }
    return false
  }

  /// True if every program with the inner one has the outer one.
  func contains(_ outer: Int, _ inner: Int) -> Bool {
    var branch = inner
    while all[branch].depth > all[outer].depth { branch = all[branch].parent }
    return branch == outer
  }
}
