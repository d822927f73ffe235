import FlagModel
import ManagedModels
import TestSupport
import Testing

@Suite struct XMLModelTests {
  private func read(_ text: String) throws -> ManagedModel {
    try ManagedModel(contents: Array("<?xml version='1.0'?><model>\(text)</model>".utf8))
  }

  private func attribute(_ text: String) throws -> ManagedAttribute {
    let model = try read("<entity name='A'><attribute name='a' \(text)/></entity>")
    return try #require(model.entities.first?.attributes.first)
  }

  @Test func entities() throws {
    let model = try read(
      """
      <entity name="Cat" representedClassName="App.Cat" parentEntity="Animal" elementID="Tom">
        <userInfo><entry key="k" value="v"/></userInfo>
        <uniquenessConstraints><uniquenessConstraint><constraint value="a"/><constraint value="b"/>
        </uniquenessConstraint></uniquenessConstraints>
      </entity>
      <entity name="Animal" isAbstract="YES"/>
      <elements><element name="Cat" positionX="1"/></elements>
      """)
    #expect(model.entities.map(\.name) == ["Animal", "Cat"])
    let cat = try #require(model.entity(named: "Cat"))
    #expect(cat.parent == "Animal" && cat.className == "App.Cat" && cat.renamedFrom == "Tom")
    #expect(cat.userInfo == ["k": "v"] && cat.uniques == [["a", "b"]])
    #expect(model.entity(named: "Animal")?.isAbstract == true)
  }

  @Test(arguments: [
    ("Integer 16", ManagedType.int16), ("Integer 32", .int32), ("Integer 64", .int64),
    ("Decimal", .decimal), ("Double", .double), ("Float", .float), ("String", .string),
    ("Boolean", .boolean), ("Date", .date), ("Binary", .data), ("UUID", .uuid), ("URI", .uri),
    ("Transformable", .transformable), ("Composite", .composite), ("New", .unknown("New")),
  ])
  func types(word: String, type: ManagedType) throws {
    #expect(try attribute("attributeType='\(word)'").type == type)
  }

  @Test(
    arguments: [
      ("attributeType='Boolean' defaultValueString='NO'", ManagedDefault.value(.integer(0))),
      ("attributeType='Boolean' defaultValueString='YES'", .value(.integer(1))),
      ("attributeType='Integer 16' defaultValueString='7'", .value(.integer(7))),
      ("attributeType='Decimal' defaultValueString='0.0'", .value(.real(0))),
      ("attributeType='Date' defaultDateTimeInterval='-725882400'", .value(.real(-725_882_400))),
      ("attributeType='String' defaultValueString='NO'", .value(.text("NO"))),
      ("attributeType='Integer 16' defaultValueString='x'", nil), ("attributeType='String'", nil),
      (
        "attributeType='UUID' defaultValueString='00000000-0000-0000-0000-0000000000FF'",
        .value(.blob(Array(repeating: 0, count: 15) + [255]))
      ),
    ] as [(String, ManagedDefault?)])
  func defaults(text: String, value: ManagedDefault?) throws {
    #expect(try attribute(text).defaultValue == value)
  }

  @Test(
    arguments: [
      (
        "attributeType='Integer 16' minValueString='0' maxValueString='10'",
        [.atLeast(0), .atMost(10)]
      ),
      (
        "attributeType='String' minValueString='3' maxValueString='50'",
        [.lengthAtLeast(3), .lengthAtMost(50)]
      ),
      ("attributeType='String' regularExpressionString='[a-z]+'", [.matches("[a-z]+")]),
      ("attributeType='Date' minDateTimeInterval='5'", [.atLeast(5)]), ("attributeType='Date'", []),
    ] as [(String, [ManagedValidation])])
  func validations(text: String, expected: [ManagedValidation]) throws {
    #expect(try attribute(text).validations == expected)
  }

  @Test func otherFactsOfAttributes() throws {
    let a = try attribute(
      """
      optional='YES' transient='YES' attributeType='Binary' allowsExternalBinaryDataStorage='YES'
      elementID='old' valueTransformerName='T'
      """)
    #expect(a.isOptional && a.isTransient && a.isExternal && a.renamedFrom == "old")
    #expect(a.transformer == "T" && a.valueClass == nil && a.derivation == nil)
    let plain = try attribute("attributeType='Binary'")
    #expect(!plain.isOptional && !plain.isTransient && !plain.isExternal)
    #expect(plain.renamedFrom == nil && plain.transformer == nil)
    let derived = try attribute(
      "attributeType='Integer 64' derived='YES' derivationExpression='now()'")
    #expect(derived.derivation == "now()")
  }

  @Test func composites() throws {
    let model = try read(
      """
      <entity name="A"><attribute name="a" attributeType="Composite" compositeName="Place"/></entity>
      <composite name="Place"><attribute name="x" attributeType="Double"/>
        <attribute name="y" attributeType="Composite" compositeName="Place"/></composite>
      """)
    var attribute = try #require(model.entities.first?.attributes.first)
    #expect(attribute.elements.map(\.name) == ["x", "y"])
    var levels = 0
    while let next = attribute.elements.last {
      attribute = next
      levels += 1
    }
    #expect(levels == 20)
  }

  @Test func relationshipsAndRequests() throws {
    let model = try read(
      """
      <entity name="A">
        <relationship name="bs" optional="YES" toMany="YES" ordered="YES" deletionRule="No Action"
          destinationEntity="B" inverseName="a" elementID="old"/>
        <fetchedProperty name="f"><fetchRequest name="x" entity="B"
          predicateString="n == $FETCH_SOURCE.m"/></fetchedProperty>
      </entity>
      <entity name="B"><relationship name="a" maxCount="1" deletionRule="Deny"
        destinationEntity="A" inverseName="bs"/></entity>
      <fetchRequest name="all" entity="A" resultType="2"/>
      <fetchRequest name="some" entity="A" predicateString="n BEGINSWITH[c] 'x'" fetchLimit="5"/>
      <fetchRequest name="odd" entity="A" predicateString="n &lt;&lt;"/>
      """)
    let many = try #require(model.entity(named: "A")?.relationship(named: "bs"))
    #expect(many.isToMany && many.isOrdered && many.isOptional && many.deleteRule == .noAction)
    #expect(many.destination == "B" && many.inverse == "a" && many.renamedFrom == "old")
    let one = try #require(model.entity(named: "B")?.relationship(named: "a"))
    #expect(!one.isToMany && one.maximum == 1 && one.deleteRule == .deny && !one.isOptional)
    let fetched = try #require(model.entity(named: "A")?.fetched.first)
    #expect(fetched.name == "f" && fetched.entity == "B")
    #expect(fetched.predicate == "n = $FETCH_SOURCE.m")
    #expect(model.requests.map(\.name) == ["all", "odd", "some"])
    #expect(
      model.requests.map(\.predicate) == [nil, "(not readable)", "n beginswith[c] 'x'"])
    #expect(model.requests.map(\.limit) == [nil, nil, 5])
    #expect(model.requests.map(\.result) == [.dictionaries, .objects, .objects])
  }

  @Test(arguments: [
    ("<entity/>", "the model has no name for an <entity>"),
    ("<entity name='A'/><entity name='A'/>", "the model has two entities 'A'"),
    (
      "<entity name='A' parentEntity='B'/>", "'A' inherits from 'B', which is not in the model"
    ),
    (
      "<entity name='A' parentEntity='A'/>",
      "'A' inherits from itself, or through more than 200 entities"
    ),
    ("<entity", "line 1, column 36: not XML: not well-formed (invalid token)"),
  ])
  func refuses(text: String, message: String) {
    let error = #expect(throws: ManagedModelError.self) { try read(text) }
    #expect(error?.message == message)
  }

  @Test func otherXMLIsNoModel() {
    let error = #expect(throws: ManagedModelError.self) {
      try ManagedModel(contents: Array("<plist/>".utf8))
    }
    #expect(error?.message == "expected <model>, found <plist>")
  }

  @Test func differencesAreNamed() throws {
    let one = try read(
      """
      <entity name="A"><attribute name="a" attributeType="Date"/><attribute name="b" attributeType="String"/>
      <relationship name="r" toMany="YES" destinationEntity="A"/></entity>
      """)
    let other = try read(
      """
      <entity name="A" isAbstract="YES"><attribute name="a" attributeType="String" optional="YES"/>
      <relationship name="r" toMany="YES" destinationEntity="A" deletionRule="Cascade"/></entity>
      <entity name="B"/>
      """)
    #expect(one.differences(from: one) == [])
    #expect(
      one.differences(from: other) == [
        "A: abstract false, in the store true", "A.a: optional false, in the store true",
        "A.a: type date, in the store string", "A.b: only in the model",
        "A.r: delete rule nullify, in the store cascade", "B: only in the store",
      ])
  }
}
