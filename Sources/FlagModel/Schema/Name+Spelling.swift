package import PlainText

extension Name {
  /// True if a name in backquotes may contain a character. A dot would separate a path.
  package static func canBeQuoted(_ scalar: Unicode.Scalar) -> Bool {
    scalar != "." && scalar != "`" && !Characters.turnsDirection(scalar)
      && scalar.properties.generalCategory != .control
  }

  /// True if a list of flags can contain the name, and the name has letters.
  package var isFlagName: Bool {
    if isIdentifier(text) { return true }
    return utf8.count <= 64 && FlagSet.canBeListed(self)
      && text.unicodeScalars.contains { $0.properties.isAlphabetic }
      && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }

  /// True if a flag or a case can have the name as other programs write it: `NO-CARRIER`, `Digital
  /// Signature`. A model has it in backquotes. A colon or an equals sign separates names in
  /// commands.
  package var isMemberName: Bool {
    if isIdentifier(text) { return true }
    return isFlagName
      && text.unicodeScalars.allSatisfy { scalar in
        let isBlank = scalar.properties.isWhitespace && scalar != " "
        return Self.canBeQuoted(scalar) && !isBlank && !":=\\\"".unicodeScalars.contains(scalar)
      }
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
