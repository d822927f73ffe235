import FlagModel

/// Removes the lines of `#if`, `#elseif`, `#else` and `#endif` from the tokens, and everything
/// under `#if false`. The remaining tokens know their branch.
struct ConditionalReader {
  /// An open block.
  private struct Block {
    let number: Int
    let opening: Range<Int>
    let parent: Int
    let isParentSkipped: Bool
    /// True after a branch `#if true`, because no later branch is compiled.
    var isDecided = false
  }

  private let lexed: LexedSource
  private var at = 0
  private var kept: [Token] = []
  private var blocks: [Block] = []
  private var blockCount = 0
  private var branch = 0
  private var isSkipping = false
  private var branches = Branches()

  static func read(
    _ lexed: LexedSource, _ diagnostics: inout DiagnosticList
  ) -> (LexedSource, Branches) {
    var reader = ConditionalReader(lexed)
    reader.run(&diagnostics)
    var conditioned = lexed
    conditioned.tokens = reader.kept
    return (conditioned, reader.branches)
  }

  private init(_ lexed: LexedSource) {
    self.lexed = lexed
    kept.reserveCapacity(lexed.tokens.count)
  }

  private mutating func run(_ diagnostics: inout DiagnosticList) {
    while at < lexed.tokens.count {
      if let directive {
        let place = lexed.tokens[at].range.lowerBound..<lexed.tokens[at + 1].range.upperBound
        at += 2
        let condition = passCondition()
        if let problem = apply(directive, place, condition) {
          diagnostics.append(Diagnostic(problem, at: SourcePlace(lexed.source, place)))
          if blocks.count >= Branches.depthLimit { break }
        }
      } else {
        keep()
      }
    }
    if let open = blocks.last, !diagnostics.hasErrors {
      diagnostics.append(
        Diagnostic("'#if' is never closed", at: SourcePlace(lexed.source, open.opening)))
    }
    if kept.last?.kind != .end, let end = lexed.tokens.last { kept.append(end) }
  }

  private mutating func keep() {
    var token = lexed.tokens[at]
    at += 1
    guard !isSkipping || token.kind == .end else { return }
    token.branch = branch
    kept.append(token)
  }

  private enum Directive: String {
    case `if`, `elseif`, `else`, `endif`
  }

  /// The directive at the current token.
  private var directive: Directive? {
    let token = lexed.tokens[at]
    guard token.isSymbol("#"), token.range.count == 1, at + 1 < lexed.tokens.count else {
      return nil
    }
    let word = lexed.tokens[at + 1]
    guard word.kind == .identifier, !word.isSpaced, word.range.count <= 6 else { return nil }
    return Directive(rawValue: lexed.source.text(word.range))
  }

  /// Moves to the end of the line; returns the condition if it is a single token such as `false`.
  private mutating func passCondition() -> String? {
    let start = at
    while lexed.tokens[at].kind != .end, !lexed.tokens[at].startsLine { at += 1 }
    if at == start + 1 { return lexed.source.text(lexed.tokens[start].range) }
    return nil
  }

  /// Enters or leaves a branch; returns an error message or nil.
  private mutating func apply(
    _ directive: Directive, _ place: Range<Int>, _ condition: String?
  ) -> String? {
    if directive == .if {
      blockCount += 1
      blocks.append(
        Block(number: blockCount, opening: place, parent: branch, isParentSkipped: isSkipping))
      guard blocks.count < Branches.depthLimit else { return "'#if' is nested too deeply" }
      enter(condition)
      return nil
    }
    guard let block = blocks.last else { return "'#\(directive.rawValue)' without '#if'" }
    if directive == .endif {
      branch = block.parent
      isSkipping = block.isParentSkipped
      blocks.removeLast()
    } else {
      enter(condition)
    }
    return nil
  }

  private mutating func enter(_ condition: String?) {
    guard let last = blocks.indices.last else { return }
    let block = blocks[last]
    branch = branches.add(toBlock: block.number, in: block.parent)
    isSkipping = block.isParentSkipped || block.isDecided || condition == "false"
    if condition == "true" { blocks[last].isDecided = true }
  }
}
