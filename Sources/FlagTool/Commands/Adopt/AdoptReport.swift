import Adopting
import FlagModel

/// The output of `adopt`: the path of the sidecar, and the named columns.
struct AdoptReport {
  private let schema: Schema
  private let model: AdoptedModel
  /// The model before the options of the command.
  private let before: Schema
  private let place: String

  init(_ schema: Schema, _ model: AdoptedModel, before: Schema, at place: String) {
    self.schema = schema
    self.model = model
    self.before = before
    self.place = place
  }

  var text: String {
    var named: [String] = []
    for entity in schema.entities {
      let inherited = entity.parent.flatMap(schema.entity(named:))?.attributes.count ?? 0
      for attribute in entity.attributes.dropFirst(inherited) {
        if let words = words(attribute, of: entity) { named.append(words) }
      }
    }
    let count = schema.entities.count
    let entities = counted(count, "entity", plural: "entities")
    var text = "\(place): \(entities), \(counted(named.count, "named column"))\n"
    for name in model.gained { text += "new: \(name)\n" }
    for name in model.lost { text += "gone: \(name)\n" }
    for line in lostNames { text += "\(line)\n" }
    for line in named { text += "\(line)\n" }
    return text
  }

  /// `gone: item.flags: old, rare`, for names that an option did not give again.
  private var lostNames: [String] {
    var lines: [String] = []
    for entity in before.entities {
      for attribute in entity.attributes {
        let now = schema.entity(named: entity.name)?.attribute(named: attribute.name)
        let kept = Set(now.map(Self.names(of:)) ?? [])
        let lost = Self.names(of: attribute).filter { !kept.contains($0) }
        guard now != nil, !lost.isEmpty else { continue }
        lines.append("gone: \(entity.name).\(attribute.name): \(PlainText.listed(lost))")
      }
    }
    return lines
  }

  /// The names in the values of a column: flags, fields and cases.
  private static func names(of attribute: Attribute) -> [Name] {
    switch attribute.type {
    case .flags(let set): set.names + set.fields.map(\.name)
    case .enumeration(let enumeration): enumeration.cases.map(\.name)
    default: []
    }
  }

  /// `item.flags: Marks (old, rare)`; nil for a column without a named type.
  private func words(_ attribute: Attribute, of entity: Entity) -> String? {
    guard let meaning = Self.meaning(of: attribute) else { return nil }
    return "\(entity.name).\(attribute.name): \(meaning)"
  }

  /// `Marks (old, rare)`; nil for a column without a named type.
  static func meaning(of attribute: Attribute) -> String? {
    if attribute.isByTable { return nil }
    switch attribute.type {
    case .flags(let set):
      let fields = set.fields.map { field in
        "\(field.name) in bits \(field.bits.lowerBound)...\(field.bits.upperBound)"
      }
      let names = set.names.map(\.text) + fields
      if names.isEmpty { return "\(set.name) (no flags yet)" }
      return "\(set.name) (\(PlainText.listed(names)))"
    case .enumeration(let enumeration):
      return "\(enumeration.name) (\(listed(enumeration.cases.map(\.name))))"
    case .date: return "a date, \(DateForm(attribute.stored).adopted)"
    case .bool: return "true or false"
    case .url: return "a URL"
    default: return nil
    }
  }
}

extension Attribute {
  /// True if the table itself declares the type, as on a server.
  fileprivate var isByTable: Bool {
    switch (type, stored) {
    case (.date, .own), (.date, .native), (.bool, .own): true
    case (.enumeration(let enumeration), .native(let native)):
      !enumeration.rawType.isNumber && !["bpchar", "citext"].contains(native.name)
    default: false
    }
  }
}
