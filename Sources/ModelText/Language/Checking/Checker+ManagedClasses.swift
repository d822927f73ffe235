import FlagModel

/// Core Data classes, whose properties have `@NSManaged`.
extension Checker {
  /// The classes with such properties, and those between them and `NSManagedObject`.
  var managedClasses: [Scope] {
    let classes = tree.all.filter { $0.keyword == .class }
    let declared = classes.filter { $0.properties.contains(where: \.isManaged) }
    var managed = declared
    // A subclass without additional properties is an entity too.
    for _ in 0..<Checker.depthLimit {
      let more = classes.filter { scope in
        !managed.contains { $0 === scope } && managed.contains { inherits(scope, from: $0) }
      }
      if more.isEmpty { break }
      managed += more
    }
    for scope in managed { scope.isManaged = true }
    return tree.all.filter(\.isManaged)
  }

  private func inherits(_ scope: Scope, from base: Scope) -> Bool {
    scope.inherited.contains { self.scope(of: $0, in: scope.parent ?? tree.model) === base }
  }

  /// The type of a to-many relationship, for which Objective-C has no element type: an `NSSet` of
  /// the parameter type of `addToDepartments(_: Department)`, or else of the only entity with a
  /// relationship to this one. Nil for any other type.
  func listOfRecords(_ declaration: PropertyDeclaration, in scope: Scope) -> TypeSyntax? {
    guard scope.isManaged, let type = declaration.type else { return nil }
    let plain = if case .optional(let inner) = type.kind { inner } else { type }
    guard case .named(let path, let arguments) = plain.kind, let name = path.last else {
      return nil
    }
    if name == "Set", arguments.count == 1 {
      guard self.scope(of: arguments[0], in: scope)?.isEntity == true else { return nil }
      return TypeSyntax(kind: .array(arguments[0]), place: type.place)
    }
    guard ["NSSet", "NSOrderedSet", "NSMutableSet", "NSMutableOrderedSet"].contains(name),
      let element = elementOfList(declaration, in: scope)
    else { return nil }
    return TypeSyntax(kind: .array(element), place: type.place)
  }

  private func elementOfList(_ declaration: PropertyDeclaration, in scope: Scope) -> TypeSyntax? {
    let accessor = scope.accessors.first {
      $0.adds(to: declaration.name.value) && self.scope(of: $0.type, in: scope)?.isEntity == true
    }
    if let accessor { return accessor.type }
    let leading = entities.filter { other in
      other.storedProperties.contains { property in
        guard let type = property.type?.innermost else { return false }
        return self.scope(of: type, in: other) === scope
      }
    }
    guard leading.count == 1, let name = leading[0].name else { return nil }
    return TypeSyntax(kind: .named([name.value], arguments: []), place: name.place)
  }
}

extension PropertyDeclaration {
  var isManaged: Bool { attribute(named: "NSManaged") != nil }
}

extension AccessorDeclaration {
  /// True for `addToDepartments` of `departments`.
  fileprivate func adds(to property: Name) -> Bool {
    let text = property.text
    return name == Name("addTo\(text.prefix(1).uppercased())\(text.dropFirst())")
  }
}
