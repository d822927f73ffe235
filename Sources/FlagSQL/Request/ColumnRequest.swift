public import FlagModel
internal import PlainText

extension Entity {
  /// What a query shows when nobody says: the key, every attribute, and the to-one relationships
  /// that are kept here, in the order of declaration.
  public func defaultColumns(in schema: Schema, byKey: Bool = false) -> [QueryColumn] {
    let properties = columnProperties.compactMap { property -> QueryColumn? in
      switch property {
      case .attribute(let attribute):
        attribute.column == keyColumn ? nil : .attribute(attribute)
      case .relationship(let relationship):
        .relationship(relationship, in: schema, byKey: byKey)
      case .group: nil
      }
    }
    return [.key(of: self)] + properties
  }

  /// The columns that `--columns code,markers` asks for; `*` stands for those that are shown when
  /// nobody says, and the name of a struct for its attributes.
  public func columns(
    named list: SourceText, in schema: Schema, byKey: Bool = false, now: Timestamp
  ) throws(Diagnostic) -> [QueryColumn] {
    var columns: [QueryColumn] = []
    for word in try names(in: list) {
      switch word.text {
      case "*": columns += defaultColumns(in: schema, byKey: byKey)
      case keyColumn: columns.append(.key(of: self))
      default:
        if let attribute = attribute(named: word.text) {
          columns.append(.attribute(attribute))
        } else if let relationship = relationship(named: word.text) {
          columns += [.relationship(relationship, in: schema, byKey: byKey)].compactMap { $0 }
        } else if let term = try calculated(word, in: schema, now: now) {
          columns.append(try .expression(term, titled: word))
        } else {
          columns += try members(of: word)
        }
      }
    }
    return columns
  }

  /// A named expression, with its arguments perhaps: `passing`, `above(90)`.
  private func calculated(
    _ word: WordSyntax, in schema: Schema, now: Timestamp
  ) throws(Diagnostic) -> Term? {
    let name = String(word.text.prefix { $0 != "(" })
    guard expression(named: name) != nil else { return nil }
    let syntax = try PredicateSyntax.parse(SourceText(word.text))
    return try PredicateChecker(self, in: schema, now: now).operand(syntax).term
  }

  private func members(of word: WordSyntax) throws(Diagnostic) -> [QueryColumn] {
    let members = attributes.filter { $0.name.hasPrefix("\(word.text).") }
    guard !members.isEmpty else { throw unknownName(word.text, at: word.place) }
    return members.map(QueryColumn.attribute)
  }

  /// The order that `--sort taken,-score` asks for; a hyphen means the greatest first.
  public func order(
    named list: SourceText, in schema: Schema, now: Timestamp
  ) throws(Diagnostic) -> [Query.Order] {
    var order: [Query.Order] = []
    for word in try names(in: list) {
      let isDescending = word.text.hasPrefix("-")
      let name = isDescending ? String(word.text.dropFirst()) : word.text
      let range = word.place.range
      let place = SourcePlace(
        list, isDescending ? range.lowerBound + 1..<range.upperBound : range)
      if let term = try calculated(WordSyntax(name, at: place), in: schema, now: now) {
        order.append(Query.Order(term, named: name, isDescending: isDescending))
        continue
      }
      order.append(
        Query.Order(column: try sortColumn(name, at: place), isDescending: isDescending))
    }
    return order
  }

  private func sortColumn(_ name: String, at place: SourcePlace) throws(Diagnostic) -> String {
    if name == keyColumn { return keyColumn }
    if let attribute = attribute(named: name) { return attribute.column }
    if let relationship = relationship(named: name) {
      guard case .column = relationship.storage else {
        throw Diagnostic(
          "'\(name)' is kept on the side of \(relationship.target) and has no order here",
          at: place)
      }
      return relationship.name
    }
    throw unknownName(name, at: place)
  }

  /// The names between the commas of a list.
  private func names(in list: SourceText) throws(Diagnostic) -> [WordSyntax] {
    var words: [WordSyntax] = []
    var start = 0
    for (index, byte) in (list.utf8 + [UInt8(ascii: ",")]).enumerated()
    where byte == UInt8(ascii: ",") {
      let range = list.trimmed(start..<index)
      let place = SourcePlace(list, range)
      guard !range.isEmpty else { throw Diagnostic("expected a name, found nothing", at: place) }
      words.append(WordSyntax(list.text(range), at: place))
      start = index + 1
    }
    return words
  }
}
