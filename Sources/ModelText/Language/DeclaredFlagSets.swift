package import FlagModel

/// The flag sets that Swift sources declare. Each is read alone: of the rest of the sources only the
/// constants that its values need.
package struct DeclaredFlagSets {
  private let sources: [SourceText]
  private let declarations: [Declaration]
  private let earlier: EarlierModels
  /// The full names in the order of declaration.
  package let names: [Name]

  package init(
    in sources: [SourceText], earlier: EarlierModels = .none
  ) throws(Diagnostics) {
    self.earlier = earlier
    var diagnostics = DiagnosticList()
    declarations = parseDeclarations(of: sources, &diagnostics)
    self.sources = sources
    guard !diagnostics.hasErrors else { throw Diagnostics(diagnostics.all) }
    let checker = Checker(declarations, isStored: false)
    names = checker.flagSetScopes.map(\.fullName)
  }

  /// The sets at these places of `names` that are right, and all that is said about the others.
  package func read(_ places: Range<Int>) -> (sets: [FlagSet], diagnostics: [Diagnostic]) {
    let checker = Checker(declarations, isStored: false, earlier: earlier)
    let sets = checker.flagSetScopes[places].compactMap { scope -> FlagSet? in
      checker.reportDuplicates(scope)
      return checker.attempt { () throws(Rejection) in try checker.flagSet(of: scope) }
    }
    return (sets, checker.diagnostics.all.sorted(in: sources))
  }
}

extension Checker {
  /// The scopes of all flag sets, which have their full names.
  fileprivate var flagSetScopes: [Scope] {
    if entities.isEmpty { markEntities() }
    return tree.all.filter(isFlagSet)
  }
}
