package import PlainText

extension Name {
  /// The name, or the most similar valid entity name.
  package var asEntityName: Name {
    let name = asPropertyName
    if name.reservedPrefix != nil { return "_\(name)" }
    if Self.takenTypes.contains(name) || AttributeType(builtin: name) != nil { return "\(name)_" }
    return name
  }

  /// The prefix by which SQLite or flagdb would take a table or view of this name for an internal
  /// one; nil if there is no conflict.
  package var reservedPrefix: String? {
    let beginning = Name("\(self)_").folded
    return ["sqlite_", "flagdb_"].first { beginning.starts(with: $0) }
  }

  /// The name, or the most similar valid property name. A dot separates a path, and a backquote or
  /// the end of a line ends a name.
  package var asPropertyName: Name {
    let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
      if scalar == "." || scalar == "`" || scalar == "\\"
        || scalar.properties.generalCategory.isHidden
      {
        "_"
      } else {
        scalar
      }
    }
    if isEmpty { return "_" }
    return Name(String(String.UnicodeScalarView(scalars)))
  }

  /// The types of Swift that models may use, in addition to single-value types.
  private static let takenTypes: Set<Name> = [
    "Any", "Array", "Dictionary", "Entity", "Optional", "Self", "Set", "Type",
  ]
}

extension Unicode.GeneralCategory {
  fileprivate var isHidden: Bool {
    switch self {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
