import Foundation

/// A socket before the server for tests, which passes on all that is said and counts the round trips.
package final class TestTap: @unchecked Sendable {
  /// The folder of its socket.
  package let folder: String
  private let server: String
  private let listener: Int32
  private let lock = NSLock()
  private var clients: [Client] = []

  /// The requests of a client that the server has answered, in their order.
  private final class Client: @unchecked Sendable {
    var request = ""
    var answered: [String] = []
    var endedWays = 0
  }

  package init() throws {
    guard let server = try TestServer.require().folder else {
      throw TestServer.Failure("only our own server has a tap")
    }
    self.server = Self.socket(in: server)
    folder = "/tmp/flagdb-tap-\(getpid())-\(UInt32.random(in: .min ... .max))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    listener = Self.makeSocket()
    guard Self.withAddress(Self.socket(in: folder), { bind(listener, $0, $1) }) == 0,
      listen(listener, 100) == 0
    else { throw TestServer.Failure("the tap has no socket") }
    Thread { [self] in acceptClients() }.start()
  }

  /// Ends it, so that no client can connect any more.
  package func close() {
    shutdown(listener, Int32(SHUT_RDWR))
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// The settings of a connection through it, without a schema.
  package var settings: String { "host=\(folder) dbname=postgres user=\(TestServer.owner)" }

  /// The requests for whose answers clients have waited. The beginning of a connection is none, nor is the ROLLBACK at its
  /// end, for which nobody waits.
  package func takeRoundTrips() -> [String] {
    lock.withLock {
      defer { clients = [] }
      return clients.flatMap { client in
        let all = client.answered.dropFirst()
        return all.last == "ROLLBACK" ? all.dropLast() : all
      }
    }
  }

  // MARK: Sockets

  private static func socket(in folder: String) -> String { "\(folder)/.s.PGSQL.5432" }

  private static func makeSocket() -> Int32 {
    #if os(Linux)
      return Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #else
      return Foundation.socket(AF_UNIX, SOCK_STREAM, 0)
    #endif
  }

  /// No signal tells that the other side has gone.
  #if os(Linux)
    private static let noSignal = Int32(MSG_NOSIGNAL)
  #else
    private static let noSignal: Int32 = 0x80000
  #endif

  private static func withAddress(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    return withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  private func acceptClients() {
    while case let client = accept(listener, nil, nil), client >= 0 {
      let server = Self.makeSocket()
      guard Self.withAddress(self.server, { connect(server, $0, $1) }) == 0 else {
        Foundation.close(client)
        continue
      }
      let notes = Client()
      lock.withLock { clients.append(notes) }
      Thread { [self] in
        pass(from: client, to: server) { note($0, of: notes) }
        end(notes, client, server)
      }.start()
      Thread { [self] in
        pass(from: server, to: client) { noteAnswer($0, to: notes) }
        end(notes, client, server)
      }.start()
    }
    Foundation.close(listener)
  }

  /// Passes on all bytes, and tells each whole message.
  private func pass(from source: Int32, to target: Int32, _ note: (Message) -> Void) {
    var messages = Messages()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = read(source, &buffer, buffer.count), count > 0 {
      for message in messages.take(buffer[..<count]) { note(message) }
      var sent = 0
      while sent < count {
        let more = buffer[sent..<count].withUnsafeBytes {
          send(target, $0.baseAddress, $0.count, Self.noSignal)
        }
        if more <= 0 { break }
        sent += more
      }
    }
    shutdown(target, Int32(SHUT_WR))
  }

  /// Closes both sockets when both ways have ended: the number of one may be that of another connection at once.
  private func end(_ client: Client, _ sockets: Int32...) {
    let isLast = lock.withLock {
      client.endedWays += 1
      return client.endedWays == 2
    }
    if isLast { for socket in sockets { Foundation.close(socket) } }
  }

  private func note(_ message: Message, of client: Client) {
    let texts = message.body.split(separator: 0, omittingEmptySubsequences: false)
    let text: ArraySlice<UInt8>? =
      switch message.type {
      case UInt8(ascii: "Q"): texts.first
      // The name of the statement comes first.
      case UInt8(ascii: "P"): texts.dropFirst().first
      default: nil
      }
    guard let text else { return }
    lock.withLock { client.request = String(decoding: text, as: UTF8.self) }
  }

  /// The server is ready for the next request, or for the records of a COPY.
  private func noteAnswer(_ message: Message, to client: Client) {
    guard message.type == UInt8(ascii: "Z") || message.type == UInt8(ascii: "G") else { return }
    lock.withLock { client.answered.append(client.request) }
  }
}

/// https://www.postgresql.org/docs/current/protocol-message-formats.html
private struct Message {
  let type: UInt8
  let body: ArraySlice<UInt8>
}

/// Finds the messages in what one side says. That of the client which begins a connection has no type, and is taken for
/// one of the type 0.
private struct Messages {
  private var bytes: [UInt8] = []

  mutating func take(_ more: ArraySlice<UInt8>) -> [Message] {
    bytes += more
    var messages: [Message] = []
    var place = 0
    while bytes.count >= place + 5 {
      let hasType = bytes[place] != 0
      let start = place + (hasType ? 1 : 0)
      let length = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      guard bytes.count >= start + length else { break }
      let body = bytes[(start + 4)..<(start + length)]
      messages.append(Message(type: hasType ? bytes[place] : 0, body: body))
      place = start + length
    }
    bytes.removeFirst(place)
    return messages
  }
}
