package import FlagModel

/// The result of reading a model.
///
/// This module reads models from Swift and prints them as Swift. The folder `Language` is compiled for
/// the macros too.
package struct ModelReading: Hashable, Sendable {
  /// Nil when there is an error.
  package let schema: Schema?
  /// All errors and warnings, in the order of the sources.
  package let diagnostics: [Diagnostic]
  /// The versions that the sources have besides and before the one that was read, the oldest first.
  package var olderVersions: [Name] = []
}

/// Reads Swift sources as one model; extensions may stand in any of them.
///
/// - Parameter isStored: true for the model of a database that has it already, which is read even
///   where a new one would be refused for names that text cannot carry.
/// - Parameter namesTables: true for a model of tables that others made, which may name them.
/// - Parameter earlier: the models that sets with `@Flags` name.
/// - Parameter version: the one to read of several versions; nil for the one in use.
package func readModel(
  _ sources: [SourceText], isStored: Bool = false, namesTables: Bool = false,
  earlier: EarlierModels = .none, version: Name? = nil
) -> ModelReading {
  var diagnostics = DiagnosticList()
  let declarations = parseDeclarations(of: sources, &diagnostics)
  // What could not be read may declare what the rest refers to: it would be missed in vain.
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
  /// The position of its place in all sources together; without a place it comes last.
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
