import FlagModel
import SQLText

/// An entity whose records each give one word to a record of another entity, without a unique name:
/// `message_label(message, label)`. The words can become the flags of a mask, and flags such records.
struct WordTable {
  let entity: Entity
  /// The column with the other record's key.
  let key: Name
  /// A text with the name of a flag, or an integer with its number.
  let word: Attribute

  /// Nil if the records of a relationship are no such words.
  init?(of relationship: Relationship, in schema: Schema) {
    guard relationship.isToMany, case .inverse(let key) = relationship.storage, !key.isUnique,
      let entity = schema.entity(named: relationship.target), entity.label == nil
    else { return nil }
    let attributes = entity.attributes.filter { $0.column != entity.keyColumn }
    let texts = attributes.filter { $0.type == .string }
    let numbers = attributes.filter { $0.type.isInteger }
    let words = texts.isEmpty ? numbers : texts
    guard words.count == 1 else { return nil }
    self.entity = entity
    self.key = key.column
    word = words[0]
  }

  /// True if a record has nothing but its word and the other record.
  var hasOnlyWords: Bool { entity.properties.count == 2 }

  /// The word for a flag, as a text.
  func text(for flag: Flag, of set: FlagSet) -> String {
    word.type == .string ? flag.name.text : String(set.stored(flag.mask))
  }

  /// The word for a flag, as a value of the column.
  func value(for flag: Flag, of set: FlagSet) -> SQLText {
    if word.type == .string { return "\(.text(flag.name.text), of: .string)" }
    return "\(literal: set.stored(flag.mask))"
  }

  /// The condition for a record that adds nothing to the mask of another record, or has none.
  var isLost: SQLText {
    let table: SQLText = "\(name: entity.name)"
    let (id, key, word): (SQLText, SQLText, SQLText) = (
      "\(name: entity.keyColumn)", "\(name: self.key)", "\(name: self.word.column)"
    )
    return """
      \(table).\(key) IS NULL OR EXISTS (SELECT 1 FROM \(table) AS flagdb_other \
      WHERE flagdb_other.\(key) = \(table).\(key) AND flagdb_other.\(word) = \(table).\(word) \
      AND flagdb_other.\(id) < \(table).\(id))
      """
  }
}

extension SchemaDiff {
  /// The table of a removed entity whose words become flags. Nil if its records have other values too.
  func wordsThatBecomeFlags(of removed: Entity) -> WordTable? {
    for (before, after) in pairs {
      let pairing = properties(before, after)
      for relationship in before.relationships where relationship.target == removed.name {
        let now = pairing.new(of: relationship.name).flatMap(after.attribute(named:))
        guard now?.type.isFlags == true, let words = WordTable(of: relationship, in: old),
          words.hasOnlyWords
        else { continue }
        return words
      }
    }
    return nil
  }

  /// The entities of both models.
  private var pairs: [(before: Entity, after: Entity)] {
    entities.pairs.compactMap { oldName, newName in
      guard let before = old.entity(named: oldName), let after = new.entity(named: newName) else {
        return nil
      }
      return (before, after)
    }
  }
}
