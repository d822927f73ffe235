import FlagModel

/// The structs, unions and type names of a header, whose layout is calculated on request.
final class HeaderTypes {
  /// The place of a type, to resolve the constants in it.
  struct Site {
    let scope: [Name]
    let packing: Packing
    let depth: Int
  }

  /// A named type.
  private struct Named {
    let declaration: WrittenDeclaration
    /// Nil for the tag of a struct.
    let declarator: WrittenDeclaration.Declarator?
    let scope: [Name]
    let packing: Packing
  }

  private let tokens: [Token]
  private unowned let declarations: Declarations
  private var packing = Packing()
  /// The declarations that are not parsed yet.
  private var unread: [(at: Int, scope: [Name], packing: Packing)] = []
  private var named: [Name: [Named]] = [:]
  private var layouts: [Name: Result<TypeLayout, Unknowable>] = [:]

  init(_ tokens: [Token], _ declarations: Declarations) {
    self.tokens = tokens
    self.declarations = declarations
  }

  private var language: DefinitionLanguage { declarations.language }

  // MARK: Collecting

  /// Registers the `typedef` or the struct keyword at an index.
  func note(_ at: Int, in scope: [Name]) { unread.append((at, scope, packing)) }

  /// Processes the tokens of `_Pragma`.
  func note(pragma words: ArraySlice<Token>) { packing.follow(words) }

  private func readNames() {
    for (at, scope, packing) in unread {
      let start = if tokens[at].isWord("typedef") { at + 1 } else { at }
      var reader = DeclarationReader(tokens[start...], language)
      guard let declaration = try? reader.parseDeclaration() else { continue }
      let add = { (name: Name, declarator: WrittenDeclaration.Declarator?) in
        self.named[name, default: []].append(
          Named(declaration: declaration, declarator: declarator, scope: scope, packing: packing))
      }
      if start > at {
        for declarator in declaration.declarators {
          if let name = declarator.name { add(name, declarator) }
        }
      } else if case .record(let record) = declaration.base, let tag = record.tag {
        add(tagged(tag), nil)
      }
    }
    unread = []
  }

  /// The key for `struct stat`, which in C++ is an ordinary name.
  private func tagged(_ tag: Name) -> Name {
    if language == .cpp { return tag }
    return "struct \(tag)"
  }

  // MARK: Types

  /// The layout of the type in `sizeof`.
  func layout(
    of type: ArraySlice<Token>, in scope: [Name], depth: Int
  ) throws(Unknowable) -> TypeLayout {
    var reader = DeclarationReader(type, language)
    let declaration = try reader.parseDeclaration()
    let declarator = declaration.declarators.first ?? WrittenDeclaration.Declarator()
    guard reader.isAtEnd, declaration.declarators.count <= 1, declarator.name == nil,
      declarator.width == nil
    else { throw .sizeOfCompiler(at: declaration.place) }
    let site = Site(scope: scope, packing: packing, depth: depth)
    return try layout(of: declaration, declarator, site)
  }

  /// The layout of a declared type; the alignment in its attributes replaces its own.
  private func layout(
    of declaration: WrittenDeclaration, _ declarator: WrittenDeclaration.Declarator, _ site: Site
  ) throws(Unknowable) -> TypeLayout {
    var layout = try stepped(declaration, declarator, isMember: false, site)
    let attributes = declaration.attributes + declarator.attributes
    if let alignment = try alignment(of: attributes, declaration.place, site) {
      layout.alignment = alignment
    }
    return layout
  }

  /// The layout after the stars and brackets of a declarator.
  private func stepped(
    _ declaration: WrittenDeclaration, _ declarator: WrittenDeclaration.Declarator, isMember: Bool,
    _ site: Site
  ) throws(Unknowable) -> TypeLayout {
    var arrays: [ArraySlice<Token>] = []
    // All pointers have the same size, so the target type does not matter.
    var layout: TypeLayout?
    steps: for step in declarator.steps.reversed() {
      switch step {
      case .array(let bound): arrays.append(bound)
      case .pointer:
        layout = .pointer
        break steps
      case .function: throw .sizeOfCompiler(at: declaration.place)
      }
    }
    var result: TypeLayout
    if let layout {
      result = layout
    } else {
      result = try self.layout(of: declaration.base, declaration.place, site)
    }
    for (index, bound) in arrays.enumerated().reversed() {
      let isOpen = bound.isEmpty && isMember && index == 0
      let count: Int128 = if isOpen { 0 } else { try number(bound, declaration.place, site) }
      guard let array = result.repeated(count) else { throw tooLarge(declaration.place) }
      result = array
    }
    return result
  }

  private func layout(
    of base: WrittenDeclaration.Base, _ place: TokenPlace, _ site: Site
  ) throws(Unknowable) -> TypeLayout {
    switch base {
    case .words(let words): return try layout(of: words, place, site)
    case .tag(let tag): return try layout(named: tagged(tag), place, site)
    case .record(let record): return try layout(of: record, place, site)
    case .enumeration(let place):
      let sets = declarations.sets.filter { $0.place == place }
      guard sets.count == 1, let type = declarations.underlyingType(of: sets[0]) else {
        throw .sizeOfCompiler(at: place)
      }
      return TypeLayout(ofNumberWith: type.bitWidth / 8)
    }
  }

  private func layout(
    of words: [Name], _ place: TokenPlace, _ site: Site
  ) throws(Unknowable) -> TypeLayout {
    switch declarations.type(named: words) {
    case .integer(let type?): return TypeLayout(ofNumberWith: type.bitWidth / 8)
    case .integer(nil): throw .sizeOfCompiler(at: place)
    case .truth: return TypeLayout(ofNumberWith: 1)
    case nil: break
    }
    if let size = BasicTypes.otherSize(words) { return TypeLayout(ofNumberWith: size) }
    guard let name = words.last else { throw .sizeOfCompiler(at: place) }
    return try layout(named: name, place, site)
  }

  /// The layout of a tag or a type name, which is calculated once.
  private func layout(
    named name: Name, _ place: TokenPlace, _ site: Site
  ) throws(Unknowable) -> TypeLayout {
    readNames()
    if let cached = layouts[name] { return try cached.get() }
    let candidates = named[name] ?? []
    // In C, a repeated name has the same meaning.
    guard let first = candidates.first, candidates.count == 1 || language == .c,
      site.depth < Self.deepest
    else { throw Unknowable("the size of '\(name)' is not known", at: place) }
    layouts[name] = .failure(Unknowable("'\(name)' contains itself", at: place))
    let inner = Site(scope: first.scope, packing: first.packing, depth: site.depth + 1)
    do throws(Unknowable) {
      let layout = try layout(of: first, place, inner)
      layouts[name] = .success(layout)
      return layout
    } catch {
      layouts[name] = .failure(error)
      throw error
    }
  }

  private func layout(
    of named: Named, _ place: TokenPlace, _ site: Site
  ) throws(Unknowable) -> TypeLayout {
    guard let declarator = named.declarator else {
      return try layout(of: named.declaration.base, place, site)
    }
    return try layout(of: named.declaration, declarator, site)
  }

  private static let deepest = 40

  // MARK: Structs

  private func layout(
    of written: WrittenRecord, _ place: TokenPlace, _ site: Site
  ) throws(Unknowable) -> TypeLayout {
    var record = RecordLayout(
      isUnion: written.isUnion, isPacked: written.attributes.isPacked,
      packing: try site.packing.bytes(at: place))
    var reader = DeclarationReader(written.body, language)
    let inner = Site(scope: site.scope, packing: site.packing, depth: site.depth + 1)
    guard inner.depth < Self.deepest else { throw tooLarge(place) }
    while reader.passEmpty() {
      try add(try reader.parseDeclaration(), to: &record, inner)
    }
    let alignment = try alignment(of: written.attributes, place, site)
    guard let layout = record.finished(alignment: alignment, language) else {
      throw tooLarge(place)
    }
    return layout
  }

  private func add(
    _ declaration: WrittenDeclaration, to record: inout RecordLayout, _ site: Site
  ) throws(Unknowable) {
    var declarators = declaration.declarators
    if case .record(let written) = declaration.base, written.tag == nil, declarators.isEmpty {
      declarators = [WrittenDeclaration.Declarator()]
    }
    // A named struct, an enum or a single type declares no member.
    for declarator in declarators {
      let member = try member(declaration, declarator, site)
      guard record.canHold(member) else { throw .sizeOfCompiler(at: declaration.place) }
      record.add(member)
    }
  }

  private func member(
    _ declaration: WrittenDeclaration, _ declarator: WrittenDeclaration.Declarator, _ site: Site
  ) throws(Unknowable) -> RecordLayout.Member {
    let attributes = declaration.attributes + declarator.attributes
    var member = RecordLayout.Member(
      name: declarator.name, layout: try stepped(declaration, declarator, isMember: true, site),
      isPacked: attributes.isPacked,
      alignment: try alignment(of: attributes, declaration.place, site))
    if let words = declarator.width {
      member.width = Int(clamping: try number(words, declaration.place, site))
    }
    return member
  }

  // MARK: Numbers

  private func number(
    _ words: ArraySlice<Token>, _ place: TokenPlace, _ site: Site
  ) throws(Unknowable) -> Int128 {
    guard let first = words.first else { throw .sizeOfCompiler(at: place) }
    let constant = Constant("", in: site.scope, .expression(words), at: first.place)
    let number = try declarations.value(of: constant, depth: site.depth)
    guard number.value >= 0 else { throw .sizeOfCompiler(at: first.place) }
    return number.value
  }

  /// The greatest alignment in attributes; nil if there is none.
  private func alignment(
    of attributes: LayoutAttributes, _ place: TokenPlace, _ site: Site
  ) throws(Unknowable) -> Int? {
    var greatest: Int?
    for words in attributes.alignments {
      let wanted =
        if words.isEmpty {
          TypeLayout.greatestAlignment
        } else {
          Int(clamping: try number(words, place, site))
        }
      guard (1...(1 << 20)).contains(wanted), wanted.nonzeroBitCount == 1 else {
        throw .sizeOfCompiler(at: place)
      }
      greatest = max(greatest ?? 1, wanted)
    }
    return greatest
  }

  private func tooLarge(_ place: TokenPlace) -> Unknowable {
    Unknowable("the type is too large", at: place)
  }
}

// MARK: Parts

extension HeaderTypes {
  /// The offset in bytes of a member, as in `offsetof(struct stat, st_mode)`.
  func offset(
    of path: ArraySlice<Token>, in layout: TypeLayout, scope: [Name], depth: Int
  ) throws(Unknowable) -> Int {
    var (offset, layout, at) = (0, layout, path.startIndex)
    var isFirst = true
    while at < path.endIndex {
      if path[at].isSymbol("["), case .elements(let element) = layout.parts,
        let close = path[at...].firstIndex(where: { $0.isSymbol("]") })
      {
        let index = try number(
          path[at + 1..<close], path[at].place,
          Site(scope: scope, packing: packing, depth: depth))
        guard let before = element.repeated(index) else { throw tooLarge(path[at].place) }
        offset = offset + before.size
        layout = element
        at = close + 1
        continue
      }
      if !isFirst, path[at].isSymbol(".") { at += 1 }
      guard at < path.endIndex, case .members(let members) = layout.parts,
        let member = members[path[at].text]
      else { throw .sizeOfCompiler(at: path.first?.place) }
      offset = offset + member.offset
      layout = member.layout
      at += 1
      isFirst = false
    }
    return offset
  }
}
