import FlagModel
import Queries
import QueryPlanning
import SQLText

extension FlagPlan {
  /// The lines of `--explain`: the results of the search for flags, the method with its reason, and
  /// the statement.
  func lines(for query: Query, in dialect: any Dialect) -> [String] {
    switch method {
    case .scan(let reason):
      return ["\(attribute.name): table scan, because \(words(reason))"]
    case .pages: return ["\(attribute.name): \(countedByPages)"]
    case .index, .candidates:
      var matches = matchWords
      if method == .candidates {
        matches =
          "\(counted(combinations, "combination")) can match; "
          + "each worker node can look them up in its index"
      }
      var quickest = query
      quickest.predicate = predicate
      let sql = quickest.sql.written(in: dialect.forPeople).text
      return ["\(attribute.name): \(matches)", "run as: \(Self.abridged(sql))"]
    }
  }

  /// `3 combinations match; 20 records have such flags, counted from the pages of the index`
  private var countedByPages: String {
    let records = records ?? 0
    let match = agreeing(combinations, "matches", "match")
    return """
      \(counted(combinations, "combination")) \(match); \(counted(records, "record")) \
      \(have(records)) such flags, counted from the pages of the index
      """
  }

  /// `3 combinations match, found in 7 seeks of the index; 20 records have such flags`
  private var matchWords: String {
    let seeks = "\(counted(seeks, "seek")) of the index"
    if isPartial { return "a combination that matches was found in \(seeks)" }
    if combinations == 0 { return "no combination matches, as \(seeks) showed" }
    let match =
      "\(counted(combinations, "combination")) \(agreeing(combinations, "matches", "match"))"
    let records = records.map { "; \(counted($0, "record")) \(have($0)) such flags" }
    return "\(match), found in \(seeks)" + (records ?? "")
  }

  /// Shortens long parameter lists in a statement: `(?, ?, … ?)`.
  private static func abridged(_ sql: String) -> String {
    var bytes: [UInt8] = []
    var marks = 0
    let mark = Array("?, ".utf8)
    var rest = Array(sql.utf8)[...]
    while let byte = rest.first {
      guard rest.starts(with: mark) else {
        if marks > 2 { bytes += "… ".utf8 }
        marks = 0
        bytes.append(byte)
        rest.removeFirst()
        continue
      }
      marks += 1
      if marks <= 2 { bytes += mark }
      rest.removeFirst(mark.count)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func words(_ reason: Reason) -> String {
    switch reason {
    case .fewRecords: "the table is small"
    case .machines: "the records are on several worker nodes, and too many combinations can match"
    case .noIndex: "no index begins with it"
    case .notStrict: "the table is not STRICT"
    case .nulls: "some records have no value and match"
    case .tooManyCombinations: "\(seeks) seeks of the index did not find all combinations"
    case .tooManyRecords: "at least \(records ?? 0) records match"
    }
  }
}
