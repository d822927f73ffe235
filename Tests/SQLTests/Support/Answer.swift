import FlagModel
import Testing

@testable import Predicates
@testable import Queries

/// A question about groups of records in the words of a command line, the SQL that it becomes, and
/// the answer, a line a row.
struct AnswerCase: CustomTestStringConvertible {
  var entity = "Patient"
  var columns = ""
  var groups = ""
  var having = ""
  var sort = ""
  var sql = ""
  var rows: [String] = []

  var testDescription: String {
    let parts = [("columns", columns), ("group by", groups), ("having", having), ("sort", sort)]
    return parts.filter { !$0.1.isEmpty }.map { "\($0.0) \($0.1)" }.joined(separator: "; ")
  }

  func query() throws -> Query {
    let schema = try Clinic.schema()
    func list(_ text: String) -> [SourceText] { text.isEmpty ? [] : [SourceText(text)] }
    let conditions = having.isEmpty ? [] : [try PredicateSyntax.parse(SourceText(having))]
    let request = AnswerRequest(
      columns: list(columns), groups: list(groups), having: conditions, sort: list(sort))
    return try request.query(of: schema.declared(entity), in: schema, now: testNow)
  }

  /// The rows as they are shown; to count them, and to ask whether there are any, must agree.
  func answer() throws -> [String] {
    var query = try query()
    let database = try Clinic.database()
    let rows = try database.run(query.sql)
    let columns = query.columns
    query.answer = .count
    #expect(try database.run(query.sql) == [[.integer(Int64(rows.count))]])
    query.answer = .exists
    #expect(try database.run(query.sql) == [[.integer(rows.isEmpty ? 0 : 1)]])
    return rows.map { row in
      zip(columns, row).map { column, value in
        value == .null ? "nil" : (column.type ?? .integer(.int64)).text(of: value)
      }.joined(separator: ", ")
    }
  }
}
