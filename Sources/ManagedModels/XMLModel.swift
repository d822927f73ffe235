import FlagModel
internal import XML

extension ManagedModel {
  /// Reads the file `contents` of an `.xcdatamodel` in an Xcode project.
  package init(contents bytes: [UInt8]) throws(ManagedModelError) {
    let root: XMLElement
    do throws(XMLError) {
      root = try XMLElement(reading: bytes)
    } catch {
      throw .unreadable("line \(error.line), column \(error.column): \(error.message)")
    }
    guard root.name == "model" else {
      throw .unreadable("expected <model>, found <\(root.name)>")
    }
    let reader = XMLModel(composites: root.children(named: "composite"))
    try self.init(
      entities: try root.children(named: "entity").map(reader.entity),
      requests: root.children(named: "fetchRequest").compactMap { request in
        request.name("name").flatMap { reader.request(request, named: $0) }
      },
      identifiers: [root.attributes["userDefinedModelVersionIdentifier"] ?? ""]
        .filter { !$0.isEmpty })
  }
}

/// Reads the elements of a model.
private struct XMLModel {
  /// The composite types that attributes refer to.
  let composites: [XMLElement]

  func entity(_ element: XMLElement) throws(ManagedModelError) -> ManagedEntity {
    guard let name = element.name("name") else { throw .incomplete("name for an <entity>") }
    let uniques = element.children(named: "uniquenessConstraints").flatMap(\.children)
    return ManagedEntity(
      name: name, parent: element.name("parentEntity"),
      isAbstract: element.flag("isAbstract"), className: element.attributes["representedClassName"],
      attributes: attributes(of: element, depth: 0).sorted { $0.name < $1.name },
      relationships: element.children(named: "relationship").compactMap(relationship)
        .sorted { $0.name < $1.name },
      fetched: element.children(named: "fetchedProperty").compactMap { property in
        guard let name = property.name("name"),
          let request = property.children(named: "fetchRequest").first
        else { return nil }
        return self.request(request, named: name)
      },
      uniques: uniques.map { $0.children(named: "constraint").compactMap { $0.name("value") } },
      renamedFrom: element.renamedFrom, userInfo: element.userInfo,
      codeGeneration: element.attributes["codeGenerationType"])
  }

  // MARK: Attributes

  private func attributes(of element: XMLElement, depth: Int) -> [ManagedAttribute] {
    element.children(named: "attribute").compactMap { attribute($0, depth: depth) }
  }

  private func attribute(_ element: XMLElement, depth: Int) -> ManagedAttribute? {
    guard let name = element.name("name") else { return nil }
    let type = ManagedType(word: element.attributes["attributeType"] ?? "Undefined")
    let isDerived = element.flag("derived")
    return ManagedAttribute(
      name: name, type: type, isOptional: element.flag("optional"),
      isTransient: element.flag("transient"), defaultValue: defaultValue(of: element, type),
      isExternal: element.flag("allowsExternalBinaryDataStorage"),
      validations: validations(of: element, type),
      derivation: isDerived ? element.attributes["derivationExpression"] ?? "" : nil,
      elements: elements(of: element, depth: depth),
      valueClass: element.attributes["customClassName"],
      transformer: element.attributes["valueTransformerName"],
      renamedFrom: element.renamedFrom, userInfo: element.userInfo)
  }

  private func elements(of element: XMLElement, depth: Int) -> [ManagedAttribute] {
    guard depth < ManagedAttribute.deepest, let name = element.name("compositeName"),
      let composite = composites.first(where: { $0.name("name") == name })
    else { return [] }
    return attributes(of: composite, depth: depth + 1)
  }

  private func defaultValue(of element: XMLElement, _ type: ManagedType) -> ManagedDefault? {
    let text =
      if type == .date {
        element.attributes["defaultDateTimeInterval"]
      } else {
        element.attributes["defaultValueString"]
      }
    guard let text else { return nil }
    switch type {
    case .boolean:
      let isTrue = ["YES", "TRUE", "1"].contains(text.uppercased())
      return .value(.integer(isTrue ? 1 : 0))
    case .int16, .int32, .int64: return Int64(text).map { .value(.integer($0)) }
    case _ where type.isFraction: return Double(text).map { .value(.real($0)) }
    case .uuid: return uuid(text).map { .value(.blob($0)) }
    default: return .value(.text(text))
    }
  }

  private func uuid(_ text: String) -> [UInt8]? {
    guard let text = try? UUIDText.canonical(text) else { return nil }
    return try? DataText.bytes(from: "hex:" + text.filter { $0 != "-" })
  }

  private func validations(of element: XMLElement, _ type: ManagedType) -> [ManagedValidation] {
    let (lower, upper) =
      if type == .date {
        ("minDateTimeInterval", "maxDateTimeInterval")
      } else {
        ("minValueString", "maxValueString")
      }
    let least = element.attributes[lower].flatMap(Double.init)
    let most = element.attributes[upper].flatMap(Double.init)
    let pattern = element.attributes["regularExpressionString"].map(ManagedValidation.matches)
    let ends: [ManagedValidation?] =
      if type == .string {
        [
          least.flatMap(Int.init(exactly:)).map(ManagedValidation.lengthAtLeast),
          most.flatMap(Int.init(exactly:)).map(ManagedValidation.lengthAtMost),
        ]
      } else {
        [least.map(ManagedValidation.atLeast), most.map(ManagedValidation.atMost)]
      }
    return (ends + [pattern]).compactMap { $0 }
  }

  // MARK: Relationships and requests

  private func relationship(_ element: XMLElement) -> ManagedRelationship? {
    guard let name = element.name("name"), let destination = element.name("destinationEntity")
    else { return nil }
    var maximum = element.attributes["maxCount"].flatMap(Int.init)
    if let limit = maximum, limit <= 0 { maximum = nil }
    return ManagedRelationship(
      name: name, destination: destination, inverse: element.name("inverseName"),
      isToMany: element.flag("toMany"), isOrdered: element.flag("ordered"),
      isOptional: element.flag("optional"), isTransient: element.flag("transient"),
      deleteRule: Self.deleteRules[element.attributes["deletionRule"] ?? "Nullify"] ?? .nullify,
      minimum: element.attributes["minCount"].flatMap(Int.init) ?? 0,
      maximum: maximum, renamedFrom: element.renamedFrom,
      userInfo: element.userInfo)
  }

  private static let deleteRules: [String: Relationship.DeleteRule] = [
    "Nullify": .nullify, "Cascade": .cascade, "Deny": .deny, "No Action": .noAction,
  ]

  func request(_ element: XMLElement, named name: Name) -> ManagedRequest? {
    guard let entity = element.name("entity") else { return nil }
    var predicate: String?
    if let text = element.attributes["predicateString"], !text.isEmpty {
      predicate = ArchivedPredicate.inOurWords(text)
    }
    var limit: Int?
    if let text = element.attributes["fetchLimit"], let number = Int(text), number > 0 {
      limit = number
    }
    return ManagedRequest(
      name: name, entity: entity, predicate: predicate, order: [], limit: limit,
      result: element.attributes["resultType"].flatMap(Int.init)
        .flatMap(ManagedRequest.Result.init) ?? .objects)
  }
}

extension XMLElement {
  func name(_ attribute: String) -> Name? { attributes[attribute].map { Name($0) } }

  fileprivate func flag(_ attribute: String) -> Bool { attributes[attribute] == "YES" }

  /// The name in the previous model version, or nil if it is the present name.
  fileprivate var renamedFrom: Name? {
    guard let old = name("elementID") ?? name("renamingIdentifier"), old != name("name") else {
      return nil
    }
    return old
  }

  fileprivate var userInfo: [String: String] {
    var userInfo: [String: String] = [:]
    for entry in children(named: "userInfo").flatMap({ $0.children(named: "entry") }) {
      guard let key = entry.attributes["key"], userInfo[key] == nil else { continue }
      userInfo[key] = entry.attributes["value"] ?? ""
    }
    return userInfo
  }
}

extension ManagedType {
  init(word: String) {
    self =
      switch word {
      case "Integer 16": .int16
      case "Integer 32": .int32
      case "Integer 64": .int64
      case "Decimal": .decimal
      case "Double": .double
      case "Float": .float
      case "String": .string
      case "Boolean": .boolean
      case "Date": .date
      case "Binary", "Binary Data": .data
      case "UUID": .uuid
      case "URI": .uri
      case "Transformable": .transformable
      case "Object ID", "ObjectID": .objectID
      case "Composite": .composite
      case "Undefined": .undefined
      default: .unknown(word)
      }
  }
}
