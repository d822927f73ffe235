package import FlagModel

extension AttributeType {
  /// The value for a text that the server wrote for a column of the type.
  package func value(ofServerText text: String) -> Value {
    var row = StoredRow()
    var text = text
    let cell = text.withUTF8 { bytes in loggedForm.read(bytes, to: &row.bytes) }
    row.cells = [cell]
    let value = row.value(at: 0)
    guard changesInServerJSON, case .text(let json) = value else { return value }
    return .text(fileText(ofServerJSON: json))
  }

  private var loggedForm: ResultForm {
    switch self {
    case .bool: .bool
    case .integer, .flags: .integer
    case .decimal: .units
    case .double, .float: .real
    case .date: .moment
    case .uuid: .uuid
    case .array, .json: .jsonb
    case .string, .url, .any: .text
    case .data: .bytes
    case .enumeration(let enumeration):
      switch enumeration.rawType {
      case .integer: .integer
      case .real: .real
      case .string, .character, .caseName: .text
      }
    }
  }
}
