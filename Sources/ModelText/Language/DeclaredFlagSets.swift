package import FlagModel

/// The flag sets in Swift sources. Each is read separately, together with the constants that its
/// values use.
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

  /// The valid flag sets at these indexes of `names`, and the diagnostics for all of them.
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
  /// The scopes of all flag sets, by their full names.
  fileprivate var flagSetScopes: [Scope] {
    if entities.isEmpty { markEntities() }
    return tree.all.filter(isFlagSet)
  }
}
