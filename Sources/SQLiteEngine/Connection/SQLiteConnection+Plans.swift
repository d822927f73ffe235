import Engines
import FlagModel
import SQLText

/// `EXPLAIN QUERY PLAN`, whose text only this file reads.
extension SQLiteConnection {
  func usesIndex(_ step: String) -> Bool {
    step.utf8.split(separator: UInt8(ascii: " ")).contains { $0.elementsEqual("USING".utf8) }
  }

  func plan(of sql: SQLText) throws(EngineError) -> [String] {
    let statement = try prepare("EXPLAIN QUERY PLAN \(sql)" as SQLText)
    var depths: [Int64: Int] = [:]
    var lines: [String] = []
    while try statement.step() {
      guard case .integer(let id) = statement.value(at: 0),
        case .integer(let parent) = statement.value(at: 1),
        case .text(let detail) = statement.value(at: 3)
      else { continue }
      let depth = depths[parent].map { $0 + 1 } ?? 0
      depths[id] = depth
      lines.append(String(repeating: "  ", count: depth) + detail)
    }
    return lines
  }

  func fullScan(of table: Name, in query: SQLText) throws(EngineError) -> FullScan? {
    let steps = try plan(of: query).map { $0.drop { $0 == " " } }
    let scan = "SCAN \(table)"
    guard let step = steps.first(where: { $0 == scan || $0.hasPrefix(scan + " USING ") }) else {
      return nil
    }
    return FullScan(
      index: Self.coveringIndex(in: step), walkedIndex: Self.walkedIndex(in: step, after: scan),
      isOfTable: step == scan,
      isAlone: !steps.contains { $0.hasPrefix("SEARCH \(table) ") },
      isInOrder: !steps.contains { $0.hasPrefix("USE TEMP B-TREE FOR ") })
  }

  func coveringIndex(of lookup: SQLText) throws(EngineError) -> Name? {
    guard let step = try plan(of: lookup).first, step.hasPrefix("SEARCH ") else { return nil }
    return Self.coveringIndex(in: step[...])
  }

  /// `SCAN Sample USING INDEX Sample.markers`
  private static func walkedIndex(in step: Substring, after scan: String) -> Name? {
    let marks = [" USING INDEX ", " USING COVERING INDEX "].map { scan + $0 }
    guard let mark = marks.first(where: { step.hasPrefix($0) }) else { return nil }
    return Name(String(step.dropFirst(mark.count)))
  }

  /// `SEARCH Sample USING COVERING INDEX Sample.markers (markers>?)`
  private static func coveringIndex(in step: Substring) -> Name? {
    let mark = Array(" USING COVERING INDEX ".utf8)
    let bytes = Array(step.utf8)
    guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: mark) }) else {
      return nil
    }
    let name = step.utf8.dropFirst(start + mark.count)
    return Name(Substring(name.prefix { $0 != UInt8(ascii: "(") }).prefix { $0 != " " })
  }
}
