package import FlagModel
import SQLText

extension PredicateSyntax {
  /// A note for who asks an entity; nil if nothing is suspicious.
  package func note(asking entity: Entity, in schema: Schema) -> Diagnostic? {
    let unknown = recordTypes.first { schema.entities(called: $0.name).isEmpty }
    guard let unknown else { return note }
    return Diagnostic(
      "'\(unknown.name)' is taken for another name of '\(entity.name)': the model has no such type",
      at: unknown.place, severity: .note)
  }

  /// A note for the reader of the predicate; nil if nothing is suspicious. A pattern with the
  /// wildcards of SQL and none of its own is understood, but rarely finds anything that was meant.
  package var note: Diagnostic? {
    if case .textTest(_, .like, _, let right) = kind, let pattern = right.plainText,
      pattern.contains(where: { "%_".contains($0) }),
      !pattern.contains(where: { "*?".contains($0) })
    {
      let meant = String(pattern.map { $0 == "%" ? "*" : $0 == "_" ? "?" : $0 })
      return Diagnostic(
        "in 'like' the wildcards are * and ?, while % and _ stand for themselves", at: right.place,
        severity: .note, hint: .meant([meant]))
    }
    return kind.children.lazy.compactMap(\.note).first
  }

  private var plainText: String? {
    switch kind {
    case .text(let text), .argument(let text): text
    default: nil
    }
  }
}
