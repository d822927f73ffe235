import CommandTable
import FlagFormats
import FlagModel

/// An argument of `--flags` for a record file: `permissions=perm.csv`.
struct ColumnFlags: CommandWord {
  let typed: Name
  private let set: String

  init(word: String) throws(UnreadableWord) {
    guard let equals = word.firstIndex(of: "="), equals != word.startIndex,
      word.index(after: equals) != word.endIndex
    else {
      throw UnreadableWord(
        expected: "COLUMN=SET",
        hint: "as in flags=perm.csv or flags=read,write; --has FLAGS selects records")
    }
    typed = Name(word[..<equals])
    set = String(word[word.index(after: equals)...])
  }

  /// The column, before which the entity may stand as for `adopt`.
  func column(of entity: Name) -> Name { typed.dropping(entity) ?? typed }

  /// The flags as the type of the column.
  func wanted(for entity: Name, in schema: Schema, _ session: Session) throws -> WantedType {
    let column = column(of: entity)
    let attribute = Attribute(name: column, declaredType: "Int64", type: .integer(.int64))
    let withColumn = Schema(
      types: schema.types,
      entities: [Entity(name: entity, properties: [.attribute(attribute)])])
    let word = try ColumnWord("\(entity).\(column)=\(set)", in: withColumn)
    let type = TypeWord(word, word.value, in: withColumn, DefinitionOptions(), session)
    let set = try type.flagSet()
    guard schema.types.contains(.flagSet(set)) else { return .flags(set) }
    return .attribute(Attribute(name: column, declaredType: set.name, type: .flags(set)))
  }
}

/// An argument of `--split`: `tags=comma`, `'tags=;'`.
struct ColumnSplit: CommandWord {
  let column: Name
  let separators: ListSeparators

  /// The words for signs that a shell needs quoted.
  static let words = [("blank", " \t"), ("comma", ","), ("semicolon", ";"), ("pipe", "|")]

  init(word: String) throws(UnreadableWord) {
    guard let equals = word.lastIndex(of: "="), equals != word.startIndex,
      let signs = Self.signs(word[word.index(after: equals)...])
    else {
      throw UnreadableWord(
        expected: "COLUMN=SIGNS", hint: "as in tags=comma, tags=blank or 'tags=;'")
    }
    column = Name(word[..<equals])
    separators = ListSeparators(signs)
  }

  /// The signs for a word; nil if they could be part of a name.
  private static func signs(_ text: Substring) -> String? {
    if let match = words.first(where: { $0.0 == text }) { return match.1 }
    let areSigns = text.utf8.allSatisfy { byte in
      byte < 0x80 && byte >= 0x20 && !(0x30...0x39).contains(byte)
        && !(0x61...0x7A).contains(byte | 0x20) && byte != UInt8(ascii: "_")
    }
    if areSigns && !text.isEmpty { return String(text) }
    return nil
  }
}

extension ImportOptions {
  /// The separators of lists by column.
  var separators: [Name: ListSeparators] {
    Dictionary(splits.map { ($0.column, $0.separators) }) { _, last in last }
  }
}
