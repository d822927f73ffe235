import Testing
import XML

@Suite struct XMLElementTests {
  private func read(_ text: String) throws -> XMLElement {
    try XMLElement(reading: Array(text.utf8))
  }

  @Test func elementsAttributesAndText() throws {
    let root = try read(
      """
      <?xml version="1.0"?>
      <!-- a comment --><a x="1" y="&lt;&#233;"> one <b/><![CDATA[<two>]]><b z=""> three</b></a>
      """)
    #expect(root.name == "a")
    #expect(root.attributes == ["x": "1", "y": "<é"])
    #expect(root.text == " one <two>")
    #expect(root.children(named: "b").map(\.attributes) == [[:], ["z": ""]])
    #expect(root.children.map(\.text) == ["", " three"])
  }

  @Test func otherEncodingsAreRead() throws {
    let text = "<?xml version='1.0' encoding='ISO-8859-1'?><a>\u{e9}</a>"
    let bytes = text.unicodeScalars.map { UInt8($0.value) }
    #expect(try XMLElement(reading: bytes).text == "é")
    let wide = [0xFEFF] + "<a>é</a>".utf16
    #expect(
      try XMLElement(reading: wide.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }).text == "é")
  }

  @Test(arguments: [
    "<!DOCTYPE a PUBLIC \"-//Apple//DTD\" \"http://localhost:1/nothing.dtd\"><a/>",
    "<!DOCTYPE a SYSTEM \"/etc/passwd\"><a/>", "<!DOCTYPE a [<!ELEMENT a ANY>]><a/>",
  ])
  func aDocumentTypeIsAllowedAndNotOpened(text: String) throws {
    #expect(try read(text).name == "a")
  }

  @Test(arguments: [
    ("<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>", "XML that declares entities is not read"),
    (
      "<!DOCTYPE a [<!ENTITY b SYSTEM \"/etc/passwd\">]><a>&b;</a>",
      "XML that declares entities is not read"
    ),
    ("<!DOCTYPE a [<!ENTITY % b \"c\"> %b;]><a/>", "XML that declares entities is not read"),
    (
      "<!DOCTYPE a SYSTEM \"a.dtd\"><a>&b;</a>", "the entity '&b;' is not known"
    ),
    ("<a>&b;</a>", "not XML: undefined entity"),
    ("", "not XML: no element found"), ("<a>", "not XML: no element found"),
    ("<a></b>", "not XML: mismatched tag"), ("<a/><b/>", "not XML: junk after document element"),
    ("<a x='1' x='2'/>", "not XML: duplicate attribute"),
    ("<a>\u{0}</a>", "not XML: not well-formed (invalid token)"),
  ])
  func refuses(text: String, message: String) {
    #expect(message == self.message(of: text))
  }

  private func message(of text: String) -> String? {
    do {
      _ = try read(text)
      return nil
    } catch let error as XMLError {
      return error.message
    } catch {
      return "\(error)"
    }
  }

  @Test func placesAreCountedFromOne() throws {
    let error = #expect(throws: XMLError.self) { try read("<a>\n  <b></c></a>") }
    #expect(error?.line == 2 && error?.column == 8)
  }

  @Test func entitiesInEntitiesDoNotGrow() {
    var text = "<!DOCTYPE a [<!ENTITY e0 \"aaaaaaaaaa\">"
    for level in 1...30 { text += "<!ENTITY e\(level) \"&e\(level - 1);&e\(level - 1);\">" }
    #expect(message(of: text + "]><a>&e30;</a>") == "XML that declares entities is not read")
  }

  @Test func levelsAndElementsAreBounded() throws {
    let levels = { (count: Int) in
      String(repeating: "<a>", count: count) + String(repeating: "</a>", count: count)
    }
    #expect(try read(levels(256)).name == "a")
    #expect(message(of: levels(257)) == "XML of more than 256 levels is not read")
    #expect(message(of: levels(100_000)) == "XML of more than 256 levels is not read")
    let many = "<a>" + String(repeating: "<b/>", count: 1_000_000) + "</a>"
    #expect(message(of: many) == "XML of more than 1000000 elements is not read")
  }
}
