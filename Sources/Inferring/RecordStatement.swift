import FlagModel

/// A statement about a record, and the records for which it is true.
struct RecordStatement {
  /// The statement in the language of predicates.
  let text: String
  let negation: String
  /// The words from which flags get names: for the statement, and for its opposite.
  let words: String
  let wordsOfNegation: String
  /// The bit of the same column that it is about; nil for other columns.
  let bitOfTarget: Int?
  /// The number of the relationship to the record that it is about; nil for the record itself.
  let relation: Int?
  let records: RecordSet

  /// A name in the form `fusionMonster`; nil if the words have no letters.
  func flagName(isNegated: Bool) -> Name? {
    let text = isNegated ? wordsOfNegation : words
    var words: [String] = []
    for word in text.split(separator: " ") {
      if let number = nameOfNumber(word) {
        words.append(number)
      } else {
        let parts = word.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        words += parts.map(String.init)
      }
    }
    guard let first = words.first.map(asFirstWord) else { return nil }
    let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
    let name = first + rest.joined()
    return Name(name.first?.isNumber == true ? "is\(name)" : name)
  }
}

/// The first word of a name: `file` for `File`, `isGuest` for itself, and `url` for `URL`.
private func asFirstWord(_ word: String) -> String {
  guard word.contains(where: \.isLowercase) else { return word.lowercased() }
  return word.prefix(1).lowercased() + word.dropFirst()
}

/// A number as a part of a name: `6` for `6.0`, `6_5` for `6.5`, `minus6` for `-6`. Nil for another word.
private func nameOfNumber(_ word: Substring) -> String? {
  let isNumber =
    Double(word) != nil && word.last?.isNumber == true
    && word.utf8.allSatisfy { "0123456789.-+e".utf8.contains($0) }
  guard isNumber else { return nil }
  let isNegative = word.hasPrefix("-")
  var digits = isNegative ? word.dropFirst() : word
  if digits.hasSuffix(".0") { digits = digits.dropLast(2) }
  let name = digits.replacing(".", with: "_").replacing("-", with: "Minus").replacing("+", with: "")
  return (isNegative ? "minus" : "") + name
}

/// A column whose values may explain a bit.
struct EvidenceColumn {
  /// The column in the language of predicates, such as `owner.name`.
  let path: String
  /// The last part of the path, for names.
  let name: String
  /// Nil for a key.
  let type: AttributeType?
  let values: [Value]
  /// True for a reference, which is present or not.
  var isReference = false
  /// The number of the relationship through which the values come.
  var relation: Int?
  /// True for the column with the bits themselves.
  var isTarget = false

  /// True for the columns that tell one record from another.
  var isOwn: Bool { !isTarget && (relation == nil || isReference) }
}
