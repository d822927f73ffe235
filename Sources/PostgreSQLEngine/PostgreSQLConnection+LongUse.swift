package import Engines

extension PostgreSQLConnection {
  package func syncRarely() { server.syncsRarely = true }

  package func trace(_ report: @escaping (FinishedStatement) -> Void) {
    server.onStatement = report
  }

  package func afterClose(_ body: @escaping @Sendable () -> Void) { server.wire.closed = body }

  package var isUsable: Bool { server.isUsable }
}
