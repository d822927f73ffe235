package import FlagModel

/// The objects that a user's SQL may or may not change.
package struct SQLRights: Sendable {
  package let mayWrite: Bool
  /// True if another program created the database.
  package let isForeign: Bool
  /// The table of models.
  package let modelTable: Name
  /// The tables, indexes, triggers and views that belong to the model.
  package let ofModel: Set<Name.Folded>
  /// The tables that only the triggers of the audit log fill.
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

/// The reason why a statement was refused.
package struct SQLRefusal {
  package let message: String
  package let hint: Hint?

  package init(message: String, hint: Hint?) {
    self.message = message
    self.hint = hint
  }
}

/// Checks each statement of a user before it runs.
package protocol SQLGuard: AnyObject {
  /// The reason why the current statement may not run; nil if it may.
  var refusal: SQLRefusal? { get }
  /// The possible writes of the current statement, including triggers and delete rules.
  var writes: Set<RecordWrite> { get }
  /// Resets the state before the next statement.
  func forget()
}

/// A write of a statement.
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
