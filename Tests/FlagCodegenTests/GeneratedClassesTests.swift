import FlagModel
import Foundation
import ManagedModels
import ModelText
import TestSupport
import Testing

@testable import FlagCodegen

/// Generated classes of Core Data and SwiftData are compiled, and those of Core Data run.
@Suite struct GeneratedClassesTests {
  /// A model of Xcode with every kind of attribute and relationship.
  private static let xml = """
    <model>
      <entity name="Shelf" representedClassName="Shelf" syncable="YES">
        <attribute name="plain" attributeType="String"/>
        <attribute name="note" optional="YES" attributeType="String"/>
        <attribute name="count" attributeType="Integer 16" usesScalarValueType="YES"/>
        <attribute name="size" optional="YES" attributeType="Integer 64"/>
        <attribute name="ratio" optional="YES" attributeType="Float"/>
        <attribute name="isOpen" optional="YES" attributeType="Boolean"/>
        <attribute name="made" optional="YES" attributeType="Date"/>
        <attribute name="price" optional="YES" attributeType="Decimal"/>
        <attribute name="picture" optional="YES" attributeType="Binary"/>
        <attribute name="token" optional="YES" attributeType="UUID"/>
        <attribute name="link" optional="YES" attributeType="URI"/>
        <attribute name="tint" optional="YES" attributeType="Transformable" valueTransformerName="TintTransformer"/>
        <attribute name="names" optional="YES" attributeType="Transformable" customClassName="[String]"/>
        <attribute name="safe" optional="YES" attributeType="Transformable" valueTransformerName="NSSecureUnarchiveFromData"/>
        <attribute name="total" optional="YES" attributeType="Integer 64" derived="YES" derivationExpression="books.@count"/>
        <attribute name="place" optional="YES" attributeType="Undefined" transient="YES"/>
        <attribute name="markers" attributeType="Integer 64" defaultValueString="2">
          <userInfo><entry key="attributeValueScalarType" value="Markers"/><entry key="unit" value="bits &quot;64&quot;"/></userInfo>
        </attribute>
        <attribute name="few" optional="YES" attributeType="Integer 16">
          <userInfo><entry key="attributeValueScalarType" value="Few"/></userInfo>
        </attribute>
        <attribute name="status" attributeType="Integer 32" defaultValueString="7">
          <userInfo><entry key="attributeValueScalarType" value="Status"/></userInfo>
        </attribute>
        <attribute name="mood" optional="YES" attributeType="String">
          <userInfo><entry key="attributeValueScalarType" value="Mood"/></userInfo>
        </attribute>
        <attribute name="half" attributeType="Double">
          <userInfo><entry key="attributeValueScalarType" value="Ratio"/></userInfo>
        </attribute>
        <attribute name="email" attributeType="String">
          <userInfo><entry key="attributeValueScalarType" value="Email"/></userInfo>
        </attribute>
        <attribute name="salary" optional="YES" attributeType="Decimal">
          <userInfo><entry key="attributeValueScalarType" value="Salary"/></userInfo>
        </attribute>
        <attribute name="foreign" attributeType="Integer 16">
          <userInfo><entry key="attributeValueScalarType" value="Foreign"/></userInfo>
        </attribute>
        <attribute name="entityName" optional="YES" attributeType="String"/>
        <attribute name="class_" optional="YES" attributeType="Integer 32"/>
        <relationship name="books" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Book" inverseName="shelf"/>
        <relationship name="order" optional="YES" toMany="YES" ordered="YES" deletionRule="Nullify" destinationEntity="Book"/>
        <userInfo><entry key="sync id" value="7"/></userInfo>
      </entity>
      <entity name="Book" representedClassName=".Book" syncable="YES">
        <attribute name="title" attributeType="String"/>
        <attribute name="pages" attributeType="Integer 32"/>
        <relationship name="shelf" maxCount="1" deletionRule="Nullify" destinationEntity="Shelf" inverseName="books"/>
        <fetchedProperty name="alike" optional="YES">
          <fetchRequest name="fetchedPropertyFetchRequest" entity="Book"/>
        </fetchedProperty>
      </entity>
      <entity name="Atlas" parentEntity="Book" representedClassName="Zoo.AtlasBook" syncable="YES">
        <attribute name="maps" attributeType="Integer 32"/>
      </entity>
      <fetchRequest name="thick" entity="Book" predicateString="pages &gt; $LEAST AND title BEGINSWITH $START"/>
      <fetchRequest name="all" entity="Atlas" predicateString="maps &gt; $values"/>
      <fetchRequest name="keys" entity="Book" resultType="1"/>
      <fetchRequest name="titles" entity="Book" resultType="2"/>
      <fetchRequest name="number" entity="Book" resultType="4"/>
    </model>
    """

  private static let types = """
    struct Markers: OptionSet {
      let rawValue: Int64
      static let RAW = Markers(rawValue: 1)
      static let HRM = Markers(rawValue: 2)
      static let top = Markers(rawValue: 1 << 63)
    }
    struct Few: OptionSet { let rawValue: UInt16; static let last = Few(rawValue: 1 << 15) }
    enum Status: Int32 { case received, measured = 7 }
    enum Mood: String { case calm, wild }
    enum Ratio: Double { case tiny = 0.1, half = 0.5 }
    struct Email { let address: String }
    typealias Money = Decimal
    struct Salary { let amount: Money }
    """

  private static func source(_ xml: String, _ types: String) throws -> CodeSource {
    let managed = try ManagedModel(contents: Array(xml.utf8))
    return CodeSource(
      schema: try schema(types), managed: managed, hasTables: false, origins: ["Zoo.xcdatamodeld"])
  }

  @Test("accessors of Core Data read and write the values of an app")
  func accessors() throws {
    let place = try Workplace()
    let code = try Self.source(Self.xml, Self.types).code(.coredata)[0].text
    try place.write(AppleStandIn.withoutObjectiveC(code), to: "Zoo.swift")
    try place.write(
      """
      struct Foreign: OptionSet { let rawValue: Int16; static let fallback: Foreign = [] }
      let shelf = Shelf()
      func expect(_ truth: Bool, _ words: String, line: Int = #line) {
        if !truth { print("\\(line): \\(words)") }
      }
      expect(shelf.markers == [.HRM] && shelf.status == .measured, "defaults stand for nothing")
      expect(shelf.few == nil && shelf.mood == nil && shelf.size == nil, "nil stays nil")
      expect(shelf.half == .tiny && shelf.email.address == "" && shelf.foreign == [], "fallbacks")
      shelf.markers = [.RAW, .top]
      expect(shelf.primitives["markers"] as? Int64 == .min + 1, "the highest bit")
      expect(shelf.markers == [.RAW, .top], "it comes back")
      shelf.calls = []
      shelf.few = .last
      expect(shelf.calls == ["willChange few", "didChange few"], "\\(shelf.calls)")
      expect(shelf.primitives["few"] as? Int16 == .min && shelf.few == .last, "sixteen bits")
      shelf.few = nil
      expect(shelf.few == nil, "nil is written")
      shelf.calls = []
      _ = shelf.status
      expect(shelf.calls == ["willAccess status", "didAccess status"], "\\(shelf.calls)")
      shelf.status = .received
      expect(shelf.primitives["status"] as? Int32 == 0, "raw values")
      shelf.primitives["status"] = Int32(99)
      expect(shelf.status == .measured, "an unknown value has the default")
      shelf.primitives["markers"] = Int64(1 << 40)
      expect(shelf.markers.rawValue == 1 << 40, "an unknown bit is kept")
      shelf.mood = .wild
      expect(shelf.primitives["mood"] as? String == "wild" && shelf.mood == .wild, "texts")
      shelf.half = .half
      expect(shelf.primitives["half"] as? Double == 0.5 && shelf.half == .half, "fractions")
      shelf.email = Email(address: "a@b")
      expect(shelf.primitives["email"] as? String == "a@b", "wrappers")
      shelf.salary = Salary(amount: 12)
      expect(shelf.salary?.amount == 12, "decimals")
      expect(shelf.primitives["salary"] is NSDecimalNumber, "decimals of Core Data")
      shelf.size = 7
      shelf.isOpen = true
      shelf.ratio = 0.5
      expect(shelf.size == 7 && shelf.isOpen == true && shelf.ratio == 0.5, "optional scalars")
      shelf.entityName_ = "own"
      expect(shelf.primitives["entityName"] as? String == "own", "a name that the class has")
      expect(Shelf.entityName == "Shelf" && AtlasBook.entityName == "Atlas", "entities")
      expect(Shelf.UserInfo.syncId == "7" && Shelf.UserInfo.markers.unit == "bits \\"64\\"", "facts")
      let request: NSFetchRequest<AtlasBook> = AtlasBook.fetchRequest()
      expect(request.entityName == "Atlas", "requests")
      let context = NSManagedObjectContext()
      func fails(_ body: () throws -> Any) -> Bool {
        do { _ = try body(); return false } catch { return (error as NSError).code == 134060 }
      }
      expect(fails { try Book.fetchNumber(in: context) }, "a context without a model")
      let store = NSPersistentStoreCoordinator()
      context.persistentStoreCoordinator = store
      expect(fails { try Book.fetchThick(in: context, LEAST: 3, START: "A") }, "no template")
      expect(fails { try Book.fetchNumber(in: context) }, "no template for a count")
      func answer(_ name: String, _ results: [any NSFetchRequestResult]) {
        let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Book")
        request.results = results
        store.managedObjectModel.templates[name] = request
      }
      let (book, key) = (AtlasBook(), NSManagedObjectID())
      for name in ["thick", "all", "number"] { answer(name, [book]) }
      answer("keys", [key])
      answer("titles", [["title": "x"] as [String: Any]])
      expect(try Book.fetchThick(in: context, LEAST: 3, START: "A") == [book], "objects")
      expect(store.managedObjectModel.variables["LEAST"] as? Int64 == 3, "variables")
      expect(try AtlasBook.fetchAll(in: context, values_: 1) == [book], "objects of a subclass")
      expect(try Book.fetchKeys(in: context) == [key], "IDs")
      expect(try Book.fetchTitles(in: context)[0]["title"] as? String == "x", "dictionaries")
      expect(try Book.fetchNumber(in: context) == 1, "a count")
      answer("keys", [book])
      expect(fails { try Book.fetchKeys(in: context) }, "results of another kind")
      print("done")
      """, to: "main.swift")
    try place.write(AppleStandIn.coreData, to: "CoreData.swift")
    try Program.run(
      "swiftc", ["-emit-module", "-emit-library", "-module-name", "CoreData", "CoreData.swift"],
      in: place.url)
    // Core Data itself makes the properties and methods that are marked so.
    try place.write(
      "import CoreData\nimport Foundation\n"
        + (try String(contentsOf: place.url.appending(path: "main.swift"), encoding: .utf8)),
      to: "main.swift")
    try Program.run(
      "swiftc",
      [
        "-I", ".", "-L", ".", "-lCoreData", "Zoo.swift", "main.swift", "-o", "main", "-Xlinker",
        "-rpath", "-Xlinker", ".", "-Xlinker", "--unresolved-symbols=ignore-all",
      ], in: place.url)
    #expect(try Program.run("env", ["./main"], in: place.url).output == "done\n")
  }

  @Test("a Swift model becomes classes of Core Data that compile")
  func ofSwift() throws {
    let place = try Workplace()
    let source = CodeSource(schema: try schema(crowdedModel), origins: ["crowded.swift"])
    let code = try source.code(.coredata)[0].text
    try place.write(AppleStandIn.withoutObjectiveC(code), to: "Zoo.swift")
    try place.write(AppleStandIn.coreData, to: "CoreData.swift")
    try Program.run(
      "swiftc", ["-emit-module", "-module-name", "CoreData", "CoreData.swift"], in: place.url)
    try Program.run("swiftc", ["-typecheck", "-I", ".", "Zoo.swift"], in: place.url)
  }

  @Test("former names of a model of Xcode arrive in classes of SwiftData")
  func formerNames() throws {
    let xml = """
      <model><entity name="B" elementID="A">
        <attribute name="x" attributeType="String" elementID="y"/>
        <attribute name="p" attributeType="Composite" compositeName="P" elementID="q"/>
        <relationship name="bs" optional="YES" toMany="YES" destinationEntity="B" inverseName="b"
          elementID="many"/>
        <relationship name="b" optional="YES" maxCount="1" destinationEntity="B" inverseName="bs"
          elementID="single"/>
      </entity><composite name="P"><attribute name="u" attributeType="Double"/>
        <attribute name="v" attributeType="Double" elementID="w"/></composite></model>
      """
    let managed = try ManagedModel(contents: Array(xml.utf8))
    let model = try managed.schema(types: [])
    let entity = try #require(model.entity(named: "B"))
    #expect(entity.originalName == "A")
    #expect(entity.attribute(named: "p.v")?.originalName == "w")
    let code = try CodeSource(schema: model, managed: managed, hasTables: false, origins: ["x"])
      .code(.swiftdata)[0].text
    for line in [
      "#if FLAGDB\n@Entity(originalName: \"A\")\n#endif\n@Model\nfinal class B {",
      #"@Attribute(originalName: "y") var x"#,
      #"@Attribute(originalName: "q") var p"#, #"originalName: "many", inverse: \B.b) var bs"#,
      #"@Relationship(originalName: "single") var b"#,
    ] {
      #expect(code.contains(line), "\(line)\n\(code)")
    }
    let read = try #require(readModel([SourceText(name: "b.swift", code)]).schema)
    #expect(read.entity(named: "B")?.originalName == "A")
  }

  @Test("classes of SwiftData compile")
  func swiftData() throws {
    let place = try Workplace()
    let renamed = """
      @Entity(originalName: "Old") @Model class Renamed { var name: String }
      @Entity(originalName: "OldPart") @Model final class RenamedPart: Renamed { var count: Int }
      """
    let source = CodeSource(
      schema: try schema(crowdedModel + "\n" + renamed), origins: ["crowded.swift"])
    try place.write(try source.code(.swiftdata)[0].text, to: "Zoo.swift")
    try place.write(AppleStandIn.swiftData, to: "SwiftData.swift")
    try place.write(AppleStandIn.plugin, to: "plugin")
    try Program.run("chmod", ["+x", "plugin"], in: place.url)
    let plugin = place.url.appending(path: "plugin").path
    let options = ["-load-plugin-executable", "\(plugin)#Nothing"]
    try Program.run(
      "swiftc",
      options + ["-emit-module", "-module-name", "SwiftData", "SwiftData.swift"], in: place.url)
    try Program.run("swiftc", options + ["-typecheck", "-I", ".", "Zoo.swift"], in: place.url)
  }

  @Test(
    "what an attribute cannot keep is said",
    arguments: [
      (
        "Integer 16",
        "struct T: OptionSet { let rawValue: Int32; static let far = T(rawValue: 1 << 20) }",
        "'A.x' has 16 bits, and 'T.far' is bit 20"
      ),
      (
        "Integer 16", "enum T: Int { case small, large = 70000 }",
        "'A.x' has 16 bits, too few for 'T.large'"
      ),
      ("String", "enum T: Int { case a }", "'A.x' is not an integer, which keeps cases of 'T'"),
      ("Integer 32", "enum T: String { case a }", "'A.x' is not text, as cases of 'T' are"),
      (
        "String", "struct T: OptionSet { let rawValue: Int; static let a = T(rawValue: 1) }",
        "'A.x' is not an integer, which keeps flags of 'T'"
      ),
    ])
  func problems(_ type: String, _ declaration: String, _ message: String) throws {
    let xml = """
      <model><entity name="A"><attribute name="x" attributeType="\(type)"><userInfo>
      <entry key="attributeValueScalarType" value="T"/></userInfo></attribute></entity></model>
      """
    let source = try Self.source(xml, declaration)
    let error = #expect(throws: CodeProblem.self) { try source.code(.coredata) }
    #expect(error?.message == message)
  }
}
