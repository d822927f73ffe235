package import ManagedModels

/// Keys of `userInfo` that control other generators of classes. Their values do not matter.
enum GeneratorKey: String, CaseIterable {
  /// An optional attribute becomes a property that is not optional.
  case unwrapOptional
  /// The type has a value for each raw value.
  case nonOptionalInit
  /// No code is generated.
  case ignore = "mogenerator.ignore"
  /// Only the class itself may change the value.
  case readonly = "mogenerator.readonly"

  func stands(in userInfo: [String: String]) -> Bool { userInfo[rawValue] != nil }

  /// True for a key that controls generators and is no data of the app.
  static func isOne(_ key: String) -> Bool {
    key == ManagedAttribute.typeKey || GeneratorKey(rawValue: key) != nil
  }
}

extension ManagedAttribute {
  func tells(_ key: GeneratorKey) -> Bool { key.stands(in: userInfo) }
}

extension ManagedEntity {
  /// The entity without the properties that must have no code.
  var withoutIgnored: ManagedEntity {
    let isKept = { (userInfo: [String: String]) in !GeneratorKey.ignore.stands(in: userInfo) }
    return ManagedEntity(
      name: name, parent: parent, isAbstract: isAbstract, className: className,
      attributes: attributes.filter { isKept($0.userInfo) },
      relationships: relationships.filter { isKept($0.userInfo) }, fetched: fetched,
      uniques: uniques, renamedFrom: renamedFrom, userInfo: userInfo,
      codeGeneration: codeGeneration)
  }
}

extension CodeSource {
  /// True for an entity whose class is generated, unless it is excluded or Xcode generates it.
  package func writes(_ entity: ManagedEntity) -> Bool {
    !GeneratorKey.ignore.stands(in: entity.userInfo)
      && (writesAllClasses || !entity.isWrittenByXcode)
  }
}
