import FlagModel
import Queries

/// Checks that optional structs of new records are complete. When CHECKs are disabled, nobody else
/// checks this, because the values were checked one by one.
struct ImportGroups {
  /// The source of one part's value.
  private enum Source {
    case cell(Int)
    /// The same value in all records, or NULL if no field sets it.
    case fixed(isNull: Bool)

    func isNull(in cells: ArraySlice<StoredRow.Cell>) -> Bool {
      switch self {
      case .cell(let field): cells[cells.startIndex + field] == .null
      case .fixed(let isNull): isNull
      }
    }
  }

  private struct Watched {
    let rule: GroupRule
    /// The sources in the order of the rule's attributes: required ones first.
    let sources: [Source]
  }

  /// The structs that the records set in part or completely.
  private let watched: [Watched]

  var isEmpty: Bool { watched.isEmpty }

  init(_ layout: ImportLayout) {
    var sources: [[UInt8]: Source] = [:]
    for (index, field) in layout.fields.enumerated() {
      guard case .attribute(let attribute) = field else { continue }
      sources[Array(attribute.column.utf8)] = .cell(index)
    }
    for assignment in layout.fixed {
      sources[Array(assignment.column.utf8)] = .fixed(isNull: assignment.change == .set(.null))
    }
    var watched: [Watched] = []
    for rule in layout.entity.groupRules {
      let ruleSources = rule.attributes.map { sources[Array($0.column.utf8)] }
      guard ruleSources.contains(where: { $0 != nil }) else { continue }
      watched.append(Watched(rule: rule, sources: ruleSources.map { $0 ?? .fixed(isNull: true) }))
    }
    self.watched = watched
  }

  /// The incomplete struct of a new record, with the responsible field if there is only one; nil if
  /// all structs are complete.
  func half(_ cells: ArraySlice<StoredRow.Cell>) -> (half: HalfGroup, field: Int?)? {
    for group in watched {
      // Every record passes here, so names are looked up only after a failure.
      let required = group.rule.required.count
      let missing = group.sources[..<required].count { $0.isNull(in: cells) }
      if missing == 0 { continue }
      if missing == required, group.sources[required...].allSatisfy({ $0.isNull(in: cells) }) {
        continue
      }
      var nulls: [[UInt8]: Source] = [:]
      for (part, source) in zip(group.rule.attributes, group.sources) where source.isNull(in: cells)
      {
        nulls[Array(part.column.utf8)] = source
      }
      guard
        let half = group.rule.violation(isNull: { nulls[Array($0.column.utf8)] != nil })
      else { continue }
      var field: Int?
      if half.missing.count == 1, case .cell(let index)? = nulls[Array(half.missing[0].column.utf8)]
      {
        field = index
      }
      return (half, field)
    }
    return nil
  }
}
