package import FlagModel
package import SQLText

/// A request to partition or distribute the records of an entity: `Reading=month(taken)`,
/// `Reading=sample`.
package struct SpreadRequest: Hashable, Sendable {
  package let entity: Name
  /// An attribute, a to-one relationship or the key.
  package let property: Name
  /// The calendar unit of a partition; nil for a distribution to worker nodes.
  package let unit: CalendarUnit?

  package init(entity: Name, property: Name, unit: CalendarUnit?) {
    self.entity = entity
    self.property = property
    self.unit = unit
  }

  /// Parses `Reading=month(taken)`; nil for any other text.
  package init?(partition word: String) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].hasSuffix(")"), let open = parts[1].firstIndex(of: "("),
      let unit = CalendarUnit(rawValue: String(parts[1][..<open]))
    else { return nil }
    let property = parts[1][parts[1].index(after: open)...].dropLast()
    guard !parts[0].isEmpty, !property.isEmpty else { return nil }
    self.init(entity: Name(parts[0]), property: Name(property), unit: unit)
  }

  /// Parses `Reading=sample`; nil for any other text.
  package init?(machines word: String) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty, !parts[1].contains("(") else {
      return nil
    }
    self.init(entity: Name(parts[0]), property: Name(parts[1]), unit: nil)
  }
}

extension Schema {
  /// The partitioning or distribution of each table that the requests name.
  package func spreads(_ requests: [SpreadRequest]) throws -> [Name: TableSpread] {
    var spreads: [Name: TableSpread] = [:]
    for request in requests {
      let name = try entity(typed: request.entity).name
      guard let entity = tables.entity(named: name) else {
        let root = entity(named: name).map { self.root(of: $0).name } ?? name
        throw ValueError(
          "the records of '\(name)' are in the table of '\(root)'", hint: "write '\(root)' instead")
      }
      let spread = try entity.spread(request)
      guard spreads.updateValue(spread, forKey: entity.name) == nil else {
        throw ValueError("'\(name)' is named twice")
      }
    }
    return spreads
  }
}

extension Entity {
  fileprivate func spread(_ request: SpreadRequest) throws(ValueError) -> TableSpread {
    let property = columnProperties.first { $0.name == request.property }
    guard let unit = request.unit else {
      if let column = property?.column { return .machines(by: column) }
      if request.property == keyColumn { return .machines(by: keyColumn) }
      throw unknown(request.property, of: [keyColumn] + columnProperties.map(\.name))
    }
    guard case .attribute(let attribute)? = property else {
      throw unknown(request.property, of: attributes.filter { $0.type == .date }.map(\.name))
    }
    guard attribute.type == .date else {
      throw ValueError("'\(name).\(attribute.name)' is not a Date, and has no \(unit.rawValue)")
    }
    return .partitions(by: attribute.column, unit)
  }

  private func unknown(_ property: Name, of names: [Name]) -> ValueError {
    ValueError(
      "the records of '\(name)' cannot be partitioned or distributed by '\(property)'",
      hint: .name(for: property, in: names, orAll: "there is"))
  }
}

extension Entity {
  /// The property of a column: the key, an attribute or a relationship.
  package func name(ofColumn column: Name) -> Name {
    columnProperties.first { $0.column == column }?.name ?? column
  }

  /// The request in the user's notation: `month(taken)`; nil if no column matches.
  package func words(for spread: TableSpread) -> String? {
    switch spread {
    case .partitions(let column, let unit): "\(unit.rawValue)(\(name(ofColumn: column)))"
    case .machines(let column): "\(name(ofColumn: column))"
    case .everyMachine: nil
    }
  }
}
