import FlagModel

/// The branches of the `#if` blocks in a source. All of them are parsed. Two declarations in
/// different branches of one block are never in the same program.
struct Branches {
  private struct Branch {
    let block: Int
    let parent: Int
    let depth: Int
  }

  /// Branch 0 is outside of all blocks.
  private var all = [Branch(block: 0, parent: 0, depth: 0)]

  /// The maximum nesting depth of blocks.
  static let depthLimit = 64

  mutating func add(toBlock block: Int, in parent: Int) -> Int {
    all.append(Branch(block: block, parent: parent, depth: all[parent].depth + 1))
    return all.count - 1
  }

  /// True if no program contains both.
  func areExclusive(_ first: Int, _ second: Int) -> Bool {
    var a = first
    var b = second
    while all[a].depth > all[b].depth { a = all[a].parent }
    while all[b].depth > all[a].depth { b = all[b].parent }
    while a != b {
      if all[a].block == all[b].block { return true }
      a = all[a].parent
      b = all[b].parent
    }
    return false
  }

  /// True if every program with the inner branch contains the outer one.
  func contains(_ outer: Int, _ inner: Int) -> Bool {
    var branch = inner
    while all[branch].depth > all[outer].depth { branch = all[branch].parent }
    return branch == outer
  }
}
