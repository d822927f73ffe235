package import FlagModel

/// The places where a model names tables and columns, for errors about missing names.
package struct NamedTables {
  private var types: [Name: TypeDeclaration] = [:]

  package init(in source: SourceText) {
    var diagnostics = DiagnosticList()
    add(parseDeclarations(of: [source], &diagnostics), within: nil)
  }

  private mutating func add(_ declarations: [Declaration], within outer: Name?) {
    for case .type(let type) in declarations {
      var path = type.path.map(\.value)
      if let outer { path.insert(outer, at: 0) }
      let name = Name(path: path)
      if type.keyword != .extension { types[name] = type }
      add(type.members, within: name)
    }
  }

  /// The place of a table or column name in the declaration of an entity or of one of its
  /// properties: the string literal, or else the declared name. Nil if there is none.
  package func place(
    of name: Name, in entity: Name, property: Name? = nil
  ) -> SourcePlace? {
    guard let type = types[entity] else { return nil }
    guard let property else { return type.attributes.place(of: name) ?? type.name.place }
    for case .property(let declaration) in type.members where declaration.name.value == property {
      return declaration.attributes.place(of: name) ?? declaration.name.place
    }
    return nil
  }
}

extension [AttributeSyntax] {
  /// The first argument that is a string literal with this name.
  fileprivate func place(of name: Name) -> SourcePlace? {
    for attribute in self {
      for argument in (try? attribute.arguments?.argumentList()) ?? [] {
        if case .string(let text) = argument.value.kind, Name(text) == name {
          return argument.value.place
        }
      }
    }
    return nil
  }
}
