import FlagModel
import Migrations
import SQLText

extension MigrationPlan {
  /// The parts of a new model that distributed tables do not support.
  func spreadFaults(_ spreads: TableSpreads, in dialect: any Dialect) -> [Diagnostic] {
    if spreads.isEmpty || old == new { return [] }
    var later = spreads
    var faults: [Diagnostic] = []
    for entity in old.tables.entities {
      guard let spread = spreads.tables[entity.name] else { continue }
      later.tables[entity.name] = nil
      let name = renames.first { $0.old == entity.name }?.new ?? entity.name
      guard let now = new.tables.entity(named: name) else { continue }
      if spread.isOfMachines { faults += typeFaults(entity, now, in: dialect) }
      guard let column = spread.column else {
        later.tables[name] = spread
        continue
      }
      if let moved = columnNow(column, of: entity, now) {
        later.tables[name] = spread.by(moved)
      } else {
        let property = entity.name(ofColumn: column)
        faults.append(
          Diagnostic(
            "'\(entity.name).\(property)' selects the partition or worker node of a record, and cannot change",
            hint: "'flagdb copy' copies them into an empty schema with other partitions"))
      }
    }
    return faults + Migrations.spreadFaults(later, of: new, in: dialect)
  }

  /// No statement converts the values of a column on several worker nodes.
  private func typeFaults(
    _ before: Entity, _ after: Entity, in dialect: any Dialect
  ) -> [Diagnostic] {
    func type(_ attribute: Attribute) -> String {
      ("\(.columnType(attribute.type))" as SQLText).script(in: dialect)
    }
    return before.attributes.compactMap { attribute in
      let path = Name(path: [before.name, attribute.name])
      let name = renames.first { $0.old == path }?.new ?? attribute.name
      guard let other = after.attribute(named: name), type(attribute) != type(other) else {
        return nil
      }
      return Diagnostic(
        "'\(path)' cannot become \(other.declaredType): its values are on several worker nodes",
        hint: "add another attribute, or copy all into a file by 'flagdb copy' and migrate that")
    }
  }

  /// The name of a column in the new model; nil if it is dropped or gets another type.
  private func columnNow(_ column: Name, of old: Entity, _ new: Entity) -> Name? {
    if column == old.keyColumn { return new.keyColumn }
    let property = old.name(ofColumn: column)
    let path = Name(path: [old.name, property])
    let name = renames.first { $0.old == path }?.new ?? property
    guard let before = old.columnProperties.first(where: { $0.column == column }),
      let after = new.columnProperties.first(where: { $0.name == name })
    else { return nil }
    switch (before, after) {
    case (.attribute(let oldAttribute), .attribute(let newAttribute)):
      if oldAttribute.type == newAttribute.type { return newAttribute.column }
      return nil
    case (.relationship(let oldRelationship), .relationship(let newRelationship)):
      let target = renames.first { $0.old == oldRelationship.target }?.new ?? oldRelationship.target
      if target == newRelationship.target { return newRelationship.foreignKey?.column }
      return nil
    default: return nil
    }
  }
}

extension TableSpread {
  fileprivate func by(_ column: Name) -> TableSpread {
    switch self {
    case .partitions(_, let unit): .partitions(by: column, unit)
    case .machines: .machines(by: column)
    case .everyMachine: self
    }
  }
}
