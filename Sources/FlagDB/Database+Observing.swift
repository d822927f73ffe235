internal import Databases

extension Database {
  /// Returns a sequence of the results of the body. The first result comes immediately, and another
  /// one when a change gives a different result. The sequence notices changes of other programs
  /// after a pause.
  public func observe<Value: Equatable & Sendable>(
    every pause: Duration = .milliseconds(250),
    _ body: @escaping @Sendable (Snapshot) throws -> Value
  ) -> AsyncThrowingStream<Value, any Error> {
    AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task { [watchers, changes] in
        do {
          var version: Int64?
          var last: Value?
          for await _ in changes.all(pausing: pause) {
            let known = version
            let news = try await Job.run(in: watchers) { lane -> (Int64?, Value)? in
              let now = try lane.engine.dataVersion()
              if known != nil, now == known { return nil }
              return (now, try lane.read(body))
            }
            guard let news else { continue }
            version = news.0
            if news.1 != last { continuation.yield(news.1) }
            last = news.1
          }
          continuation.finish()
        } catch is CancellationError {
          continuation.finish()
        } catch {
          continuation.finish(throwing: DatabaseError(error) ?? error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
