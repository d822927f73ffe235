import PlainText
import QueryPlanning

extension PagePlan {
  /// The step of `--explain`: `reads 69,360 pages of Sample on 2 threads: status, score`
  func words() throws -> String {
    var what = ""
    if !columns.isEmpty { what = ": \(columns.map { "\($0)" }.joined(separator: ", "))" }
    if readsIndex { return "reads the pages of an index of \(table)\(what)" }
    let (pages, threads) = try extent()
    return
      "reads \(counted(pages, "page")) of \(table) on \(counted(threads, "thread"))\(what)"
  }
}
