package import FlagModel

/// The rights of SQL that a user wrote, beyond reading records.
package struct SQLRights: Sendable {
  package let mayWrite: Bool
  /// True if another program made the database.
  package let isForeign: Bool
  /// The table of models.
  package let modelTable: Name
  /// The tables, indexes, triggers and views that belong to the model.
  package let ofModel: Set<Name.Folded>
  /// The tables that only the triggers of a log fill.
  package let ofLog: [Name]

  package init(
    mayWrite: Bool, isForeign: Bool, modelTable: Name, ofModel: Set<Name.Folded>, ofLog: [Name]
  ) {
    self.mayWrite = mayWrite
    self.isForeign = isForeign
    self.modelTable = modelTable
    self.ofModel = ofModel
    self.ofLog = ofLog
  }
}

/// Why a statement was refused.
package struct SQLRefusal {
  package let message: String
  package let hint: Hint?

  package init(message: String, hint: Hint?) {
    self.message = message
    self.hint = hint
  }
}

/// Looks at each statement of a user before it runs.
package protocol SQLGuard: AnyObject {
  /// Why the present statement may not run; nil if it may.
  var refusal: SQLRefusal? { get }
  /// The writes that the present statement may do, by triggers and delete rules too.
  var writes: Set<RecordWrite> { get }
  /// Before the next statement.
  func forget()
}

/// Something that a statement writes.
package enum RecordWrite: Hashable, Sendable {
  case records(of: Name)
  case column(Name, of: Name)
  case removal(from: Name)

  package var table: Name {
    switch self {
    case .records(let table), .column(_, let table), .removal(let table): table
    }
  }
}
