import FlagModel

/// Types, aliases, properties and cases.
extension Parser {
  /// The attributes and modifiers before a declaration.
  struct Prelude {
    var attributes: [AttributeSyntax] = []
    /// `lazy`, `weak` or `unowned`.
    var modifier: NameSyntax?
    var isStatic = false
    var access: Name?
    /// True after `private` or `fileprivate`.
    var isPrivate = false
    var doc: String?
    var branch = 0
  }

  /// Parses members to the end of the body or of the file.
  mutating func parseMembers(isFile: Bool) -> [Declaration] {
    var members: [Declaration] = []
    while !isAtEnd {
      if acceptSymbol(";") { continue }
      let start = at
      do throws(Diagnostic) {
        try parseMember(isFile: isFile, into: &members)
      } catch {
        diagnostics.append(error)
        passBrokenMember(from: start)
      }
      if at == start { at += 1 }
    }
    return members
  }

  private mutating func parseMember(
    isFile: Bool, into members: inout [Declaration]
  ) throws(Diagnostic) {
    var prelude = Prelude()
    prelude.doc = token.doc.map { file.docs[$0] }
    prelude.branch = token.branch
    try parseAttributesAndModifiers(&prelude)
    guard !isAtEnd else { return }
    if isSymbol("#") {
      if let macro = parseMacro() { members.append(.macro(macro)) }
      return
    }
    guard token.kind == .identifier else {
      return try passStatement(isFile: isFile)
    }
    switch text(token) {
    case "struct", "class", "enum", "extension", "actor", "protocol":
      if let type = try parseType(prelude) { members.append(.type(type)) }
    case "typealias":
      if let alias = try parseAlias(prelude) { members.append(.alias(alias)) }
    case "let", "var":
      try parseProperties(prelude, into: &members)
    case "case":
      try parseCases(prelude, into: &members)
    case "init":
      let start = at
      passFunction()
      if let initialiser = initialiser(from: start) { members.append(.initialiser(initialiser)) }
    case "func" where prelude.attributes.contains { $0.name.value == "NSManaged" }:
      if let accessor = accessor { members.append(.accessor(accessor)) }
      passFunction()
    case "func", "subscript", "deinit", "macro":
      passFunction()
    case "import", "operator", "associatedtype":
      passLine()
    case "precedencegroup":
      passToBody()
    default:
      try passStatement(isFile: isFile)
    }
  }

  // MARK: Types

  private mutating func parseType(_ prelude: Prelude) throws(Diagnostic) -> TypeDeclaration? {
    guard let keyword = TypeDeclaration.Keyword(rawValue: text(token)) else { return nil }
    at += 1
    guard keyword != .extension || token.kind != .symbol else {
      // `extension [Int]`: not a declared type.
      passToBody()
      return nil
    }
    var path = [try expectName("the name of the \(keyword.rawValue)")]
    while keyword == .extension, acceptSymbol(".") {
      path.append(try expectName("a name after '.'"))
    }
    guard keyword != .extension || !isSymbol("?") else {
      // `extension String?`
      passToBody()
      return nil
    }
    let isGeneric = isSymbol("<")
    if isGeneric { passAngles() }
    let inherited = try parseInherited()
    if isWord("where") || keyword == .protocol { passToBrace() }
    guard isSymbol("{") else {
      throw expected("'{' after '\(excerpt(path[path.count - 1].value))'")
    }
    let end = file.place(file.tokens[file.closers[at]].range)
    return TypeDeclaration(
      keyword: keyword, path: path, attributes: prelude.attributes, access: prelude.access,
      isPrivate: prelude.isPrivate, isGeneric: isGeneric, inherited: inherited,
      members: try parseMembers(of: keyword), end: end, doc: prelude.doc,
      branch: Branch(number: prelude.branch, file: file))
  }

  private mutating func parseInherited() throws(Diagnostic) -> [TypeSyntax] {
    guard acceptSymbol(":") else { return [] }
    var inherited = [try parseTypeName()]
    while acceptSymbol(",") { inherited.append(try parseTypeName()) }
    return inherited
  }

  private mutating func parseMembers(
    of keyword: TypeDeclaration.Keyword
  ) throws(Diagnostic) -> [Declaration] {
    // A model needs only the protocols that a protocol inherits.
    if keyword == .protocol {
      passBrackets()
      return []
    }
    return try parseBody()
  }

  private mutating func parseBody() throws(Diagnostic) -> [Declaration] {
    let outer = end
    let close = file.closers[at]
    guard depth < Parser.depthLimit else {
      let place = file.place(token.range)
      at = min(close + 1, end)
      throw Diagnostic("types are nested more than \(Parser.depthLimit) deep", at: place)
    }
    at += 1
    depth += 1
    end = close
    let members = parseMembers(isFile: false)
    end = outer
    at = close + 1
    depth -= 1
    return members
  }

  private mutating func parseAlias(_ prelude: Prelude) throws(Diagnostic) -> AliasDeclaration? {
    at += 1
    let name = try expectName("the name of the typealias")
    let isGeneric = isSymbol("<")
    if isGeneric { passAngles() }
    try expectSymbol("=", "after '\(excerpt(name.value))'")
    let type = try parseTypeName()
    if isWord("where") { passLine() }
    return AliasDeclaration(
      name: name, type: type, isPrivate: prelude.isPrivate, isGeneric: isGeneric,
      doc: prelude.doc,
      branch: Branch(number: prelude.branch, file: file))
  }

  // MARK: Properties

  private mutating func parseProperties(
    _ prelude: Prelude, into members: inout [Declaration]
  ) throws(Diagnostic) {
    let keyword = file.place(token.range)
    at += 1
    let first = members.count
    repeat {
      if isSymbol("(") || isWord("_") {
        members.append(.pattern(keyword, isStatic: prelude.isStatic))
        passLine()
        return
      }
      members.append(.property(try parseBinding(prelude, keyword)))
    } while acceptSymbol(",")
    shareTypes(&members[first...])
    try expectEndOfDeclaration()
  }

  private mutating func parseBinding(
    _ prelude: Prelude, _ keyword: SourcePlace
  ) throws(Diagnostic) -> PropertyDeclaration {
    let doc = prelude.doc ?? token.doc.map { file.docs[$0] }
    let name = try expectName("the name of a property")
    let type = acceptSymbol(":") ? try parseTypeName() : nil
    if type == nil, !isAtEnd, !token.startsLine, token.kind == .identifier || isSymbol("[") {
      throw expected("':' after '\(excerpt(name.value))'")
    }
    var initialiser: Code?
    if isSymbol("="), peek().isSpaced || !peek().isSymbol("=") {
      at += 1
      initialiser = try passExpression(after: "'='", isInCase: false)
    }
    var getter: Code?
    if isSymbol("{") {
      let isObserved = isObserverBlock
      if !isObserved { getter = Code(file: file, tokens: at + 1..<file.closers[at]) }
      passBrackets()
    }
    return PropertyDeclaration(
      keyword: keyword, name: name, attributes: prelude.attributes, modifier: prelude.modifier,
      isPrivate: prelude.isPrivate, isStatic: prelude.isStatic, type: type,
      initialiser: initialiser, getter: getter, doc: doc,
      branch: Branch(number: prelude.branch, file: file))
  }

  /// In `var a, b: Int`, both properties get the type of the last one.
  private func shareTypes(_ members: inout ArraySlice<Declaration>) {
    var shared: TypeSyntax?
    for index in members.indices.reversed() {
      guard case .property(let property) = members[index] else { continue }
      if property.type != nil || property.initialiser != nil || property.getter != nil {
        shared = property.type
      } else if let shared {
        members[index] = .property(
          PropertyDeclaration(
            keyword: property.keyword, name: property.name, attributes: property.attributes,
            modifier: property.modifier, isPrivate: property.isPrivate,
            isStatic: property.isStatic, type: shared, initialiser: nil, getter: nil,
            doc: property.doc, branch: property.branch))
      }
    }
  }

  /// True if the block observes a stored property, false if it is a computed property.
  private var isObserverBlock: Bool {
    var index = at + 1
    while index < file.closers[at] {
      let token = file.tokens[index]
      if token.isSymbol("@") {
        index += 2
      } else if isWord("willSet", token) || isWord("didSet", token) {
        return true
      } else {
        return false
      }
    }
    return false
  }

  var isAtObserverBlock: Bool { isSymbol("{") && isObserverBlock }

  private func expectEndOfDeclaration() throws(Diagnostic) {
    guard !isAtEnd, !token.startsLine, !isSymbol(";") else { return }
    if token.kind == .identifier, isDeclarationWord { return }
    if isSymbol("@") || isSymbol("#") { return }
    throw expected("a new line")
  }

  /// True if the current word begins a declaration.
  var isDeclarationWord: Bool {
    let word = text(token)
    return Keywords.declarations.contains(word) || Keywords.modifiers.contains(Name(word))
  }

  // MARK: Functions

  /// The current function if it has one parameter.
  private var accessor: AccessorDeclaration? {
    guard let name = name(of: peek()), peek(2).isSymbol("("), peek(5).isSymbol(":") else {
      return nil
    }
    var parser = self
    parser.at += 6
    guard let type = try? parser.parseTypeName(), parser.isSymbol(")") else { return nil }
    return AccessorDeclaration(name: name.value, type: type)
  }

  // MARK: Initialisers

  /// The initializer in the tokens from the given one to the current one.
  private func initialiser(from start: Int) -> InitialiserDeclaration? {
    guard let open = (start..<at).first(where: { file.tokens[$0].isSymbol("(") }) else {
      return nil
    }
    let close = file.closers[open]
    var commas = 0
    var index = open + 1
    while index < close {
      if file.tokens[index].isSymbol(",") { commas += 1 }
      // Skips brackets, because their content may contain commas.
      index = max(index, file.closers[index]) + 1
    }
    let isEmpty = close == open + 1
    let names = (open + 1..<close).prefix { file.tokens[$0].kind == .identifier }.map {
      Name(text(file.tokens[$0]))
    }
    var parser = self
    parser.at = open + 2 + names.count
    let type = try? parser.parseTypeName()
    let place = file.place(file.tokens[start].range)
    if isEmpty {
      return InitialiserDeclaration(
        label: nil, type: type, parameterCount: 0,
        keepsArgument: keeps("0", after: close), place: place)
    }
    let label: Name? = if names.first == "_" { nil } else { names.first }
    return InitialiserDeclaration(
      label: label, type: type, parameterCount: commas + 1,
      keepsArgument: commas == 0 && keeps(names.last ?? "", after: close), place: place)
  }

  /// True if the body only assigns a value to a property, or if there is no body.
  private func keeps(_ value: Name, after close: Int) -> Bool {
    guard let open = (close..<at).first(where: { file.tokens[$0].isSymbol("{") }) else {
      return true
    }
    var words = (open + 1..<file.closers[open]).map { Name(text(file.tokens[$0])) }
    if words == ["self", ".", "init", "(", "rawValue", ":", value, ")"] { return true }
    if words.starts(with: ["self", "."]) { words.removeFirst(2) }
    return words.count == 3 && words[1] == "=" && words[2] == value
  }

  // MARK: Cases

  private mutating func parseCases(
    _ prelude: Prelude, into members: inout [Declaration]
  ) throws(Diagnostic) {
    at += 1
    var isFirst = true
    repeat {
      let doc = (isFirst ? prelude.doc : nil) ?? token.doc.map { file.docs[$0] }
      let name = try expectName("the name of a case")
      var payload: Code?
      if isSymbol("(") {
        payload = Code(file: file, tokens: at + 1..<file.closers[at])
        passBrackets()
      }
      var rawValue: Code?
      if acceptSymbol("=") { rawValue = try passExpression(after: "'='", isInCase: true) }
      members.append(
        .enumCase(
          CaseDeclaration(
            name: name, payload: payload, rawValue: rawValue, doc: doc,
            branch: Branch(number: prelude.branch, file: file))))
      isFirst = false
    } while acceptSymbol(",")
    try expectEndOfDeclaration()
  }
}
