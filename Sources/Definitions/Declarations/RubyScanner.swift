import FlagModel

/// Finds constants, hashes, and the flags of Rails models in Ruby: `has_flags 1 => :admin` of
/// flag_shih_tzu, and `bitfield :rights, 1 => :read`.
final class RubyScanner {
  private let list: TokenList
  private let declarations: Declarations
  private let pairs: PairScanner
  private let closers: [Int32]
  private var scopes: RubyScopes

  init(_ list: TokenList, _ declarations: Declarations, in bytes: [UInt8]) {
    self.list = list
    self.declarations = declarations
    closers = Brackets.closers(of: list.tokens)
    pairs = PairScanner(list: list, language: .ruby, closers: closers)
    scopes = RubyScopes(list, closers: closers, in: bytes)
  }

  func run() {
    var at = 0
    while at < list.tokens.count {
      let end = endOfStatement(at)
      let last = if list.tokens[end - 1].isSymbol(";") { end - 1 } else { end }
      let statement = at..<last
      if list.tokens[at].kind == .identifier { scan(statement) }
      scopes.pass(statement)
      at = end
    }
  }

  /// The index after a statement, which ends at a semicolon and goes on after a comma and within
  /// brackets.
  private func endOfStatement(_ start: Int) -> Int {
    var at = start
    repeat {
      at = Brackets.next(after: at, closers, before: list.tokens.count)
    } while at < list.tokens.count
      && !list.tokens[at - 1].isSymbol(";")
      && (!list.tokens[at].startsLine || [",", "=>", "|", "="].contains(list.tokens[at - 1].text))
    return at
  }

  private func scan(_ line: Range<Int>) {
    let first = list.tokens[line.lowerBound]
    switch first.text {
    case "has_flags", "bitfield": scanCall(line, isFromOne: first.text == "has_flags")
    default: scanConstant(line)
    }
  }

  /// `A = 1 << 0`, `FLAGS = { a: 1, b: 2 }`
  private func scanConstant(_ line: Range<Int>) {
    let (name, value) = (list.tokens[line.lowerBound], line.lowerBound + 2)
    guard line.count > 2, list.tokens[value - 1].isSymbol("="),
      name.text.utf8.first.map(Letters.isCapital) ?? false
    else { return }
    if list.tokens[value].isSymbol("{") || list.tokens[value].isSymbol("[") {
      if let set = pairs.set(at: value, named: scopes.path + [name.text], at: name.place) {
        declarations.declare(set)
      }
    } else {
      declarations.declare(
        Constant(
          name.text, in: scopes.path, .expression(list.tokens[value..<line.upperBound]),
          at: name.place,
          comment: list.comment(behind: line.upperBound - 1)))
    }
  }

  /// The pairs of numbers and symbols. `has_flags` numbers its flags from 1.
  private func scanCall(_ line: Range<Int>, isFromOne: Bool) {
    var items: [Range<Int>] = []
    for item in pairs.items(arguments(line.lowerBound + 1..<line.upperBound)) {
      if list.tokens[item.lowerBound].isSymbol("{") {
        items += pairs.items(pairs.content(of: item.lowerBound))
      } else {
        items.append(item)
      }
    }
    var column: Name = "flags"
    if !isFromOne, let first = items.first, pairs.isName(list.tokens[first], isKey: false) {
      column = pairs.name(in: list.tokens[first])
      items.removeFirst()
    }
    let found = items.compactMap(pairs.pair)
    for pair in found
    where pairs.isName(pair.key, isKey: true) && pairs.name(in: pair.key) == "column" {
      column = pairs.name(in: pair.value)
    }
    let set = DeclaredSet(
      scopes.path + [column], rawType: nil, isDeclaredAsFlags: true, repeatsName: false,
      at: list.tokens[line.lowerBound].place)
    for pair in found
    where !pairs.isName(pair.key, isKey: true) && pairs.isName(pair.value, isKey: false) {
      let rule: Constant.Rule =
        if isFromOne { .bit(pair.key, first: 1) } else { .expression(pair.key) }
      set.add(
        Constant(
          pairs.name(in: pair.value), in: [], rule,
          at: list.tokens[pair.value.startIndex].place))
    }
    declarations.declare(set)
  }

  /// The arguments without the round brackets around them.
  private func arguments(_ range: Range<Int>) -> Range<Int> {
    guard let first = range.first, list.tokens[first].isSymbol("(") else { return range }
    return pairs.content(of: first)
  }
}
