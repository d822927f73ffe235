import FlagModel

/// Maps the kinds of a table's records between the old and the new model.
struct KindMapping {
  private let mapping: CaseMapping?
  private let enumeration: Enumeration?

  init(from before: Entity, to after: Entity, _ diff: SchemaDiff) {
    enumeration = after.kinds
    mapping = before.kinds.flatMap { oldKinds in after.kinds.map { diff.mapping(oldKinds, $0) } }
  }

  /// The new values for old kinds.
  func new(of kinds: [Value]) -> [Value] {
    kinds.map { kind in mapping?.moves.first { $0.from == kind }?.to ?? kind }
  }

  /// The old values for new kinds.
  func old(of kinds: [Value]) -> [Value] {
    kinds.map { kind in mapping?.moves.first { $0.to == kind }?.from ?? kind }
  }

  /// The kinds that existed before; all of them if the property belongs to every kind.
  func kept(_ kinds: [Value]?) -> Set<Value> {
    let old = Set(new(of: (mapping?.old.cases ?? []).map(\.rawValue)))
    let stays = old.intersection((enumeration?.cases ?? []).map(\.rawValue))
    return kinds.map { stays.intersection($0) } ?? stays
  }

  func names(of kinds: [Value]) -> [Name] { kinds.compactMap { enumeration?.caseName(of: $0) } }
}

extension Entity {
  /// The kinds of its records, if the table has several.
  fileprivate var kinds: Enumeration? {
    guard let kindColumn,
      case .enumeration(let kinds) = attributes.first(where: {
        $0.column == kindColumn
      })?.type
    else { return nil }
    return kinds
  }
}
