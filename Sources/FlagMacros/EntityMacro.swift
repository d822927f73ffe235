import FlagModel
import ModelText

/// `@Entity struct Sample { … }`: generates the conversion between properties and columns, so that
/// no reflection is needed.
enum EntityMacro {
  static func expand(_ use: MacroUse) -> Expansion {
    guard let type = use.extended,
      let entity = EntityDeclaration(
        in: use.declaration.source, within: use.context.filter { $0 != use.declaration.source })
    else {
      return Expansion(code: "")
    }
    let diagnoses = entity.mistakes.map { Diagnosis($0, in: use.declaration) }
    // With an error, the generated code would only cause additional compiler errors.
    if diagnoses.contains(where: { $0.severity == .error }) {
      return Expansion(code: "", diagnoses: diagnoses)
    }
    let code = EntityCode(of: entity, type, conforms: use.missingProtocols.isEmpty)
    return Expansion(code: code.text, diagnoses: diagnoses)
  }
}

/// The extension that `@Entity` adds.
private struct EntityCode {
  let text: String

  init(of entity: EntityDeclaration, _ type: String, conforms: Bool) {
    let access = entity.access.map { "\($0) " } ?? ""
    func lines(_ line: (EntityDeclaration.Property) -> String) -> String {
      entity.properties.map { line($0) + "\n" }.joined()
    }
    text = """
      extension \(type)\(conforms ? "" : ": FlagDB.Entity") {
        \(access)static let mapping = FlagDB.EntityMapping<Self>(
          properties: [
      \(lines { "      \(Self.property($0))," })    ]\(Self.constraints(of: entity)),
          write: { record, row in
      \(lines { "      try row.write(record.\(Self.member($0.name)))" })    },
          read: { row in try Self(storedIn: &row) })

        private init(storedIn row: inout FlagDB.RowReader) throws {
      \(lines { "    self.\(Self.member($0.name)) = try row.read()" })  }
      }
      """
  }

  /// The further arguments of the mapping.
  private static func constraints(of entity: EntityDeclaration) -> String {
    func list(_ lists: [[Name]]) -> String {
      let items = lists.map { "[\($0.map { literal($0.text) }.joined(separator: ", "))]" }
      return "[\(items.joined(separator: ", "))]"
    }
    var arguments: [String] = []
    if let name = entity.originalName { arguments.append("originalName: \(literal(name.text))") }
    if !entity.uniques.isEmpty { arguments.append("uniques: \(list(entity.uniques))") }
    if !entity.indexes.isEmpty { arguments.append("indexes: \(list(entity.indexes))") }
    return arguments.map { ",\n    \($0)" }.joined()
  }

  private static func property(_ property: EntityDeclaration.Property) -> String {
    let attributes =
      if property.attributes.isEmpty { "" } else { ", attributes: \(literal(property.attributes))" }
    let preset = property.preset.map { ", preset: \(literal($0))" } ?? ""
    return "FlagDB.MappedProperty(\(literal(property.name.text)), \\.\(member(property.name))"
      + "\(attributes)\(preset))"
  }

  /// A name after a dot. Only a few keywords need backquotes there.
  private static func member(_ name: Name) -> String {
    if ["self", "init", "Type", "Protocol"].contains(name) || !name.text.isSwiftWord {
      return "`\(name)`"
    }
    return name.text
  }

  private static func literal(_ text: String) -> String { text.debugDescription }
}

extension String {
  /// True for letters, digits and underscores.
  fileprivate var isSwiftWord: Bool {
    unicodeScalars.allSatisfy {
      $0 == "_" || !$0.isASCII || $0.properties.isAlphabetic || ("0"..."9").contains($0)
    }
  }
}
