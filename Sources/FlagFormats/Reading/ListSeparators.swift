import FlagModel

/// The characters between the names in a list of flags.
package struct ListSeparators: Hashable, Sendable {
  private let characters: String

  /// Those that every list may have.
  static let usual = ListSeparators("|,")

  package init(_ characters: String) { self.characters = characters }

  /// The items of a list without the blanks around them.
  func items(of text: some StringProtocol) -> [String] {
    text.split { characters.contains($0) }.map { String($0.trimmed) }.filter { !$0.isEmpty }
  }

  /// The list as models read it: `HRM|PLX`.
  func list(_ text: String) -> String { items(of: text).joined(separator: "|") }
}

extension RecordDecoder {
  /// The separators by the name of the attribute, whatever name the options give its column.
  static func separators(
    _ given: [Name: ListSeparators], _ names: ColumnNames
  ) throws(ValueError) -> [Name: ListSeparators] {
    var separators: [Name: ListSeparators] = [:]
    for (column, list) in given.sorted(by: { $0.key < $1.key }) {
      guard let attribute = names.attribute(of: column) else {
        throw ValueError(
          "--split: '\(column)' is not an attribute of \(names.entity.name)",
          hint: .name(
            for: column, in: names.entity.attributes.map(\.name),
            orAll: "\(names.entity.name) has"))
      }
      guard case .flags = attribute.type else {
        throw ValueError(
          "--split: '\(attribute.name)' is \(attribute.declaredType), and only flags are split",
          hint: "--type \(attribute.name):OptionSet reads its names as flags")
      }
      separators[attribute.name] = list
    }
    return separators
  }
}
