package import FlagModel

/// The result of parsing a model.
///
/// This module parses models in Swift and prints them as Swift. The folder `Language` is compiled
/// for the macros too.
package struct ModelReading: Hashable, Sendable {
  /// Nil if there is an error.
  package let schema: Schema?
  /// All errors and warnings, in the order of the sources.
  package let diagnostics: [Diagnostic]
  /// Older versions of the model in the same sources, oldest first.
  package var olderVersions: [Name] = []
}

/// Parses Swift sources as one model; an extension may be in any of them.
///
/// - Parameter isStored: true for the model of an existing database. It may have names that a new
///   model may not have.
/// - Parameter namesTables: true for a model of foreign tables, which may name its tables and
///   columns.
/// - Parameter earlier: the models that flag sets with `@Flags` name.
/// - Parameter version: the version to read if there are several; nil for the current one.
package func readModel(
  _ sources: [SourceText], isStored: Bool = false, namesTables: Bool = false,
  earlier: EarlierModels = .none, version: Name? = nil
) -> ModelReading {
  var diagnostics = DiagnosticList()
  let declarations = parseDeclarations(of: sources, &diagnostics)
  // A syntax error may hide declarations, so unknown names are not reported then.
  guard !diagnostics.hasErrors else {
    return ModelReading(schema: nil, diagnostics: diagnostics.all)
  }
  let checker = Checker(
    declarations, isStored: isStored, namesTables: namesTables, version: version,
    earlier: earlier)
  let schema = checker.check()
  return ModelReading(
    schema: schema, diagnostics: diagnostics.all + checker.diagnostics.all.sorted(in: sources),
    olderVersions: checker.olderVersions)
}

func parseDeclarations(
  of sources: [SourceText], _ diagnostics: inout DiagnosticList
) -> [Declaration] {
  var declarations: [Declaration] = []
  for source in sources {
    guard let file = SourceFile.prepare(source, &diagnostics) else { continue }
    declarations += Parser.parse(file, &diagnostics)
  }
  return declarations
}

extension [Diagnostic] {
  /// In the order of the sources.
  func sorted(in sources: [SourceText]) -> [Diagnostic] {
    enumerated().sorted {
      ($0.element.position(in: sources), $0.offset) < ($1.element.position(in: sources), $1.offset)
    }.map(\.element)
  }
}

extension Diagnostic {
  /// The offset of the place in all sources together; without a place, it is last.
  fileprivate func position(in sources: [SourceText]) -> Int {
    guard let place else { return Int.max }
    var start = 0
    for source in sources {
      if source.name == place.source.name, source.utf8.count == place.source.utf8.count {
        return start + place.range.lowerBound
      }
      start += source.utf8.count
    }
    return start
  }
}
