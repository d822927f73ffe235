package import Engines
import FlagModel
package import ForeignModels

/// The kind of a database: the program that made it, and the model that its tables have.
package enum DatabaseKind: Sendable {
  /// flagdb made it, and it contains its model.
  case own
  /// A temporary database with the records of a record file. It ends with the command.
  case recordFile
  /// A foreign database. Its entities are its tables and views.
  case foreign
  /// A foreign database that a user has adopted.
  case adopted(Sidecar)
  /// A Core Data store, with the sidecar if it has been adopted.
  case coreData(Sidecar?)

  /// An action that some kinds do not allow.
  package enum Action: CaseIterable, Hashable, Sendable {
    /// To insert, update and delete records.
    case changeRecords
    /// To change the model, and the tables with it.
    case changeTables
    /// To record changes in an audit log.
    case logChanges
    case adopt
    /// To store the names from `adopt` in a table of the database.
    case storeNames
  }

  /// The kind of a foreign database.
  init(isStore: Bool, _ sidecar: Sidecar?) {
    if isStore {
      self = .coreData(sidecar)
    } else if let sidecar {
      self = .adopted(sidecar)
    } else {
      self = .foreign
    }
  }

  /// True if another program made the tables, so that flagdb must read from them what they allow.
  package var isForeign: Bool {
    switch self {
    case .own, .recordFile: false
    case .foreign, .adopted, .coreData: true
    }
  }

  /// True if a table of the database contains the model.
  package var storesModel: Bool { !isForeign }

  /// True if flagdb made the tables, so that they have the types and the constraints of the model.
  package var hasTablesOfModel: Bool { !isForeign }

  /// True if each entity is a table or view that another program made.
  package var entitiesAreTables: Bool { isForeign && !isCoreData }

  package var isCoreData: Bool { if case .coreData = self { true } else { false } }

  package var isRecordFile: Bool { if case .recordFile = self { true } else { false } }

  /// The names from `adopt`; nil if a user has not adopted it.
  package var sidecar: Sidecar? {
    switch self {
    case .adopted(let sidecar): sidecar
    case .coreData(let sidecar): sidecar
    case .own, .recordFile, .foreign: nil
    }
  }

  package func allows(_ action: Action) -> Bool {
    let allowed: Set<Action> =
      switch self {
      case .own: [.changeRecords, .changeTables, .logChanges]
      case .recordFile: []
      case .foreign: [.adopt, .storeNames]
      case .adopted: [.adopt, .storeNames, .changeRecords]
      case .coreData: [.adopt]
      }
    return allowed.contains(action)
  }

  /// Throws unless the action is allowed in the database with that path.
  func requireAllowed(_ action: Action, in path: String) throws(DatabaseError) {
    if allows(action) { return }
    let (problem, hint) = refusal(of: action, path)
    throw DatabaseError(.refused, "'\(path)' is a \(problem)", hint: hint)
  }

  private func refusal(of action: Action, _ path: String) -> (problem: String, hint: Hint?) {
    switch (self, action) {
    case (.own, _):
      (
        "database of flagdb, and has its model in it",
        "'flagdb define' and 'flagdb migrate' change that"
      )
    case (.recordFile, .logChanges): ("record file, which has no audit log", nil)
    case (.recordFile, _): ("record file, which is read-only", nil)
    case (_, .logChanges):
      (
        "foreign database, and flagdb has no audit log in it",
        "'flagdb copy' makes a database of it that can have one"
      )
    case (.coreData, .storeNames):
      ("Core Data store, which is read-only", "leave out --inside: the names are in a sidecar")
    case (.coreData, _):
      (
        "Core Data store, which is read-only",
        "\(quotedCommand("flagdb", "copy", path, "NEW.db")) converts it to a database that can be changed"
      )
    case (.adopted, _):
      (
        "foreign database, and flagdb does not change its tables",
        "\(quotedCommand("flagdb", "adopt", path)) says what they mean"
      )
    case (.foreign, _):
      (
        "foreign database, which is read-only until it is adopted",
        "\(quotedCommand("flagdb", "adopt", path)) lets it be changed"
      )
    }
  }
}

extension Database {
  /// Throws unless the database allows the action.
  package func requireAllowed(_ action: DatabaseKind.Action) throws(DatabaseError) {
    try kind.requireAllowed(action, in: path)
  }
}
