import FlagModel

// Types that a model cannot describe completely. Their values are stored as data.

extension Checker {
  /// Types of Apple's modules that apps store, and that are no plain values.
  private static let carried: Set<Name> = [
    "AttributedString", "CGAffineTransform", "CGColor", "CGImage", "CLLocation",
    "CLLocationCoordinate2D", "CLPlacemark", "Calendar", "CharacterSet", "Color", "Color.Resolved",
    "DateComponents", "DateInterval", "Font", "Image", "IndexPath", "IndexSet",
    "MKCoordinateRegion",
    "Measurement", "NSAttributedString", "NSColor", "NSDictionary", "NSImage", "NSObject",
    "NSArray", "NSOrderedSet", "NSMutableOrderedSet", "NSMutableSet", "NSRange",
    "NSSet", "PKDrawing", "PersonNameComponents", "UIColor", "UIFont", "UIImage", "URLRequest",
  ]

  /// A known type of another module; nil for any other name.
  func carriedType(of path: [Name], _ type: TypeSyntax) -> ResolvedType? {
    guard Checker.carried.contains(Name(path: path)) else { return nil }
    let reason = Rejection("'\(type.text)' is a type of another module", at: type.place)
    return ResolvedType(kind: .carried(reason), isOptional: false, spelling: Name(type.text))
  }

  /// Finds the type of a property. With `.transformable`, any type is allowed, because only the app
  /// can interpret its values.
  /// See Documentation/Decisions/unknown-types-are-stored-as-data.md.
  func carrying(
    _ declaration: PropertyDeclaration, _ find: () throws(Rejection) -> ResolvedType
  ) throws(Rejection) -> ResolvedType {
    do throws(Rejection) {
      return try find()
    } catch {
      guard let type = declaration.type,
        try arguments(of: "Attribute", on: declaration).contains(where: { $0.isTransformable })
      else { throw error }
      let plain = if case .optional(let inner) = type.kind { inner } else { type }
      return ResolvedType(
        kind: .carried(error), isOptional: type.isOptional, spelling: Name(plain.text))
    }
  }

  func noteCarried(_ declaration: PropertyDeclaration, _ reason: Rejection) {
    guard let diagnostic = reason.diagnostic, !isStored else { return }
    diagnostics.append(
      Diagnostic(
        "'\(excerpt(declaration.name.value))' is read as Data: "
          + diagnostic.message, at: diagnostic.place, severity: .note, notes: diagnostic.notes,
        hint: diagnostic.hint))
  }

  /// True if the printed model needs `.transformable` for the type.
  static func needsWord(_ declared: Name) -> Bool {
    !declared.typeNames.contains { carried.contains($0) }
  }
}

extension Expression.Argument {
  /// `.transformable`, `.transformable(by: T.self)`
  fileprivate var isTransformable: Bool {
    if case .call(let callee, _) = value.kind, case .member(nil, let name) = callee.kind {
      return name.value == "transformable"
    }
    return isOption("transformable")
  }
}

extension ScopeTree {
  /// The structs of CoreGraphics.
  static var ofCoreGraphics: ScopeTree {
    var diagnostics = DiagnosticList()
    let source = SourceText(
      """
      struct CGPoint { var x: Double; var y: Double }
      struct CGSize { var width: Double; var height: Double }
      struct CGVector { var dx: Double; var dy: Double }
      struct CGRect { var origin: CGPoint; var size: CGSize }
      """)
    return ScopeTree(parseDeclarations(of: [source], &diagnostics))
  }
}
