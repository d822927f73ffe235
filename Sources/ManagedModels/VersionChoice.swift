package import FlagModel

/// The version of a model package with which a store was made.
package struct VersionChoice: Sendable {
  package let version: ModelPackage.Version
  /// The names of other versions that fit equally well.
  package let alsoFitting: [String]
  /// The differences from the model that the store contains.
  package let differences: [String]
}

extension ModelPackage {
  /// Finds the version of a store. It compares hashes if the package has them. Otherwise it
  /// compares the properties with the store's cached model, for the entities that both have.
  /// Without a cached model, it takes a version with the store's entities for which `fits` is true.
  /// Returns nil if no version fits. If several fit, it takes the current one or else the last.
  package func version(
    of store: StoreMetadata, cache: ManagedModel?, fits: (ManagedModel) -> Bool
  ) -> VersionChoice? {
    let hashed = versions.filter { $0.isHashed(as: store) }
    if !hashed.isEmpty { return choice(of: hashed, cache) }
    guard let cache else {
      return choice(
        ofWidest: versions.filter {
          $0.model.names.isSubset(of: store.entities) && fits($0.model)
        }, nil)
    }
    return choice(
      ofWidest: versions.filter { $0.model.differences(from: cache, isMerged: true).isEmpty }, cache
    )
  }

  /// The version with the fewest differences from the store's cached model. Entities that the
  /// version lacks do not count, because a store can be made with several packages.
  package func nearest(to cache: ManagedModel) -> VersionChoice? {
    let choices = versions.map { version in
      VersionChoice(
        version: version, alsoFitting: [],
        differences: version.model.differences(from: cache, isMerged: true))
    }
    return choices.min { $0.differences.count < $1.differences.count }
  }

  /// Chooses among the versions with the most entities.
  private func choice(ofWidest versions: [Version], _ cache: ManagedModel?) -> VersionChoice? {
    let most = versions.map(\.model.entities.count).max()
    return choice(of: versions.filter { $0.model.entities.count == most }, cache)
  }

  private func choice(of versions: [Version], _ cache: ManagedModel?) -> VersionChoice? {
    guard let chosen = versions.first(where: { $0.name == current }) ?? versions.last else {
      return nil
    }
    return VersionChoice(
      version: chosen, alsoFitting: versions.map(\.name).filter { $0 != chosen.name },
      differences: cache.map { chosen.model.differences(from: $0, isMerged: true) } ?? [])
  }

  /// Notes for the user about the version that was chosen for a store.
  func notes(on choice: VersionChoice?, _ cache: ManagedModel?) -> [String] {
    if let choice {
      if choice.alsoFitting.isEmpty { return [] }
      let others = listedInQuotes(choice.alsoFitting)
      return ["version '\(choice.version.name)' of '\(name)' is taken; \(others) would fit as well"]
    }
    guard let cache, let nearest = nearest(to: cache) else {
      return ["no version of '\(name)' fits the store"]
    }
    return [
      "no version of '\(name)' is that of the store; '\(nearest.version.name)' comes nearest: "
        + listed(nearest.differences)
    ]
  }
}

extension ModelPackage.Version {
  /// True if the store was made with this version, alone or with others: each entity with a hash
  /// has the same hash in the store.
  fileprivate func isHashed(as store: StoreMetadata) -> Bool {
    if let checksum, let other = store.checksum, checksum == other { return true }
    return !hashes.isEmpty && hashes.allSatisfy { store.hashes[$0.key] == $0.value }
  }
}

extension ManagedModel {
  package var names: Set<Name> { Set(entities.map(\.name)) }

  /// Merges the models that a store was made with. An entity in two of them must be the same in
  /// both.
  package init(merging models: [ManagedModel]) throws(ManagedModelError) {
    var entities: [Name: ManagedEntity] = [:]
    for entity in models.flatMap(\.entities) {
      if let other = entities[entity.name], other != entity { throw .twice(entity.name) }
      entities[entity.name] = entity
    }
    var requests: [Name: ManagedRequest] = [:]
    for request in models.flatMap(\.requests) { requests[request.name] = request }
    try self.init(
      entities: Array(entities.values), requests: Array(requests.values),
      identifiers: models.flatMap(\.identifiers))
  }
}
