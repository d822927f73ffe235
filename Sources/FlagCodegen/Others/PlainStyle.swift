import FlagModel

/// The style of a language in which a model is flags, enums and plain records.
protocol PlainStyle: CodeStyleWriter {
  /// True if a record inherits the members of its parent.
  static var inherits: Bool { get }
  var model: CodeModel { get }
  var entities: [Entity] { get }

  func flags(_ set: FlagSet) -> CodeUnit
  func enumeration(_ enumeration: Enumeration) -> CodeUnit
  func record(
    _ type: Name, _ members: [PlainMember], base: Identifier?, summary: String?
  ) -> CodeUnit
}

extension PlainStyle {
  static var inherits: Bool { false }
  var entities: [Entity] { model.ownEntities }

  func units() -> [CodeUnit] { model.plainTypes.compactMap(unit(of:)) + entities.map(unit(of:)) }

  private func unit(of type: NamedType) -> CodeUnit? {
    switch type {
    case .flagSet(let set): flags(set)
    case .enumeration(let enumeration): self.enumeration(enumeration)
    case .structure(let structure):
      record(
        structure.name, model.members(structure.properties), base: nil, summary: structure.summary)
    case .payloads, .alias: nil
    }
  }

  private func unit(of entity: Entity) -> CodeUnit {
    let members = model.members(of: entity, inherits: Self.inherits)
    let base = Self.inherits ? entity.parent.map { model.name(of: $0) } : nil
    var unit = record(entity.name, members, base: base, summary: entity.summary)
    if let base { unit.uses.insert(base) }
    return unit
  }
}
