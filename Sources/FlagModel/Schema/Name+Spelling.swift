package import PlainText

extension Name {
  /// True if a name in backquotes may hold a character. A point would lead into a struct.
  package static func canBeQuoted(_ scalar: Unicode.Scalar) -> Bool {
    scalar != "." && scalar != "`" && !Characters.turnsDirection(scalar)
      && scalar.properties.generalCategory != .control
  }

  /// The name by which a model has what others called so.
  package var spellable: Name {
    guard utf8.contains(where: { !Characters.isSpace($0) }) else { return "_" }
    var spelled = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { spelled.append(Self.canBeQuoted(scalar) ? scalar : "_") }
    return Name(String(spelled))
  }

  /// True if properties may have a type of Swift with that name, which then no entity has.
  package var isTypeOfSwift: Bool {
    AttributeType(builtin: self) != nil || AttributeType.identified.contains(self)
      || Self.others.contains(self)
  }

  private static let others: Set<Name> = [
    "Any", "AnyObject", "Array", "Codable", "Dictionary", "Entity", "Model", "Optional",
    "OptionSet", "Self", "Set", "Type",
  ]
}
