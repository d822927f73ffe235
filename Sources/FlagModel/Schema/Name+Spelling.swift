package import PlainText

extension Name {
  /// True if a name in backquotes may contain a character. A dot would separate a path.
  package static func canBeQuoted(_ scalar: Unicode.Scalar) -> Bool {
    scalar != "." && scalar != "`" && !Characters.turnsDirection(scalar)
      && scalar.properties.generalCategory != .control
  }

  /// The name in a model for a foreign name.
  package var spellable: Name {
    guard utf8.contains(where: { !Characters.isSpace($0) }) else { return "_" }
    var spelled = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { spelled.append(Self.canBeQuoted(scalar) ? scalar : "_") }
    return Name(String(spelled))
  }

  /// True if the name is a Swift type for properties, so that no entity may have it.
  package var isTypeOfSwift: Bool {
    AttributeType(builtin: self) != nil || AttributeType.identified.contains(self)
      || Self.others.contains(self)
  }

  private static let others: Set<Name> = [
    "Any", "AnyObject", "Array", "Codable", "Dictionary", "Entity", "Model", "Optional",
    "OptionSet", "Self", "Set", "Type",
  ]
}
