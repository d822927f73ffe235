import FlagDB
import FlagDBPostgreSQL
import TestServer
import Testing

/// The kinds of databases of an app. A test that takes them as its arguments runs on each.
enum Backend: CaseIterable, Sendable {
  case file
  case memory
  case server

  /// Databases that several connections can open.
  static let shared: [Backend] = [.file, .server]
}

/// Makes and opens one database of a kind: a file in a folder, memory, or a schema of the test server.
final class TestPlace: Sendable {
  private let backend: Backend
  private let path: String
  /// Nil for other backends.
  let schema: AppSchema?

  init(_ backend: Backend, in folder: TemporaryFolder, named name: String = "a") throws {
    self.backend = backend
    path = folder.path("\(name).db")
    schema = backend == .server ? try AppSchema() : nil
  }

  /// The path or the address.
  var name: String { schema?.address ?? path }

  /// The schema stays as long as the database, which keeps this closure.
  private var noPassword: Database.FindPassword {
    { [schema] _ in withExtendedLifetime(schema) { nil } }
  }

  func open(
    for access: Database.Access = .writing, _ configuration: Database.Configuration = .init()
  ) throws -> Database {
    guard let schema else { return try Database(at: path, for: access, configuration) }
    return try Database(
      onServer: schema.address, for: access, configuration, findPassword: noPassword)
  }

  func open(
    _ type: any Entity.Type, growing: Bool = false, moving: Bool = false,
    configuration: Database.Configuration = .init()
  ) throws -> Database {
    switch backend {
    case .file:
      try Database(
        at: path, for: type, growing: growing, moving: moving, configuration: configuration)
    case .memory: try Database.inMemory(for: type, configuration: configuration)
    case .server:
      try Database(
        onServer: name, for: type, growing: growing, moving: moving, configuration: configuration,
        findPassword: noPassword)
    }
  }

  func open(_ first: any Entity.Type, _ second: any Entity.Type) throws -> Database {
    switch backend {
    case .file: try Database(at: path, for: first, second)
    case .memory: try Database.inMemory(for: first, second)
    case .server: try Database(onServer: name, for: first, second, findPassword: noPassword)
    }
  }

  func create(
    model: String, _ configuration: Database.Configuration = .init()
  ) throws -> Database {
    switch backend {
    case .file: try Database.create(at: path, model: model, configuration)
    case .memory: try Database.inMemory(model: model, configuration)
    case .server:
      try Database.create(
        onServer: name, model: model, configuration, findPassword: noPassword)
    }
  }
}
