import Engines

@testable import PostgreSQLEngine

extension EngineError {
  /// The meaning of its SQLSTATE, which is finer than the kind.
  var meaning: StateMeaning { StateMeaning(state: code?.text ?? "") }
}
