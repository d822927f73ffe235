package import FlagModel

/// The declaration of a single flag set, for macros that add code to it. A macro sees neither the
/// rest of the program nor its other types.
package struct FlagSetDeclaration {
  /// `public` or `package`; nil for a flag set with lower access.
  package let access: Name?
  /// The flags and combinations with known values, in the order of declaration.
  package let members: [Flag]
  /// The flags without a written value, valid or not.
  package let numbered: Set<Name>
  /// The names of all properties.
  package let properties: Set<Name>
  /// The `let` keywords of flags without a written value, which must become `var`.
  package let constants: [SourcePlace]
  /// All errors, and notes on omitted parts.
  package let diagnostics: [Diagnostic]

  /// Nil if the text declares no flag set.
  ///
  /// - Parameter surroundings: the declarations around it, innermost first.
  package init?(
    in source: SourceText, within surroundings: [SourceText] = [], earlier: EarlierModels = .none
  ) {
    var list = DiagnosticList()
    let checker = Checker(
      parseDeclarations(of: [source], &list), isStored: false, earlier: earlier,
      isFragment: true)
    checker.surroundings = surroundings.reversed().flatMap(Self.path)
    guard let scope = checker.tree.all.first(where: { $0.declaration != nil }),
      checker.isFlagSet(scope)
    else { return nil }
    checker.reportDuplicates(scope)
    let set = checker.attempt { () throws(Rejection) in try checker.flagSet(of: scope) }
    access = scope.declaration?.access
    let numbered = scope.properties.filter { checker.isNumbered($0, of: scope) }
    self.numbered = Set(numbered.map(\.name.value))
    for (first, second) in zip(numbered, numbered.dropFirst()) where first.keyword == second.keyword
    {
      checker.diagnostics.append(
        Diagnostic(
          "a flag without a value needs its own line", at: second.name.place,
          hint: "write 'static var \(excerpt(second.name.value)): Self' below"))
    }
    constants = numbered.map(\.keyword).filter { $0.source.text($0.range) == "let" }
    var names = scope.properties.map(\.name.value)
    properties = Set(names)
    var seen: Set<Name> = []
    names.removeAll { !seen.insert($0).inserted }
    members = names.compactMap { name in
      set.flatMap { set in (set.flags + set.combinations).first { $0.name == name } }
    }
    diagnostics = list.all + checker.diagnostics.all.sorted(in: [source])
  }

  /// The path of the type that a text declares or extends.
  private static func path(of source: SourceText) -> [Name] {
    var list = DiagnosticList()
    for case .type(let type) in parseDeclarations(of: [source], &list) {
      return type.path.map(\.value)
    }
    return []
  }

  /// The names of the properties that a text declares.
  package static func properties(in source: SourceText) -> [Name] {
    var list = DiagnosticList()
    return parseDeclarations(of: [source], &list).compactMap {
      if case .property(let property) = $0 { property.name.value } else { nil }
    }
  }
}
