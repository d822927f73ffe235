/// This module turns the text of models into schemas and back, and knows what their values are;
/// it imports nothing but PlainText.

/// What reading a model gave.
public struct ModelReading: Hashable, Sendable {
  /// Nil when there is an error.
  public let schema: Schema?
  /// All errors and warnings, in the order of the sources.
  public let diagnostics: [Diagnostic]
}

/// Reads Swift sources as one model; extensions may stand in any of them.
public func readModel(_ sources: [SourceText]) -> ModelReading {
  var diagnostics = DiagnosticList()
  var declarations: [Declaration] = []
  for source in sources {
    guard let file = SourceFile.prepare(source, &diagnostics) else { continue }
    declarations += Parser.parse(file, &diagnostics)
  }
  // What could not be read may declare what the rest refers to: it would be missed in vain.
  guard !diagnostics.hasErrors else {
    return ModelReading(schema: nil, diagnostics: diagnostics.all)
  }
  let checker = Checker(declarations)
  let schema = checker.check()
  for diagnostic in checker.diagnostics.all { diagnostics.append(diagnostic) }
  return ModelReading(schema: schema, diagnostics: diagnostics.all)
}
