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
    return (sets(places, checker), checker.diagnostics.all.sorted(in: sources))
  }

  /// All flag sets without the flags whose values their types cannot hold, these flags, and the other
  /// diagnostics.
  package func readWithoutWideFlags() -> (
    sets: [FlagSet], wide: [WideFlag], diagnostics: [Diagnostic]
  ) {
    let checker = Checker(declarations, isStored: false, earlier: earlier)
    checker.keepsWideFlags = true
    let sets = sets(names.indices, checker)
    return (sets, checker.wideFlags, checker.diagnostics.all.sorted(in: sources))
  }

  private func sets(_ places: Range<Int>, _ checker: Checker) -> [FlagSet] {
    checker.flagSetScopes[places].compactMap { scope in
      checker.reportDuplicates(scope)
      return checker.attempt { () throws(Rejection) in try checker.flagSet(of: scope) }
    }
  }
}

/// A flag whose value its type cannot hold.
package struct WideFlag: Sendable {
  package let set: Name
  package let name: Name
  package let reason: String
}

extension Checker {
  /// The scopes of all flag sets, by their full names.
  fileprivate var flagSetScopes: [Scope] {
    if entities.isEmpty { markEntities() }
    return tree.all.filter(isFlagSet)
  }
}
