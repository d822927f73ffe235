import FlagModel

/// The kinds of a table's records in the old model and in the new one.
struct KindMapping {
  private let mapping: CaseMapping?
  private let enumeration: Enumeration?

  init(from before: Entity, to after: Entity, _ diff: SchemaDiff) {
    enumeration = after.kinds
    mapping = before.kinds.flatMap { one in after.kinds.map { diff.mapping(one, $0) } }
  }

  /// The new values of old kinds.
  func new(of kinds: [Value]) -> [Value] {
    kinds.map { kind in mapping?.moves.first { $0.from == kind }?.to ?? kind }
  }

  /// The old values of new kinds.
  func old(of kinds: [Value]) -> [Value] {
    kinds.map { kind in mapping?.moves.first { $0.to == kind }?.from ?? kind }
  }

  /// Those of some new kinds that there were before; all that there were, where a property belongs to
  /// all.
  func kept(_ kinds: [Value]?) -> Set<Value> {
    let old = Set(new(of: (mapping?.old.cases ?? []).map(\.rawValue)))
    let stays = old.intersection((enumeration?.cases ?? []).map(\.rawValue))
    return kinds.map { stays.intersection($0) } ?? stays
  }

  func names(of kinds: [Value]) -> [Name] {
    kinds.compactMap { enumeration?.caseName(of: $0) }
  }
}

extension Entity {
  /// The kinds of its records, if it stands for a table with several.
  fileprivate var kinds: Enumeration? {
    guard let kindColumn,
      case .enumeration(let kinds) = attributes.first(where: {
        $0.column == kindColumn
      })?.type
    else { return nil }
    return kinds
  }
}
