import FlagModel
import ManagedModels
import TestSupport
import Testing

@Suite struct CompiledModelTests {
  typealias Entity = WrittenModel.Entity

  private static var zoo: WrittenModel {
    WrittenModel([
      Entity(
        "Animal",
        [
          .attribute("name", 700, [("NSIsOptional", .bool(true))]),
          .relationship(
            "home", to: "Cage", inverse: "animals",
            [("NSIsOptional", .bool(true)), ("NSDeleteRule", .integer(3))]),
        ], uniques: [["name"]], fields: [("NSIsAbstract", .bool(true))]),
      Entity("Cat", of: "Animal", [.attribute("lives", 100, [("NSDefaultValue", .integer(9))])]),
      Entity(
        "Cage",
        [
          .relationship(
            "animals", to: "Animal", inverse: "home", toMany: true,
            [("NSDeleteRule", .integer(2)), ("NSIsOrdered", .bool(true))])
        ]),
    ])
  }

  @Test func cacheAndFileHoldTheSame() throws {
    let model = try ManagedModel(cache: Self.zoo.cache)
    #expect(try ManagedModel(compiled: Self.zoo.compiled) == model)
    #expect(model.identifiers == ["1.2"])
    #expect(model.entities.map(\.name) == ["Animal", "Cage", "Cat"])
  }

  @Test func inheritedPropertiesAreNotRepeated() throws {
    let model = try ManagedModel(cache: Self.zoo.cache)
    let cat = try #require(model.entity(named: "Cat"))
    #expect(cat.parent == "Animal")
    #expect(cat.attributes.map(\.name) == ["lives"])
    #expect(cat.relationships.isEmpty)
    #expect(model.lineage(of: cat).map(\.name) == ["Cat", "Animal"])
    let animal = try #require(model.entity(named: "Animal"))
    #expect(animal.isAbstract && !cat.isAbstract)
    #expect(animal.uniques == [["name"]])
  }

  @Test func relationships() throws {
    let model = try ManagedModel(cache: Self.zoo.cache)
    let home = try #require(model.entity(named: "Animal")?.relationship(named: "home"))
    #expect(home.destination == "Cage" && home.inverse == "animals")
    #expect(!home.isToMany && home.maximum == 1 && home.isOptional && home.deleteRule == .deny)
    let animals = try #require(model.entity(named: "Cage")?.relationship(named: "animals"))
    #expect(animals.isToMany && animals.isOrdered && animals.maximum == nil && !animals.isOptional)
    #expect(animals.deleteRule == .cascade)
  }

  @Test(arguments: [
    (0, ManagedType.undefined), (100, .int16), (200, .int32), (300, .int64), (400, .decimal),
    (500, .double), (600, .float), (700, .string), (800, .boolean), (900, .date), (1000, .data),
    (1100, .uuid), (1200, .uri), (1800, .transformable), (2000, .objectID), (2100, .composite),
    (77, .unknown("77")),
  ])
  func types(number: Int, type: ManagedType) throws {
    #expect(try attribute(.attribute("a", number)).type == type)
  }

  @Test(arguments: [
    (0, false), (4, true), (16, false), (20, true),
  ])
  func externalStorageIsOneBit(flags: Int64, isExternal: Bool) throws {
    let attribute = try attribute(.attribute("a", 1000, [("NSFlagsKey", .integer(flags))]))
    #expect(attribute.isExternal == isExternal)
  }

  @Test func defaultsTakeTheTypeOfTheirAttribute() throws {
    let plain: [(Int, WrittenPropertyList, ManagedDefault?)] = [
      (800, .bool(true), .value(.integer(1))), (100, .integer(3), .value(.integer(3))),
      (500, .integer(3), .value(.real(3))), (500, .real(0.5), .value(.real(0.5))),
      (700, "x", .value(.text("x"))), (700, .uid(0), nil), (1000, .data([1]), .value(.blob([1]))),
    ]
    for (type, value, expected) in plain {
      #expect(
        try attribute(.attribute("a", type, [("NSDefaultValue", value)])).defaultValue == expected)
    }
    let decimal: [(String, WrittenPropertyList)] = [
      ("NS.exponent", .integer(-2)), ("NS.length", .integer(1)), ("NS.negative", .bool(true)),
      ("NS.mantissa", .data([0x2C, 1, 0, 0])), ("NS.mantissa.bo", .integer(1)),
    ]
    let objects: [(Int, String, [(String, WrittenPropertyList)], ManagedDefault?)] = [
      (900, "NSDate", [("NS.time", .real(5))], .value(.real(5))),
      (1100, "NSUUID", [("NS.uuidbytes", .data([1, 2]))], .value(.blob([1, 2]))),
      (700, "NSMutableString", [("NS.string", "y")], .value(.text("y"))),
      (1200, "NSURL", [("NS.relative", "a:b")], .value(.text("a:b"))),
      (400, "NSDecimalNumberPlaceholder", decimal, .value(.real(-3))),
      (1800, "App.Cover", [("text", "z")], .object("App.Cover")),
    ]
    for (type, name, fields, expected) in objects {
      let property = WrittenModel.Property.attribute(
        "a", type, objects: [("NSDefaultValue", { $0.object(name, fields) })])
      #expect(try attribute(property).defaultValue == expected)
    }
  }

  @Test func compositesAndDerivedAttributes() throws {
    let place = try attribute(
      .attribute(
        "place", 2100, className: "NSCompositeAttributeDescription",
        objects: [
          (
            "NSCompositeElements",
            { archive in
              archive.array([
                archive.object(
                  "NSAttributeDescription",
                  [("NSPropertyName", "latitude"), ("NSAttributeType", .integer(500))])
              ])
            }
          )
        ]))
    #expect(place.elements.map(\.name) == ["latitude"])
    #expect(place.elements.map(\.type) == [.double])
    let count = try attribute(
      .attribute(
        "count", 300, className: "NSDerivedAttributeDescription",
        objects: [("NSDerivationExpression", { $0.function("count:", [$0.path("pages")]) })]))
    #expect(count.derivation == "count(pages)")
  }

  @Test func whatNobodyKnowsIsPassedOver() throws {
    let model = try ManagedModel(
      cache: WrittenModel([
        Entity(
          "A", [.attribute("x", 700), .attribute("y", 0, className: "NSExpressionDescription")])
      ]).cache)
    #expect(model.entities.first?.attributes.map(\.name) == ["x"])
  }

  // MARK: Damage

  @Test func entitiesThatInheritFromEachOtherAreRefused() {
    let model = WrittenModel([Entity("A", of: "B"), Entity("B", of: "A")])
    #expect(throws: ManagedModelError.circle("A")) { try ManagedModel(cache: model.cache) }
  }

  @Test func anEntityThatStandsTwiceIsRefused() {
    let archive = WrittenArchive()
    let name = archive.text("A")
    let entities = ["x", "y"].map {
      ($0, archive.object("NSEntityDescription", [("NSEntityName", name)]))
    }
    let root = archive.object(
      "NSManagedObjectModel", [("NSEntities", archive.dictionary(entities))])
    #expect(throws: ManagedModelError.twice("A")) {
      try ManagedModel(compiled: archive.archive(root: root).binary)
    }
  }

  @Test(arguments: [
    (Array("momv2$1234".utf8), "an optimized model (.omo) is not read"),
    ([], "this is not a property list"),
    (
      WrittenPropertyList.string("x").binary,
      "the property list is damaged: it is not a keyed archive"
    ),
  ])
  func otherFilesAreNamed(bytes: [UInt8], message: String) {
    let error = #expect(throws: ManagedModelError.self) { try ManagedModel(compiled: bytes) }
    #expect(error?.message == message)
  }

  @Test func aCompositeInItselfIsRefused() {
    let archive = WrittenArchive()
    let number = archive.reserve()
    archive.object(
      "NSCompositeAttributeDescription",
      [
        ("NSPropertyName", "a"), ("NSAttributeType", .integer(2100)),
        ("NSCompositeElements", archive.array([.uid(number), .uid(number)])),
      ], at: number)
    let entity = archive.object(
      "NSEntityDescription",
      [("NSEntityName", "A"), ("NSProperties", archive.dictionary([("a", .uid(number))]))])
    let root = archive.object(
      "NSManagedObjectModel", [("NSEntities", archive.dictionary([("A", entity)]))])
    #expect(throws: ManagedModelError.self) {
      try ManagedModel(compiled: archive.archive(root: root).binary)
    }
  }

  private func attribute(_ property: WrittenModel.Property) throws -> ManagedAttribute {
    let model = try ManagedModel(cache: WrittenModel([Entity("A", [property])]).cache)
    return try #require(model.entities.first?.attributes.first)
  }
}
