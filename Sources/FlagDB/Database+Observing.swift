extension Database {
  /// Returns a sequence of the results of the body. The first result comes immediately, and another
  /// one when a change gives a different result. The body runs again only if a table that it has read has changed,
  /// or the record if it has read a single one with `find`. The sequence notices changes of other programs after a
  /// pause, the `pollInterval` of the configuration if nil, and then runs the body in any case.
  public func observe<Value: Equatable & Sendable>(
    every pause: Duration? = nil,
    _ body: @escaping @Sendable (Snapshot) throws -> Value
  ) -> AsyncThrowingStream<Value, any Error> {
    AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let clock = foreignChanges.map { changes in
        let pause = pause ?? changes.pause
        return Task { while (try? await Task.sleep(for: pause)) != nil { await changes.look() } }
      }
      let task = Task { [watchers, changes] in
        defer { clock?.cancel() }
        do {
          var last: Value?
          let (number, stream) = changes.listen()
          for await _ in stream {
            changes.beginReading(number)
            let (news, region) = try await Job.run(in: watchers) { try $0.noting(body) }
            changes.endReading(number, region)
            if news != last { continuation.yield(news) }
            last = news
          }
          continuation.finish()
        } catch is CancellationError {
          continuation.finish()
        } catch let error as DatabaseError where error.code == .closed {
          continuation.finish()
        } catch {
          continuation.finish(throwing: DatabaseError(error) ?? error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
