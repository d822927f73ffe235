package import FlagModel
import SQLText

extension PredicateSyntax {
  /// A note about a suspicious predicate on an entity; nil if there is none.
  package func note(asking entity: Entity, in schema: Schema) -> Diagnostic? {
    let unknown = recordTypes.first { schema.entities(called: $0.name).isEmpty }
    guard let unknown else { return note ?? dayNote(entity) }
    return Diagnostic(
      "the model has no type '\(unknown.name)': '\(entity.name)' is used instead",
      at: unknown.place, severity: .note)
  }

  /// A note for `taken = 2026-11-18`, which only finds records of midnight.
  private func dayNote(_ entity: Entity) -> Diagnostic? {
    if case .compare(let left, let comparison, _, let right) = kind,
      comparison == .equal || comparison == .unequal, case .name(let name) = left.kind,
      let attribute = entity.attribute(named: name), attribute.type == .date,
      attribute.stored == .own, let day = right.plainDay
    {
      return Diagnostic(
        "'\(name)' has a time of day, and \(day) means \(day)T00:00:00Z", at: place,
        severity: .note, hint: .meant(["day(\(name)) \(comparison.rawValue) \(day)"]))
    }
    return kind.children.lazy.compactMap { $0.dayNote(entity) }.first
  }

  /// The day of a date without a time.
  private var plainDay: String? {
    let text: String
    switch kind {
    case .date(let date), .text(let date), .argument(let date): text = date
    default: return nil
    }
    if text.utf8.count == 10 && (try? Timestamp(text)) != nil { return text }
    return nil
  }

  /// A note about a suspicious predicate; nil if there is none. A pattern with the wildcards of SQL
  /// is valid, but rarely finds the intended records.
  package var note: Diagnostic? {
    if case .textTest(_, .like, _, let right) = kind, let pattern = right.plainText,
      pattern.contains(where: { "%_".contains($0) }),
      !pattern.contains(where: { "*?".contains($0) })
    {
      let meant = pattern.replacing("%", with: "*").replacing("_", with: "?")
      return Diagnostic(
        "the wildcards of 'like' are * and ?; % and _ are ordinary characters", at: right.place,
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
