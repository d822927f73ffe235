import Addresses
import Engines
import FlagModel
import PostgreSQLEngine
import TestServer
import Testing

@Suite("A database that was made in vain") struct NewDatabaseTests {
  @Test("stays if others use it already, and it is said") func stays() throws {
    let server = try TestServer.require()
    guard server.folder != nil else { return }
    let name = "in vain \(UInt32.random(in: .min ... .max))"
    let address = try server.address(["dbname": name])
    let place = try PostgreSQLEngine().place(address.text, patience: .seconds(5))
    var guest: LibpqConnection?
    let thrown = #expect(throws: DatabaseError.self) {
      try place.withNewDatabase {
        guest = try LibpqConnection(address)
        throw DatabaseError(.refused, "no luck")
      }
    }
    #expect(thrown?.message.hasPrefix("no luck; the empty database '\(name)' stays: ") == true)
    #expect(thrown?.hint == .words("'DROP DATABASE \"\(name)\"' removes it"))
    #expect(guest?.serverProcess != nil)
    guest = nil
    let connection = try LibpqConnection(server.address())
    try connection.executeAlone("DROP DATABASE \"\(name)\" WITH (FORCE)")
  }
}
