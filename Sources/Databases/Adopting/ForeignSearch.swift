import Engines

/// Looks up the kind of a foreign database and the models that a user gives for it, both at most once.
struct ForeignSearch {
  private let models: ModelSearch
  private let path: String
  private var cached: (kind: DatabaseKind, givenModels: GivenModels)?

  init(_ models: ModelSearch, for path: String) {
    self.models = models
    self.path = path
  }

  mutating func findings(
    in connection: any Connection
  ) throws -> (kind: DatabaseKind, givenModels: GivenModels) {
    if let cached { return cached }
    let givenModels = try models.readGivenModels()
    let sidecar = try models.sidecar(for: path, in: connection)
    let kind = DatabaseKind(isStore: try connection.isCoreDataStore(), sidecar)
    cached = (kind, givenModels)
    return (kind, givenModels)
  }

  /// Throws if flagdb must not change records of the database.
  mutating func requireChangeable(_ connection: any Connection) throws {
    // A store that flagdb cannot open is refused before its models are read.
    let isStore = try connection.isCoreDataStore()
    let kind = try isStore ? .coreData(nil) : findings(in: connection).kind
    try kind.requireAllowed(.changeRecords, in: path)
  }
}
