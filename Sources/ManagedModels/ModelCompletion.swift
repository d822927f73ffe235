import FlagModel

extension ManagedModel {
  /// Adds the facts that only a user's model files contain: `userInfo`, value classes and fetch
  /// requests. The layout of the stored values stays the same.
  func completed(by given: ManagedModel?) -> ManagedModel {
    guard let given, !given.entities.isEmpty else { return self }
    let missing = given.requests.filter { request in !requests.contains { $0.name == request.name }
    }
    return
      (try? ManagedModel(
        entities: entities.map { $0.completed(by: given.entity(named: $0.name)) },
        requests: requests + missing, identifiers: identifiers)) ?? self
  }
}

extension ManagedEntity {
  fileprivate func completed(by given: ManagedEntity?) -> ManagedEntity {
    guard let given else { return self }
    var entity = self
    entity.attributes = attributes.map { attribute in
      guard let other = given.attribute(named: attribute.name) else { return attribute }
      var attribute = attribute
      attribute.userInfo.merge(other.userInfo) { own, _ in own }
      attribute.valueClass = attribute.valueClass ?? other.valueClass
      attribute.transformer = attribute.transformer ?? other.transformer
      return attribute
    }
    return entity
  }
}
