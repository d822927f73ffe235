import Databases
import Engines
import FlagModel

/// Converts the cells of imported records to the form of foreign columns.
struct StoredForms {
  private let forms: [(field: Int, form: ColumnForm)]

  /// Nil if every column has the same form as in a flagdb database.
  init?(_ layout: ImportLayout, of table: TableShape?, in database: Database) {
    if table == nil { return nil }
    let forms = layout.fields.enumerated().compactMap { index, field -> (Int, ColumnForm)? in
      guard case .attribute(let attribute) = field else { return nil }
      return ColumnForm(attribute, of: layout.entity, in: database).map { (index, $0) }
    }
    if forms.isEmpty { return nil }
    self.forms = forms
  }

  /// Converts the cells of the record that begins at an index.
  func apply(to rows: inout StoredRow, from start: Int) throws(EngineError) {
    for (field, form) in forms {
      let cell = rows.cells[start + field]
      if cell == .null { continue }
      if case .text(let range) = cell, let quick = try form.quickCell(range, in: &rows) {
        rows.cells[start + field] = quick
      } else {
        rows.cells[start + field] = rows.cell(of: try form.stored(rows.value(of: cell)))
      }
    }
  }
}
