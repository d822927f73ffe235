import FlagModel

/// The classes and modules around a statement of Ruby.
///
/// An `end` at the beginning of a line closes the scopes with the same indentation. Therefore the words in texts and
/// blocks need not be paired.
struct RubyScopes {
  private struct Scope {
    let names: [Name]
    let column: Int
  }

  private let list: TokenList
  private let closers: [Int32]
  private let bytes: [UInt8]
  private var scopes: [Scope] = []
  /// The blocks that begin in the current line; true for a class or module.
  private var blocksOfLine: [Bool] = []

  init(_ list: TokenList, closers: [Int32], in bytes: [UInt8]) {
    self.list = list
    self.closers = closers
    self.bytes = bytes
  }

  var path: [Name] { scopes.flatMap(\.names) }

  /// Enters and leaves the scopes that begin and end in a statement.
  mutating func pass(_ statement: Range<Int>) {
    var at = statement.lowerBound
    while at < statement.upperBound {
      if list.tokens[at].startsLine { blocksOfLine = [] }
      if isKeyword(at) { passWord(at, isFirst: at == statement.lowerBound) }
      at = Brackets.next(after: at, closers, before: statement.upperBound)
    }
  }

  private mutating func passWord(_ at: Int, isFirst: Bool) {
    switch list.tokens[at].text {
    case "class" where isFirst, "module" where isFirst:
      scopes.append(Scope(names: names(after: at), column: column(of: at)))
      blocksOfLine.append(true)
    case "def" where !isOneExpression(at), "do", "begin", "case": blocksOfLine.append(false)
    case "if" where isFirst, "unless" where isFirst, "while" where isFirst, "until" where isFirst,
      "for" where isFirst:
      blocksOfLine.append(false)
    case "end": leave(at)
    default: break
    }
  }

  private mutating func leave(_ at: Int) {
    if list.tokens[at].startsLine {
      let column = column(of: at)
      while let scope = scopes.last, scope.column >= column { scopes.removeLast() }
    } else if blocksOfLine.popLast() == true {
      scopes.removeLast()
    }
  }

  /// False for a symbol, a method or the key of a hash: `:end`, `self.class`, `if: 1`.
  private func isKeyword(_ at: Int) -> Bool {
    guard list.tokens[at].kind == .identifier else { return false }
    if at > 0, [".", ":", "::", "@"].contains(list.tokens[at - 1].text), !list.tokens[at].startsLine
    {
      return false
    }
    let next = at + 1
    return next == list.tokens.count || !list.tokens[next].isSymbol(":")
      || list.tokens[next].isSpaced
  }

  /// `A::B` after `class`; empty for `class << self`.
  private func names(after at: Int) -> [Name] {
    let path = list.tokens[(at + 1)...].prefix { token in
      !token.startsLine && (token.kind == .identifier || token.isSymbol("::"))
    }
    return path.identifiers
  }

  /// True for `def name(…) = expression`, which has no `end`.
  private func isOneExpression(_ at: Int) -> Bool {
    var next = at + 2
    if next < list.tokens.count, list.tokens[next].isSymbol("(") { next = Int(closers[next]) + 1 }
    guard next < list.tokens.count else { return false }
    return list.tokens[next].isSymbol("=") && list.tokens[next].isSpaced
  }

  private func column(of at: Int) -> Int {
    let start = Int(list.tokens[at].place.start)
    return start - (bytes[..<start].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0)
  }
}
