import FlagModel

/// A `#define`.
struct Macro {
  let name: Name
  /// Nil for a macro without brackets.
  let parameters: [Name]?
  let isVariadic: Bool
  let body: [Token]
  let place: TokenPlace
  private let above: Comment?
  private let behind: Comment?
  /// The index of each parameter.
  private let places: [Name: Int]

  init(
    name: Name, parameters: [Name]?, isVariadic: Bool, body: [Token], place: TokenPlace,
    above: Comment?, behind: Comment?
  ) {
    self.name = name
    self.parameters = parameters
    self.isVariadic = isVariadic
    self.body = body
    self.place = place
    self.above = above
    self.behind = behind
    places = Dictionary((parameters ?? []).enumerated().map { ($1, $0) }) { first, _ in first }
  }

  /// The comment behind the macro, or the one above it.
  var comment: Name? { behind?.text ?? above?.text }

  /// The index of the parameter that a token names; nil for another token.
  func parameter(_ token: Token) -> Int? {
    guard token.kind == .identifier else { return nil }
    return places[token.text]
  }
}

/// The macros from whose expansion a token comes, as linked lists in one array.
struct HiddenMacros {
  private var nodes: [(name: Name, next: Int32, depth: Int)] = []

  /// The maximum length of such a list.
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
    let depth = if chain >= 0 { nodes[Int(chain)].depth + 1 } else { 0 }
    nodes.append((name, chain, depth))
    return Int32(nodes.count - 1)
  }
}
