package import FlagModel

/// The declaration of a single struct, for the macro that makes it an entity. A macro sees neither
/// the rest of the program nor its other types.
/// See Documentation/Decisions/entity-macro-generates-the-mapping.md.
package struct EntityDeclaration {
  package struct Property: Hashable {
    package let name: Name
    /// The attributes that a model uses, as written.
    package let attributes: String
    /// The default value as written, if it is a simple literal.
    package let preset: String?
  }

  /// A mistake, and the change of the text that corrects it.
  package struct Mistake {
    package let diagnostic: Diagnostic
    package var repair: Repair?
  }

  package struct Repair {
    package let message: String
    package let place: SourcePlace
    package let text: String
  }

  /// `public` or `package`; nil for a struct with lower access.
  package let access: Name?
  /// The stored properties in the order of declaration.
  package private(set) var properties: [Property] = []
  /// The name of the entity in an earlier model.
  package private(set) var originalName: Name?
  /// The properties of each list of `#Unique`, and of each list of `#Index`.
  package private(set) var uniques: [[Name]] = []
  package private(set) var indexes: [[Name]] = []
  package private(set) var mistakes: [Mistake] = []

  /// The property attributes that models in a flagdb database allow.
  private static let modelAttributes: Set<Name> = ["Attribute", "Relationship", "Valid"]

  /// Nil if the text declares no type.
  ///
  /// - Parameter surroundings: the declarations around it.
  package init?(in source: SourceText, within surroundings: [SourceText] = []) {
    var list = DiagnosticList()
    let declarations = parseDeclarations(of: [source], &list)
    let checker = Checker(declarations, isStored: false, isFragment: true)
    guard case .type(let type)? = declarations.first,
      let scope = checker.tree.all.first(where: { $0.declaration != nil })
    else { return nil }
    access = surroundings.contains(where: Self.hides) ? nil : type.access
    mistakes = list.all.map { Mistake(diagnostic: $0) }
    guard type.keyword == .struct else {
      mistakes.append(Self.noStruct(type))
      return
    }
    if type.isGeneric {
      let mistake = Diagnostic("an entity cannot be generic", at: type.name.place)
      mistakes.append(Mistake(diagnostic: mistake))
    }
    for case .pattern(let keyword, isStatic: false) in type.members {
      let mistake = Diagnostic(
        "a tuple of properties cannot be stored in columns", at: keyword,
        hint: "declare each property separately")
      mistakes.append(Mistake(diagnostic: mistake))
    }
    var seen: [Name.Folded: Name] = [:]
    for property in scope.properties where property.isStored {
      add(property, in: scope, checker, &seen)
    }
    do throws(Rejection) {
      originalName = try checker.originalName(of: scope)
      for macro in scope.macros where ["Unique", "Index"].contains(macro.name.value) {
        let lists = try checker.keyPathLists(macro, of: scope).map { $0.map(\.value) }
        if macro.name.value == "Unique" { uniques += lists } else { indexes += lists }
      }
    } catch {
      if let mistake = error.diagnostic { mistakes.append(Mistake(diagnostic: mistake)) }
    }
  }

  /// True if the type is not public or package, so that its members are not either.
  private static func hides(_ source: SourceText) -> Bool {
    var list = DiagnosticList()
    guard case .type(let type)? = parseDeclarations(of: [source], &list).first else {
      return false
    }
    return type.keyword != .extension && type.access == nil
  }

  private static func noStruct(_ type: TypeDeclaration) -> Mistake {
    let noun = type.keyword.rawValue
    let article = if noun == "class" { "a" } else { "an" }
    let mistake = Diagnostic(
      "'@Entity' belongs to a struct, found \(article) \(noun)", at: type.name.place)
    guard noun == "class", let keyword = type.keywordPlace else {
      return Mistake(diagnostic: mistake)
    }
    return Mistake(
      diagnostic: mistake,
      repair: Repair(message: "replace 'class' with 'struct'", place: keyword, text: "struct"))
  }

  // MARK: Properties

  private mutating func add(
    _ property: PropertyDeclaration, in scope: Scope, _ checker: Checker,
    _ seen: inout [Name.Folded: Name]
  ) {
    if property.attribute(named: "Expression") != nil { return }
    if property.attribute(named: "Transient") != nil || property.isEphemeral {
      return checkLeftOut(property)
    }
    if let mistake = Self.mistake(in: property) ?? Self.mistake(inTypeOf: property, scope, checker)
    {
      return mistakes.append(mistake)
    }
    let name = property.name.value
    if let first = seen.updateValue(name, forKey: name.folded) {
      let mistake = Diagnostic(
        "'\(excerpt(first))' and '\(excerpt(name))' would be the same column, because SQLite "
          + "ignores case", at: property.name.place)
      return mistakes.append(Mistake(diagnostic: mistake))
    }
    properties.append(
      Property(
        name: name,
        attributes: property.attributes.filter { Self.modelAttributes.contains($0.name.value) }
          .map(\.text).joined(separator: " "),
        preset: property.initialiser.flatMap(Self.preset)))
  }

  /// Reports a property that is not stored and has no other value.
  private mutating func checkLeftOut(_ property: PropertyDeclaration) {
    if property.initialiser != nil { return }
    if property.keywordText == "var", property.type?.isOptional == true { return }
    let name = excerpt(property.name.value)
    mistakes.append(
      Mistake(
        diagnostic: Diagnostic(
          "'\(name)' is not stored, so that it needs a default", at: property.name.place)))
  }

  /// A mistake in the form of a property that prevents its storage.
  private static func mistake(in property: PropertyDeclaration) -> Mistake? {
    let name = excerpt(property.name.value)
    if let modifier = property.modifier {
      let word = modifier.place.source.text(modifier.place.range)
      let isLazy = modifier.value == "lazy"
      let mistake = Diagnostic(
        "'\(name)' is '\(word)', which cannot be stored", at: modifier.place,
        hint: isLazy ? nil : "mark it '@Transient'")
      let repair =
        if isLazy {
          Repair(message: "remove 'lazy'", place: modifier.place.withBlank, text: "")
        } else {
          Repair(
            message: "insert '@Transient'", place: modifier.place, text: "@Transient \(word)")
        }
      return Mistake(diagnostic: mistake, repair: repair)
    }
    guard property.keywordText == "let", property.initialiser != nil else { return nil }
    return Mistake(
      diagnostic: Diagnostic(
        "'\(name)' is a constant with a value, so a record cannot set it",
        at: property.keyword, hint: "declare it 'var'"),
      repair: Repair(message: "replace 'let' with 'var'", place: property.keyword, text: "var"))
  }

  /// A mistake in the type of a property: it has no column, or it is unknown.
  private static func mistake(
    inTypeOf property: PropertyDeclaration, _ scope: Scope, _ checker: Checker
  ) -> Mistake? {
    let name = excerpt(property.name.value)
    if let type = property.type {
      guard let (what, place) = unsupported(type) else { return nil }
      let mistake = Diagnostic(
        "\(what) cannot be stored in a column", at: place, hint: "mark '\(name)' '@Transient'")
      return Mistake(
        diagnostic: mistake,
        repair: Repair(
          message: "insert '@Transient'", place: property.keyword,
          text: "@Transient \(property.keywordText)"))
    }
    let expression = property.initialiser.flatMap { try? $0.expression() }
    if let type = expression.flatMap({ checker.inferredType(of: $0, in: scope) }),
      unsupported(type) == nil
    {
      return nil
    }
    return Mistake(
      diagnostic: Diagnostic(
        "the type of '\(name)' is unknown", at: property.name.place,
        hint: "write it: '\(property.keywordText) \(name): …'"))
  }

  private static func unsupported(_ type: TypeSyntax) -> (what: String, place: SourcePlace)? {
    switch type.kind {
    case .unsupported(let what): (what, type.place)
    case .composition: ("a protocol composition", type.place)
    case .dictionary(let key, let value): unsupported(key) ?? unsupported(value)
    case .array(let inner), .optional(let inner): unsupported(inner)
    case .named: nil
    }
  }

  /// The default value if it means the same in a model.
  private static func preset(_ code: Code) -> String? {
    guard let expression = try? code.expression(), expression.isPlain else { return nil }
    return code.place.source.text(code.place.range)
  }
}

extension Expression {
  /// True for a literal, a case, or an array of these.
  fileprivate var isPlain: Bool {
    switch kind {
    case .integer, .real, .string, .bool, .member(nil, _): true
    case .array(let elements): elements.allSatisfy(\.isPlain)
    case .prefix("-", let inner): inner.isPlain
    default: false
    }
  }
}

extension PropertyDeclaration {
  /// `let` or `var`
  fileprivate var keywordText: String { keyword.source.text(keyword.range) }
}

extension SourcePlace {
  /// The place including the following space.
  fileprivate var withBlank: SourcePlace {
    var end = range.upperBound
    if end < source.utf8.count, source.utf8[end] == UInt8(ascii: " ") { end += 1 }
    return SourcePlace(source, range.lowerBound..<end)
  }
}

extension AttributeSyntax {
  /// `@Attribute(.unique)`
  fileprivate var text: String {
    "@\(name.value)" + (arguments.map { "(\($0.place.source.text($0.place.range)))" } ?? "")
  }
}

extension TypeDeclaration {
  /// The place of `final class` before the name.
  fileprivate var keywordPlace: SourcePlace? {
    let bytes = name.place.source.utf8
    var start = name.place.range.lowerBound
    var end = start
    for (number, word) in [keyword.rawValue, "final"].enumerated() {
      var stop = start
      while stop > 0, bytes[stop - 1] == UInt8(ascii: " ") { stop -= 1 }
      let first = stop - word.utf8.count
      guard first >= 0, bytes[first..<stop].elementsEqual(word.utf8) else {
        if number == 0 { return nil }
        break
      }
      if number == 0 { end = stop }
      start = first
    }
    return SourcePlace(name.place.source, start..<end)
  }
}
