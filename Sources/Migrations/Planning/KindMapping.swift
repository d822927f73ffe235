import FlagModel
import SQLText

/// Maps the kinds of a table's records between the old and the new model.
struct KindMapping {
  private let before: Entity
  private let mapping: CaseMapping?
  private let enumeration: Enumeration?
  /// The new kind of the records whose kind is removed, and of all records of a table without
  /// kinds.
  private let otherKind: Value?

  init(from before: Entity, to after: Entity, _ diff: SchemaDiff) {
    self.before = before
    enumeration = after.kinds
    mapping = before.kinds.flatMap { oldKinds in after.kinds.map { diff.mapping(oldKinds, $0) } }
    otherKind = after.kindAttribute.flatMap { diff.filledKind($0, of: after) }
  }

  /// The new values for old kinds.
  func new(of kinds: [Value]) -> [Value] {
    kinds.map { kind in mapping?.moves.first { $0.from == kind }?.to ?? kind }
  }

  /// The old kinds. A table without kinds has one, NULL.
  var old: [Value] { mapping?.old.cases.map(\.rawValue) ?? [.null] }

  /// The old kinds of the records that will have these kinds.
  func old(of kinds: [Value]) -> [Value] {
    old.filter { kind in
      let isRemoved = mapping?.removed.contains { $0.rawValue == kind } ?? true
      let new = isRemoved ? otherKind : new(of: [kind])[0]
      return new.map(kinds.contains) ?? false
    }
  }

  /// The condition in the old table for some old kinds, or for all others.
  func isOld(_ kinds: [Value], isNegated: Bool = false) -> SQLText {
    guard let column = before.kindColumn, !kinds.isEmpty else {
      return kinds.isEmpty == isNegated ? "TRUE" : "FALSE"
    }
    if isNegated { return "\(name: column) NOT IN \(list: kinds)" }
    return "\(name: column) IN \(list: kinds)"
  }

  /// The condition in the old table for the records that will have these kinds, or for all others.
  func will(have kinds: [Value], isNegated: Bool = false) -> SQLText {
    isOld(old(of: kinds), isNegated: isNegated)
  }

  /// True if the records whose kind is removed get one of these kinds.
  func takeOthers(_ kinds: [Value]) -> Bool { otherKind.map(kinds.contains) ?? false }

  /// The kinds that existed before; all of them if the property belongs to every kind.
  func kept(_ kinds: [Value]?) -> Set<Value> {
    let old = Set(new(of: (mapping?.old.cases ?? []).map(\.rawValue)))
    let stays = old.intersection((enumeration?.cases ?? []).map(\.rawValue))
    return kinds.map { stays.intersection($0) } ?? stays
  }

  func names(of kinds: [Value]) -> [Name] { kinds.compactMap { enumeration?.caseName(of: $0) } }
}

extension SchemaDiff {
  /// The kind that `--fill` gives to records without a kind, or the default one.
  fileprivate func filledKind(_ kind: Attribute, of after: Entity) -> Value? {
    let path: Name = "\(after.name).\(kind.name)"
    let fill = decisions.fills.last { $0.attribute == path || $0.attribute == kind.name }
    if let fill { return try? kind.value(from: fill.text, now: .earliest) }
    return if case .value(let value)? = kind.defaultValue { value } else { nil }
  }
}

extension Entity {
  /// The kinds of its records, if the table has several.
  fileprivate var kinds: Enumeration? {
    guard case .enumeration(let kinds)? = kindAttribute?.type else { return nil }
    return kinds
  }
}
