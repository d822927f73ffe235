import FlagModel

/// The column at the start of an option's value: `items.flags` of `items.flags=Marks`.
struct ColumnWord {
  let entity: Entity
  let attribute: Attribute
  /// The text after the column.
  let rest: Substring
  private let text: String

  /// Finds the column, whose name is enough in a schema with one entity.
  init(inOnlyEntity text: String, in schema: Schema) throws {
    guard let entity = schema.entities.first, schema.entities.count == 1,
      entity.attribute(named: Name(text)) != nil
    else {
      try self.init(text, in: schema)
      return
    }
    try self.init("\(entity.name).\(text)", in: schema)
  }

  /// Finds the column. Names can contain dots and equals signs, so the longest matching name is
  /// taken.
  init(_ text: String, in schema: Schema) throws {
    let text = Self.withoutBackquotes(text)
    self.text = text
    let entities = schema.entities.filter { Self.rest(of: text, after: $0.name, "") != nil }
    guard let entity = entities.max(by: { $0.name.utf8.count < $1.name.utf8.count }),
      let names = Self.rest(of: text, after: entity.name, "")
    else { throw Self.unknownEntity(text, schema) }
    let attributes = entity.attributes.filter {
      Self.rest(of: String(names), after: $0.name, ".:=") != nil
    }
    guard let attribute = attributes.max(by: { $0.name.utf8.count < $1.name.utf8.count }),
      let rest = Self.rest(of: String(names), after: attribute.name, ".:=")
    else { throw Self.unknownAttribute(text, names, entity) }
    self.entity = entity
    self.attribute = attribute
    self.rest = text[text.utf8.index(text.endIndex, offsetBy: -rest.utf8.count)...]
  }

  /// The text without the backquotes of its first two names, as in `` `my table`.`my bits`=Marks ``.
  private static func withoutBackquotes(_ text: String) -> String {
    let parts = text.split(separator: "`", maxSplits: 4, omittingEmptySubsequences: false)
    guard parts.count > 2, parts[0].isEmpty else { return text }
    if parts.count == 5, parts[2] == "." { return parts[1] + "." + parts[3] + parts[4] }
    guard parts[2].hasPrefix(".") else { return text }
    let rest = parts[2...].joined(separator: "`")
    return parts[1] + rest
  }

  /// The rest of the text after a name and one of the signs. If there are no signs, the name must
  /// end the text.
  private static func rest(of text: String, after name: Name, _ signs: String) -> Substring? {
    guard text.utf8.starts(with: name.utf8) else { return nil }
    let rest = text.utf8.dropFirst(name.utf8.count)
    if signs.isEmpty {
      if rest.first == UInt8(ascii: ".") { return Substring(rest.dropFirst()) }
      return nil
    }
    if rest.first.map(signs.utf8.contains) ?? true { return Substring(rest) }
    return nil
  }

  // MARK: Errors

  private static func unknownEntity(_ text: String, _ schema: Schema) -> Diagnostic {
    let head = text.prefix { $0 != "=" }
    let name = head.prefix { $0 != "." }
    guard head.contains(".") else {
      return Diagnostic(
        "expected a table and its column, as in items.flags", at: place(text, head),
        hint: .name(for: Name(head), in: schema.entities.map(\.name)))
    }
    return Diagnostic(
      "'\(name)' is not a table of the file", at: place(text, name),
      hint: .name(for: Name(name), in: schema.entities.map(\.name), orAll: "there is")
        ?? "the file has no tables")
  }

  private static func unknownAttribute(
    _ text: String, _ names: Substring, _ entity: Entity
  ) -> Diagnostic {
    let name = names.prefix { !"=:".contains($0) }
    let start = text.utf8.count - names.utf8.count
    let place = SourcePlace(SourceText(text), start..<start + name.utf8.count)
    if entity.relationship(named: Name(name)) != nil {
      return Diagnostic("'\(name)' refers to other records", at: place)
    }
    return Diagnostic(
      "'\(name)' is not a column of \(entity.name)", at: place,
      hint: .name(
        for: Name(name), in: entity.attributes.map(\.name), orAll: "\(entity.name) has"))
  }

  private static func place(_ text: String, _ part: Substring) -> SourcePlace {
    SourcePlace(SourceText(text), 0..<part.utf8.count)
  }

  /// An error that marks the text after the column.
  func error(_ message: String, hint: Hint? = nil) -> Diagnostic {
    let end = text.utf8.count
    return Diagnostic(
      message, at: SourcePlace(SourceText(text), end - value.utf8.count..<end), hint: hint)
  }

  /// An error that marks the column.
  func columnError(_ error: ValueError) -> Diagnostic {
    let end = text.utf8.count - rest.utf8.count
    return Diagnostic(error.message, at: SourcePlace(SourceText(text), 0..<end), hint: error.hint)
  }

  /// The text after the equals sign.
  var value: Substring { rest.first == "=" ? rest.dropFirst() : rest }

  /// Throws unless text follows an equals sign.
  func requireValue(_ what: String, _ example: String) throws {
    if rest.first == "=", rest.utf8.count > 1 { return }
    throw error(
      "expected '=' and \(what) after the column",
      hint: "as in \(entity.name).\(attribute.name)=\(example)")
  }

  func requireNothing() throws {
    if !rest.isEmpty { throw error("expected nothing after the column, found '\(rest)'") }
  }
}
