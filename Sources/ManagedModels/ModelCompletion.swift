import FlagModel

extension ManagedModel {
  /// Adds the facts that only a user's model files contain: `userInfo`, value classes and fetch
  /// requests. The layout of the stored values stays the same.
  func completed(by source: ManagedModel?) -> ManagedModel {
    guard let source, !source.entities.isEmpty else { return self }
    let missing = source.requests.filter { request in !requests.contains { $0.name == request.name }
    }
    return
      (try? ManagedModel(
        entities: entities.map { $0.completed(by: source.entity(named: $0.name)) },
        requests: requests + missing, identifiers: identifiers)) ?? self
  }
}

extension ManagedEntity {
  fileprivate func completed(by source: ManagedEntity?) -> ManagedEntity {
    guard let source else { return self }
    var entity = self
    entity.attributes = attributes.map { attribute in
      guard let other = source.attribute(named: attribute.name) else { return attribute }
      var attribute = attribute
      attribute.userInfo.merge(other.userInfo) { existing, _ in existing }
      attribute.valueClass = attribute.valueClass ?? other.valueClass
      attribute.transformer = attribute.transformer ?? other.transformer
      return attribute
    }
    return entity
  }
}
