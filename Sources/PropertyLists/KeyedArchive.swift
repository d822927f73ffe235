/// An object graph written by NSKeyedArchiver. `$top` and the fields of objects refer to `$objects`
/// by index. Cycles are common, and an unknown class is only a name.
package struct KeyedArchive {
  /// The root object, `root` of `$top`.
  package let root: ArchivedObject

  package init(_ list: PropertyList) throws(PropertyListError) {
    guard let field = try list.member("$objects", of: list.root),
      let top = try list.member("$top", of: list.root),
      let root = try list.member("root", of: top)
    else { throw .broken("it is not a keyed archive") }
    let objects = try list.list(field)
    guard let root = try Self.object(root, in: list, objects) else {
      throw .broken("the archive is empty")
    }
    self.root = root
  }

  /// The object in a field, directly or by its index. Nil is archived as object 0.
  fileprivate static func object(
    _ field: Int, in list: PropertyList, _ objects: [Int]
  ) throws(PropertyListError) -> ArchivedObject? {
    guard case .uid(let number) = try list.value(of: field) else {
      return ArchivedObject(list: list, objects: objects, index: field)
    }
    guard objects.indices.contains(number) else { throw .broken("a reference to object \(number)") }
    if number == 0 { return nil }
    return ArchivedObject(list: list, objects: objects, index: objects[number])
  }
}

/// An object of a keyed archive. Its fields are decoded on request.
package struct ArchivedObject {
  let list: PropertyList
  let objects: [Int]
  /// The index, which identifies the object.
  package let index: Int

  /// The value, if the object is not one with fields.
  package var value: PropertyListValue {
    get throws(PropertyListError) { try list.value(of: index) }
  }

  /// The name of its class; nil for plain values.
  package var className: String? {
    get throws(PropertyListError) {
      guard let type = try list.member("$class", of: index),
        let object = try KeyedArchive.object(type, in: list, objects),
        let name = try list.member("$classname", of: object.index)
      else { return nil }
      return try list.string(name)
    }
  }

  package func field(_ key: String) throws(PropertyListError) -> ArchivedObject? {
    guard let field = try list.member(key, of: index) else { return nil }
    return try KeyedArchive.object(field, in: list, objects)
  }

  // MARK: Values

  package func string(_ key: String) throws(PropertyListError) -> String? { try field(key)?.string }

  package func integer(_ key: String) throws(PropertyListError) -> Int? {
    guard let field = try field(key), case .integer(let number) = try field.value else {
      return nil
    }
    return Int(number)
  }

  /// False if the field is missing.
  package func flag(_ key: String) throws(PropertyListError) -> Bool {
    switch try field(key)?.value {
    case .bool(let flag): flag
    case .integer(let number): number != 0
    default: false
    }
  }

  /// The text of a string or a mutable string.
  package var string: String? {
    get throws(PropertyListError) {
      if let text = try list.string(index) { return text }
      guard let inner = try field("NS.string") else { return nil }
      return try list.string(inner.index)
    }
  }

  // MARK: Collections

  /// The objects in an array or a set; empty for other objects.
  package var elements: [ArchivedObject] {
    get throws(PropertyListError) { try all("NS.objects").compactMap { $0 } }
  }

  /// The entries with text keys, for both kinds of dictionaries.
  package var entries: [(key: String, value: ArchivedObject)] {
    get throws(PropertyListError) {
      // A dictionary with a shared key set stores its keys separately, and marks missing values.
      let mapping = try field("searchMapping")
      let keys = try mapping == nil ? all("NS.keys") : mapping?.field("keys")?.all("NS.objects")
      let values = try mapping == nil ? all("NS.objects") : field("values")?.all("NS.objects")
      var entries: [(key: String, value: ArchivedObject)] = []
      for (key, value) in zip(keys ?? [], values ?? []) {
        guard let key = try key?.string, let value else { continue }
        if mapping != nil, try value.string?.hasPrefix("__empty_slot_token_") == true { continue }
        entries.append((key, value))
      }
      return entries
    }
  }

  private func all(_ key: String) throws(PropertyListError) -> [ArchivedObject?] {
    guard let field = try list.member(key, of: index) else { return [] }
    var objects: [ArchivedObject?] = []
    for object in try list.list(field) {
      objects.append(try KeyedArchive.object(object, in: list, self.objects))
    }
    return objects
  }
}
