import FlagModel
import ModelText

// Models and names that arguments add.

/// Parses and checks a stored model with additions. The text was generated from arguments, so
/// errors do not contain a position in it.
func checkedModel(_ text: String) throws -> Schema {
  let reading = readModel([SourceText(text)], isStored: true)
  guard let schema = reading.schema else {
    throw Diagnostics(
      reading.diagnostics.filter { $0.severity == .error }.map {
        Diagnostic($0.message, hint: $0.hint)
      })
  }
  return schema
}

/// Checks and returns a name in the arguments of `define`.
func modelName(_ text: some StringProtocol) throws -> Name {
  let scalars = text.unicodeScalars
  let isName =
    scalars.first.map { $0.properties.isXIDStart || $0 == "_" } ?? false
    && scalars.allSatisfy { $0.properties.isXIDContinue }
  guard isName else {
    throw CommandError(
      "'\(text)' is not a name", hint: "a name has letters, digits and underscores, no digit first")
  }
  return Name(text)
}

/// Checks and returns the name of a flag or a case in arguments. It may have blanks and hyphens.
func memberName(_ text: some StringProtocol) throws -> Name {
  let name = Name(text)
  if name.isMemberName { return name }
  throw CommandError(
    "'\(text)' is not a name",
    hint: "a name has letters, and no comma, bar, dot, colon or equals sign")
}

/// True if a type can contain the character. Other characters never reach the Swift text that is
/// parsed.
func mayBeInTypeName(_ character: Character) -> Bool {
  character.isLetter || character.isNumber || "_.[]?<>".contains(character)
}
