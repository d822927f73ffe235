import FlagModel

/// Finds constants, hashes, and the flags of Rails models in Ruby: `has_flags 1 => :admin` of flag_shih_tzu,
/// `bitfield :rights, 1 => :read`, `bitmask :rights, as: [:read]`, and `enum rights: { read: 1 << 0 }`.
final class RubyScanner {
  private let list: TokenList
  private let declarations: Declarations
  private let pairs: PairScanner
  private let closers: [Int32]
  private var scopes: RubyScopes
  /// The brackets of constants, `FLAGS = { 1 => :admin }`, which a call can name.
  private var openings: [Name: Int] = [:]

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
    case "bitmask": scanBitmask(line)
    case "enum": scanEnum(line)
    default: scanConstant(line)
    }
  }

  /// `A = 1 << 0`, `FLAGS = { a: 1, b: 2 }`
  private func scanConstant(_ line: Range<Int>) {
    let (name, value) = (list.tokens[line.lowerBound], line.lowerBound + 2)
    if line.count > 2, list.tokens[value - 1].isSymbol(",") { return scanList(line) }
    guard line.count > 2, list.tokens[value - 1].isSymbol("="),
      name.text.utf8.first.map(Letters.isCapital) ?? false
    else { return }
    if list.tokens[value].isSymbol("{") || list.tokens[value].isSymbol("[") {
      openings[name.text] = value
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

  /// `A, B = 1, 2`
  private func scanList(_ line: Range<Int>) {
    guard let equals = list.tokens[line].firstIndex(where: { $0.isSymbol("=") }) else { return }
    let names = pairs.items(line.lowerBound..<equals)
    let values = pairs.items(equals + 1..<line.upperBound)
    for (place, name) in names.enumerated() {
      let token = list.tokens[name.lowerBound]
      let isConstant = name.count == 1 && token.text.utf8.first.map(Letters.isCapital) ?? false
      if !isConstant { continue }
      let reason = Unknowable("it is one of several names for a value", at: token.place)
      let rule: Constant.Rule =
        if values.count == names.count {
          .expression(list.tokens[values[place]])
        } else {
          .unknowable(reason)
        }
      declarations.declare(
        Constant(
          token.text, in: scopes.path, rule, at: token.place,
          comment: list.comment(behind: line.upperBound - 1)))
    }
  }

  /// The pairs of numbers and symbols, or symbols for one bit after the other. `has_flags` numbers its flags from 1.
  private func scanCall(_ line: Range<Int>, isFromOne: Bool) {
    var items = arguments(line).flatMap { item in
      brackets(in: item).map { pairs.items(pairs.content(of: $0)) } ?? [item]
    }
    var column: Name = "flags"
    if !isFromOne, let first = items.first, pairs.isName(list.tokens[first], isKey: false) {
      column = pairs.name(in: list.tokens[first])
      items.removeFirst()
    }
    let entries = items.compactMap(pairs.pair)
    for pair in entries
    where pairs.isName(pair.key, isKey: true) && pairs.name(in: pair.key) == "column" {
      column = pairs.name(in: pair.value)
    }
    var members = entries.compactMap { pair -> Member? in
      guard !pairs.isName(pair.key, isKey: true), pairs.isName(pair.value, isKey: false) else {
        return nil
      }
      return (pair.value, isFromOne ? .bit(pair.key, first: 1) : .expression(pair.key))
    }
    if members.isEmpty, !isFromOne {
      members = entries.filter { $0.value.first?.kind == .number }.map {
        ($0.key, .expression($0.value))
      }
      members += names(in: items)
    }
    declare(members, as: column, of: line)
  }

  private typealias Member = (name: ArraySlice<Token>, rule: Constant.Rule)

  /// A flag for each symbol, from bit 0.
  private func names(in items: [Range<Int>]) -> [Member] {
    items.map { list.tokens[$0] }.filter { pairs.isName($0, isKey: false) }.map { ($0, .next) }
  }

  /// Declares the flags of a column. Several calls for one column declare one set.
  private func declare(_ members: [Member], as column: Name, of line: Range<Int>) {
    if members.isEmpty { return }
    let path = scopes.path + [column]
    let set = declarations.set(at: path) {
      DeclaredSet(
        path, rawType: nil, counting: .bits, isDeclaredAsFlags: true, repeatsName: false,
        at: list.tokens[line.lowerBound].place)
    }
    for (name, rule) in members {
      set.add(Constant(pairs.name(in: name), in: [], rule, at: list.tokens[name.startIndex].place))
    }
  }

  /// `bitmask :rights, as: [:read, :write]`, `bitmask :rights, as: %i[read write]`
  private func scanBitmask(_ line: Range<Int>) {
    let items = arguments(line)
    guard let first = items.first, pairs.isName(list.tokens[first], isKey: false) else { return }
    for pair in items.compactMap(pairs.pair)
    where pairs.isName(pair.key, isKey: true) && pairs.name(in: pair.key) == "as" {
      declare(names(inList: pair.value), as: pairs.name(in: list.tokens[first]), of: line)
    }
  }

  private func names(inList tokens: ArraySlice<Token>) -> [Member] {
    if tokens.first?.isSymbol("%") == true {
      let words = tokens.indices.dropFirst(3).filter { tokens[$0].kind == .identifier }
      return words.map { (tokens[$0...$0], .next) }
    }
    return brackets(in: tokens.indices).map { names(in: pairs.items(pairs.content(of: $0))) } ?? []
  }

  /// `enum rights: { read: 1 << 0 }`, `enum :rights, { read: 1 << 0 }`, `enum :rights, read: 1 << 0`
  private func scanEnum(_ line: Range<Int>) {
    var items = arguments(line)
    let place = list.tokens[line.lowerBound].place
    var name: ArraySlice<Token>?
    if let first = items.first, pairs.isName(list.tokens[first], isKey: false) {
      name = list.tokens[first]
      items.removeFirst()
    }
    let single = DeclaredSet(
      scopes.path + [name.map(pairs.name) ?? ""], rawType: nil, repeatsName: false, at: place)
    for item in items {
      let pair = pairs.pair(item)
      let title = name ?? pair?.key
      let value = name == nil ? pair?.value.indices ?? item : item
      if let title, let open = brackets(in: value) {
        let path = scopes.path + [pairs.name(in: title)]
        if let set = pairs.set(at: open, named: path, at: place) { declarations.declare(set) }
      } else if name != nil, let pair, pair.value.first?.kind == .number {
        single.add(
          Constant(
            pairs.name(in: pair.key), in: [], .expression(pair.value),
            at: list.tokens[pair.key.startIndex].place))
      }
    }
    declarations.declare(single)
  }

  /// The opening bracket of an argument, or of the constant that it names.
  private func brackets(in item: Range<Int>) -> Int? {
    guard let first = item.first else { return nil }
    if list.tokens[first].isSymbol("{") || list.tokens[first].isSymbol("[") { return first }
    // `**FLAGS`
    let name = list.tokens[first].isSymbol("**") ? first + 1 : first
    if name + 1 != item.upperBound { return nil }
    return openings[list.tokens[name].text]
  }

  /// The arguments of a call, without the round brackets around them and without a condition behind them.
  private func arguments(_ line: Range<Int>) -> [Range<Int>] {
    let range = line.dropFirst()
    guard let first = range.first else { return [] }
    if list.tokens[first].isSymbol("(") { return pairs.items(pairs.content(of: first)) }
    let end = range.first { ["if", "unless"].contains(list.tokens[$0].text) && !isPart($0) }
    return pairs.items(first..<(end ?? line.upperBound))
  }

  /// True for a symbol or a key: `:if`, `if: 1`.
  private func isPart(_ at: Int) -> Bool {
    list.tokens[at - 1].isSymbol(":")
      || at + 1 < list.tokens.count && list.tokens[at + 1].isSymbol(":")
  }
}
