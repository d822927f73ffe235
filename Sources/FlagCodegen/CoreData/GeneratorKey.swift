import FlagModel
package import ManagedModels

/// Keys of `userInfo` by which other generators of classes are told what to write. Their values do not
/// matter.
enum GeneratorKey: String, CaseIterable {
  /// An optional attribute is a property that is not.
  case unwrapOptional
  /// The type has a value for each raw value.
  case nonOptionalInit
  /// No code is written.
  case ignore = "mogenerator.ignore"
  /// Only the class changes the value.
  case readonly = "mogenerator.readonly"

  func stands(in userInfo: [String: String]) -> Bool { userInfo[rawValue] != nil }

  /// True for a key that is no fact of the app.
  static func isOne(_ key: String) -> Bool {
    key == ManagedAttribute.typeKey || GeneratorKey(rawValue: key) != nil
  }
}

extension ManagedAttribute {
  func tells(_ key: GeneratorKey) -> Bool { key.stands(in: userInfo) }
}

extension ManagedEntity {
  /// The entity without the properties that are to have no code.
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
  /// True for an entity whose class is written: not one that is to have no code, nor one that Xcode
  /// writes itself.
  package func writes(_ entity: ManagedEntity) -> Bool {
    !GeneratorKey.ignore.stands(in: entity.userInfo)
      && (writesAllClasses || !entity.isWrittenByXcode)
  }
}
