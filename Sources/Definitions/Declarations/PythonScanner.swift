import FlagModel

/// Finds flag classes and constants in Python by its lines and their indentation.
final class PythonScanner {
  private let list: TokenList
  private let bytes: [UInt8]
  private let declarations: Declarations
  private var lines: [Line] = []

  private lazy var pairs = PairScanner(
    list: list, language: .python, closers: Brackets.closers(of: list.tokens))

  /// The imports, by their local names.
  private(set) var imports: [PythonImport] = []

  /// A logical line, which includes the lines within its brackets.
  private struct Line {
    let range: Range<Int>
    let indentation: Int
  }

  private static let deepest = 20

  init(_ list: TokenList, _ bytes: [UInt8], _ declarations: Declarations) {
    self.list = list
    self.bytes = bytes
    self.declarations = declarations
  }

  func run() {
    lines = logicalLines()
    scan(0..<lines.count, in: [], into: nil, depth: 0)
  }

  private func logicalLines() -> [Line] {
    let closers = Brackets.closers(of: list.tokens)
    var lines: [Line] = []
    var at = 0
    var start = 0
    while at < list.tokens.count {
      if list.tokens[at].startsLine, at > start {
        lines.append(line(start..<at))
        start = at
      }
      at = Brackets.next(after: at, closers, before: list.tokens.count)
    }
    if start < list.tokens.count { lines.append(line(start..<list.tokens.count)) }
    return lines
  }

  private func line(_ range: Range<Int>) -> Line {
    let start = Int(list.tokens[range.lowerBound].place.start)
    let before = bytes[..<start].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return Line(range: range, indentation: start - before)
  }

  private func scan(_ range: Range<Int>, in path: [Name], into set: DeclaredSet?, depth: Int) {
    guard depth < Self.deepest, let first = range.first else { return }
    var at = range.lowerBound
    let indentation = lines[first].indentation
    while at < range.upperBound {
      let end = endOfBody(of: at, range.upperBound)
      let token = list.tokens[lines[at].range.lowerBound]
      if token.isWord("class") {
        scanClass(at, at + 1..<end, path, depth)
        at = end
      } else if token.isWord("def") || token.isSymbol("@") && end > at + 1 {
        at = end
      } else if token.isWord("from") || token.isWord("import") {
        addImport(lines[at].range)
        at += 1
      } else {
        // A declaration under `if` or `try` belongs to the surrounding scope.
        if lines[at].indentation >= indentation { addConstants(lines[at].range, path, set) }
        // `globals().update(Flags.__members__)`
        let words = list.tokens[lines[at].range].identifiers
        if words.contains("__members__") { declarations.open(words) }
        at += 1
      }
    }
  }

  /// The index after the lines that are indented deeper than a line.
  private func endOfBody(of at: Int, _ end: Int) -> Int {
    var next = at + 1
    while next < end, lines[next].indentation > lines[at].indentation { next += 1 }
    return next
  }

  // MARK: Classes

  private func scanClass(_ at: Int, _ body: Range<Int>, _ path: [Name], _ depth: Int) {
    let words = list.tokens[lines[at].range]
    let start = lines[at].range.lowerBound
    guard words.count > 2, words[start + 1].kind == .identifier else { return }
    let path = path + [words[start + 1].text]
    let bases = Set(words.dropFirst(2).identifiers)
    if at > 0, list.tokens[lines[at - 1].range].contains(where: { $0.isWord("global_enum") }) {
      declarations.open([words[start + 1].text])
    }
    let isFlags = !bases.isDisjoint(with: ["IntFlag", "Flag"])
    let isEnum = isFlags || !bases.isDisjoint(with: ["IntEnum", "Enum"])
    guard isEnum else {
      scan(body, in: path, into: nil, depth: depth + 1)
      return
    }
    let set = DeclaredSet(
      path, rawType: nil, counting: isFlags ? .bits : .fromOne, isDeclaredAsFlags: isFlags,
      repeatsName: false, at: words[start + 1].place, comment: docstring(body))
    scan(body, in: path, into: set, depth: depth + 1)
    declarations.declare(set)
  }

  /// The first line of the docstring of a class.
  private func docstring(_ body: Range<Int>) -> Name? {
    guard let first = body.first, let token = list.tokens[lines[first].range].first,
      token.kind == .string
    else { return nil }
    let quotes: Set<UInt8> = Set("\"'".utf8)
    let text = token.text.utf8.drop(while: quotes.contains)
    return text.split(separator: UInt8(ascii: "\n"), maxSplits: 1).first.flatMap { line in
      CommentText.of(line.filter { !quotes.contains($0) }[...])
    }
  }

  // MARK: Constants

  /// The statements of a line, which semicolons separate.
  private func addConstants(_ line: Range<Int>, _ path: [Name], _ set: DeclaredSet?) {
    let statements = list.tokens[line].split { $0.isSymbol(";") }
    for statement in statements { addConstants(in: statement.indices, of: line, path, set) }
  }

  /// `A = 1`, `A = B = 1`, `A: int = 1`
  private func addConstants(
    in statement: Range<Int>, of line: Range<Int>, _ path: [Name], _ set: DeclaredSet?
  ) {
    var names: [Token] = []
    var at = statement.lowerBound
    while at + 1 < statement.upperBound, list.tokens[at].kind == .identifier {
      var equals = at + 1
      if list.tokens[equals].isSymbol(":") {
        equals =
          list.tokens[equals..<statement.upperBound].firstIndex { $0.isSymbol("=") } ?? equals
      }
      guard list.tokens[equals].isSymbol("=") else { break }
      names.append(list.tokens[at])
      at = equals + 1
    }
    guard at < statement.upperBound else { return }
    if let name = names.first, list.tokens[at].isSymbol("{") || list.tokens[at].isSymbol("[") {
      if let set = pairs.set(at: at, named: path + [name.text], at: name.place) {
        declarations.declare(set)
      }
      return
    }
    if names.isEmpty { return addTuple(statement, of: line, path, set) }
    for name in names {
      add(name, .expression(list.tokens[at..<statement.upperBound]), path, set, comment(line))
    }
  }

  /// `A, B = 1, 2`. Names whose value is not in a list of as many values have a value that is not
  /// known.
  private func addTuple(
    _ statement: Range<Int>, of line: Range<Int>, _ path: [Name], _ set: DeclaredSet?
  ) {
    guard let equals = list.tokens[statement].firstIndex(where: { $0.isSymbol("=") }) else {
      return
    }
    let names = pairs.items(statement.lowerBound..<equals)
    let values = pairs.items(equals + 1..<statement.upperBound)
    let areNames = names.allSatisfy {
      $0.count == 1 && list.tokens[$0.lowerBound].kind == .identifier
    }
    guard areNames, names.count > 1 else { return }
    for (place, name) in names.enumerated() {
      let token = list.tokens[name.lowerBound]
      if values.count == names.count {
        add(token, .expression(list.tokens[values[place]]), path, set, comment(line))
      } else {
        let reason = Unknowable("it is one of several names for a value", at: token.place)
        add(token, .unknowable(reason), path, set, comment(line))
      }
    }
  }

  private func add(
    _ name: Token, _ rule: Constant.Rule, _ path: [Name], _ set: DeclaredSet?, _ comment: Name?
  ) {
    // Names such as `_ignore_` have a special meaning in an enum.
    let isOfTheLanguage = name.text.text.hasPrefix("_") && name.text.text.hasSuffix("_")
    if let set {
      if isOfTheLanguage { return }
      set.add(Constant(name.text, in: path, rule, at: name.place, comment: comment))
    } else {
      declarations.declare(Constant(name.text, in: path, rule, at: name.place, comment: comment))
    }
  }

  private func comment(_ line: Range<Int>) -> Name? {
    list.comment(above: line.lowerBound) ?? list.comment(behind: line.upperBound - 1)
  }

  // MARK: Imports

  private func addImport(_ line: Range<Int>) {
    guard imports.count < PythonImport.most else { return }
    imports += PythonImport.parse(list.tokens[line])
  }
}

/// An imported module or constant.
struct PythonImport {
  /// The path of the module: `re`, or `_constants` of `re._constants`.
  let module: [Name]
  /// The local name of the module or of its constant; nil for `import *`.
  let name: Name?
  /// The imported constant; nil for the whole module.
  let member: Name?

  static let most = 200

  /// Parses `import a.b as c`, `from .a import b as c, d` or `from a import *`.
  static func parse(_ words: ArraySlice<Token>) -> [PythonImport] {
    let isFrom = words.first?.isWord("from") ?? false
    let rest = words.dropFirst()
    guard isFrom else {
      return rest.split { $0.isSymbol(",") }.compactMap { part in
        let (module, name) = names(part)
        return module.last.map { PythonImport(module: module, name: name ?? $0, member: nil) }
      }
    }
    guard let place = rest.firstIndex(where: { $0.isWord("import") }) else { return [] }
    let module = rest[..<place].identifiers
    let items = rest[(place + 1)...].filter { !$0.isSymbol("(") && !$0.isSymbol(")") }
    if items.first?.isSymbol("*") ?? false {
      return [PythonImport(module: module, name: nil, member: nil)]
    }
    return items.split { $0.isSymbol(",") }.compactMap { part in
      let (path, name) = names(part)
      guard let member = path.last else { return nil }
      // `from . import a` imports a module.
      if module.isEmpty { return PythonImport(module: [member], name: name ?? member, member: nil) }
      return PythonImport(module: module, name: name ?? member, member: member)
    }
  }

  private static func names(_ words: ArraySlice<Token>) -> (path: [Name], name: Name?) {
    let parts = words.split { $0.isWord("as") }
    let path = parts.first?.identifiers ?? []
    guard parts.count > 1 else { return (path, nil) }
    return (path, parts[1].first?.text)
  }
}
