import Engines
import PlainText
import SQLText

/// An engine that keeps databases in memory, at addresses such as `echo://zoo`. It proves that an
/// engine is added in one place: this folder and a line of `Package.swift`.
struct EchoEngine: ServerEngine {
  let memory = EchoMemory()

  func isAddress(_ text: String) -> Bool { text.hasPrefix("echo://") }

  func place(_ address: String, patience: Duration) -> any DatabasePlace { EchoPlace(memory) }
}

/// The place of an Echo database.
final class EchoPlace: DatabasePlace {
  private let memory: EchoMemory

  init(_ memory: EchoMemory) {
    self.memory = memory
  }

  var isForeign: Bool { memory.with { $0.layout == nil } }
  let patience = Duration.zero

  func open(
    asking questions: [SQLText], about table: Name?, isNamed: (any Connection) -> Bool
  ) -> any Connection {
    EchoConnection(memory)
  }

  func openForWriting(
    asking questions: [SQLText], about table: Name?,
    _ requireChangeable: (any Connection) throws -> Void
  ) throws -> any Connection {
    EchoConnection(memory)
  }

  func openEmpty() -> any Connection { EchoConnection(memory) }

  func openAgain(forWriting: Bool, patience: Duration) -> any Connection { EchoConnection(memory) }

  func explained(
    _ error: EngineError, named name: String, after patience: Duration
  ) -> DatabaseError {
    DatabaseError(.failed, "\(name): \(error.message)", cause: error)
  }
}
