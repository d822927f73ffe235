import FlagModel

/// A `#define`.
struct Macro {
  let name: Name
  /// Nil for one that is used without brackets.
  let parameters: [Name]?
  let isVariadic: Bool
  let body: [Token]
  let place: TokenPlace
  let comment: Name?
}

/// The macros whose text a word is part of, as chains in one array.
struct HiddenMacros {
  private var nodes: [(name: Name, next: Int32, depth: Int)] = []

  /// A longer chain of macros is not followed.
  private static let deepest = 64

  func hides(_ name: Name, _ chain: Int32) -> Bool {
    var at = chain
    if at >= 0, nodes[Int(at)].depth >= Self.deepest { return true }
    while at >= 0 {
      if nodes[Int(at)].name == name { return true }
      at = nodes[Int(at)].next
    }
    return false
  }

  mutating func adding(_ name: Name, to chain: Int32) -> Int32 {
    let depth = chain >= 0 ? nodes[Int(chain)].depth + 1 : 0
    nodes.append((name, chain, depth))
    return Int32(nodes.count - 1)
  }
}
