import PropertyLists
import TestSupport
import Testing

@Suite struct KeyedArchiveTests {
  private func read(_ archive: WrittenPropertyList) throws -> KeyedArchive {
    try KeyedArchive(PropertyList(archive.binary))
  }

  @Test func fieldsCollectionsAndPlainValues() throws {
    let archive = WrittenArchive()
    let inside = archive.object("App.Cover", [("size", .integer(3))])
    let root = archive.object(
      "Root",
      [
        ("name", archive.text("one")), ("none", .uid(0)), ("isOn", .bool(true)),
        ("count", .integer(1)),
        ("soft", archive.object("NSMutableString", [("NS.string", "two")])),
        ("list", archive.array([archive.text("a"), .uid(0), inside])),
        ("map", archive.dictionary([("x", archive.text("1")), ("y", inside)])),
        ("known", archive.knownKeys([("z", archive.text("3"))])),
      ])
    for archived in [archive.archive(root: root).binary, archive.archive(root: root).xml] {
      let object = try KeyedArchive(PropertyList(archived)).root
      #expect(try object.className == "Root")
      #expect(try object.string("name") == "one")
      #expect(try object.string("soft") == "two")
      #expect(try object.field("none") == nil)
      #expect(try object.field("missing") == nil)
      #expect(try object.flag("isOn"))
      #expect(try object.flag("count"))
      #expect(try !object.flag("name"))
      #expect(try object.integer("count") == 1)
      #expect(try object.field("list")?.elements.map { try $0.className } == [nil, "App.Cover"])
      #expect(try object.field("map")?.entries.map(\.key) == ["x", "y"])
      #expect(try object.field("known")?.entries.map(\.key) == ["z"])
      #expect(try object.field("known")?.entries.first?.value.string == "3")
    }
  }

  @Test func objectsGoInCircles() throws {
    let archive = WrittenArchive()
    let (first, second) = (archive.reserve(), archive.reserve())
    archive.object("Node", [("next", .uid(second))], at: first)
    archive.object("Node", [("next", .uid(first))], at: second)
    let root = try read(archive.archive(root: .uid(first))).root
    #expect(try root.field("next")?.field("next")?.index == root.index)
    #expect(try root.field("next")?.index != root.index)
  }

  @Test func aTextThatIsItselfIsNone() throws {
    let archive = WrittenArchive()
    let number = archive.reserve()
    archive.object("NSMutableString", [("NS.string", .uid(number))], at: number)
    #expect(try read(archive.archive(root: .uid(number))).root.string == nil)
  }

  @Test func aWayWithoutEndIsStopped() throws {
    let archive = WrittenArchive()
    let number = archive.reserve()
    archive.object("Node", [("next", .uid(number))], at: number)
    var object = try read(archive.archive(root: .uid(number))).root
    #expect(throws: PropertyListError.tooLarge(what: "steps to go", limit: 4_000_000)) {
      while let next = try object.field("next") { object = next }
    }
  }

  @Test func numbersOutsideTheArchiveAreRefused() throws {
    let archive = WrittenArchive()
    let root = archive.object("Root", [("far", .uid(2_147_483_648))])
    #expect(throws: PropertyListError.broken("a reference to object 2147483648")) {
      try read(archive.archive(root: root)).root.field("far")
    }
    #expect(throws: PropertyListError.self) { try read(archive.archive(root: .uid(77))) }
    #expect(throws: PropertyListError.self) { try read(archive.archive(root: .uid(0))) }
    #expect(throws: PropertyListError.self) { try read(.dictionary([("$objects", .array([]))])) }
    #expect(throws: PropertyListError.self) { try read("text") }
  }

  @Test func aClassThatIsNoneHasNoName() throws {
    let archive = WrittenArchive()
    let root = archive.add(.dictionary([("$class", archive.text("plain"))]))
    #expect(try read(archive.archive(root: root)).root.className == nil)
  }
}
