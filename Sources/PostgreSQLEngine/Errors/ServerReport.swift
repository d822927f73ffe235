internal import CPostgreSQL

/// The fields of an error or notice of a server.
/// https://www.postgresql.org/docs/current/protocol-error-fields.html
package struct ServerReport: Hashable, Sendable {
  /// `ERROR`, `FATAL`, `WARNING` or `NOTICE`, never translated.
  package internal(set) var severity = ""
  /// The SQLSTATE: five letters or digits, of which the first two are the class.
  package internal(set) var state = ""
  package internal(set) var message = ""
  package internal(set) var detail: String?
  package internal(set) var hint: String?
  /// The functions and triggers that raised it.
  package internal(set) var context: String?
  /// The position in the statement, in characters from 1.
  package internal(set) var position: Int?
  package internal(set) var table: String?
  package internal(set) var column: String?
  package internal(set) var constraint: String?

  /// A report that does not come from the server.
  init(state: String, _ message: String) {
    severity = "ERROR"
    self.state = state
    self.message = message
  }

  init(of result: OpaquePointer?) {
    func field(_ code: Int32) -> String? {
      PQresultErrorField(result, code).map { String(cString: $0) }
    }
    severity = field(flagdb_field_severity) ?? "ERROR"
    state = field(flagdb_field_state) ?? ""
    message =
      field(flagdb_field_message) ?? ServerReport.firstLine(of: PQresultErrorMessage(result))
    detail = field(flagdb_field_detail)
    hint = field(flagdb_field_hint)
    context = field(flagdb_field_context)
    position = field(flagdb_field_position).flatMap { Int($0) }
    table = field(flagdb_field_table)
    column = field(flagdb_field_column)
    constraint = field(flagdb_field_constraint)
  }

  /// The first line of a libpq message, whose other lines guess at reasons.
  static func firstLine(of words: UnsafePointer<CChar>?) -> String {
    let text = words.map { String(cString: $0) } ?? ""
    return text.split(separator: "\n").first.map(String.init) ?? ""
  }
}
