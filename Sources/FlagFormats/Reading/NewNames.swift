package import FlagModel
package import JSON

/// Flags and cases in records that their model lacks, in the order of their arrival.
package struct NewNames {
  /// The names that a flag set or an enum of texts lacks.
  package struct Addition {
    package let type: Name
    package fileprivate(set) var names: [String]
  }

  package private(set) var additions: [Addition] = []
  /// The bits that records contain as numbers, for each flag set.
  package private(set) var usedBits: [Name: UInt64] = [:]
  /// The texts that were already processed.
  private var seen: Set<KnownText> = []
  private static let mostKnown = 1 << 12

  private struct KnownText: Hashable {
    let type: Name
    let text: String
  }

  package init() {}

  /// True if new names may be added to an attribute. The numbers of new cases are a decision of the
  /// user, and a set of cases is an enum too.
  package static func mayGrow(_ attribute: Attribute) -> Bool {
    switch attribute.type {
    case .flags(let set): set.enumeration == nil
    case .enumeration(let enumeration): enumeration.rawType.isText
    default: false
    }
  }

  /// Processes a typed value.
  package mutating func look(at text: String, of attribute: Attribute) {
    guard Self.mayGrow(attribute) else { return }
    guard seen.insert(KnownText(type: attribute.declaredType, text: text)).inserted else { return }
    if seen.count > Self.mostKnown { seen.removeAll(keepingCapacity: true) }
    switch attribute.type {
    case .flags(let set):
      let items = FlagSet.items(of: text)
      add(items.filter(set.isUnknown), to: set.name)
      note(items, of: set)
    case .enumeration(let enumeration):
      let name = String(text.trimmed)
      let isKnown = name.isEmpty || (try? attribute.type.value(from: name)) != nil
      if !isKnown { add([name], to: enumeration.name) }
    default: break
    }
  }

  /// Processes a JSON text, or a JSON array of names.
  package mutating func look(at json: JSONValue, of attribute: Attribute) {
    switch (json, attribute.type) {
    case (.string(let text), _): look(at: text, of: attribute)
    case (.array(let items), .flags(let set)):
      let texts = items.compactMap { if case .string(let text) = $0 { text } else { nil } }
      add(texts.filter(set.isUnknown), to: set.name)
      note(texts, of: set)
    default: break
    }
  }

  /// Notes bits that are written as numbers, such as `0x40`, so that no new flag gets one of them.
  private mutating func note(_ items: [String], of set: FlagSet) {
    for item in items { usedBits[set.name, default: 0] |= set.bits(withoutName: item) ?? 0 }
  }

  private mutating func add(_ names: [String], to type: Name) {
    for name in names where canNameFlag(name) {
      guard let index = additions.firstIndex(where: { $0.type == type }) else {
        additions.append(Addition(type: type, names: [name]))
        continue
      }
      if !additions[index].names.contains(name) { additions[index].names.append(name) }
    }
  }
}

extension RecordDecoder {
  /// Searches the current record for names that the model lacks.
  package mutating func look(at reader: RecordReader, for names: inout NewNames) {
    while reader.isJSON, columns.count < reader.columns.count { addColumn(reader) }
    for (column, use) in columns.enumerated() {
      guard case .field(let index) = use, case .attribute(let attribute) = fields[index],
        NewNames.mayGrow(attribute), column < reader.fields.count
      else { continue }
      let field = reader.fields.fields[column]
      switch field.kind {
      case .bare where isNull(reader.bytes(of: field)): break
      case .bare, .quoted, .doubled, .escaped, .string, .escapedString:
        let text = reader.text(of: column)
        names.look(at: separators[attribute.name]?.list(text) ?? text, of: attribute)
      case .array:
        if let json = try? JSONValue(reading: reader.bytes(of: field)) {
          names.look(at: json, of: attribute)
        }
      case .missing, .null, .number, .yes, .no, .object: break
      }
    }
  }
}
