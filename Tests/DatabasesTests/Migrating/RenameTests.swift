import Migrations
import Testing

@testable import Databases

/// Names over several versions.
@Suite struct RenameTests {
  private func renames(_ words: String) -> [Rename] {
    words.split(separator: " ").compactMap { Rename(String($0)) }
  }

  @Test(
    arguments: [
      ("S.note=remark", "S.remark=text", "S.note=text"),
      ("S.note=remark", "S.remark=note", ""),
      ("S=T", "T.note=text", "S=T S.note=text"),
      ("S=T S.note=remark", "T.remark=text", "S=T S.note=text"),
      ("S=T", "T=S", ""),
      ("S.a=b S.b=a", "S.a=c", "S.a=b S.b=c"),
      ("S.a=b", "S.a=c", "S.a=b"),
      ("", "S.a=c", "S.a=c"),
      ("S.a=c", "", "S.a=c"),
      ("S.pt.x=pos.x", "S.pos.x=pt.x", ""),
      ("S.pt.x=pos.x S.pt.y=pos.y", "S.pos.y=at.y S.pos.x=at.x", "S.pt.y=at.y S.pt.x=at.x"),
      ("S=T S.pt.x=pos.x", "T.pos.x=pt.x", "S=T"),
      ("S.Mark.HRM=PLS", "S=T", "S.Mark.HRM=PLS S=T"),
    ] as [(String, String, String)])
  func following(_ first: String, _ second: String, _ both: String) {
    #expect(renames(first).followed(by: renames(second)) == renames(both))
  }

  @Test func storing() {
    let renames = renames("S.note=remark BIOMarker.PLX=SpO2")
    #expect([Rename](storedText: renames.storedText) == renames)
    #expect([Rename](storedText: "") == [])
  }

  @Test func storingMasks() throws {
    let masks = try ["Mail.status=isUnread:unread,starred", "Mail.tags=new"].map {
      try #require(MaskParts($0))
    }
    let text = "\(renames("S.note=remark").storedText)\n\(masks.storedText)"
    #expect([MaskParts](storedText: text) == masks)
    #expect([Rename](storedText: text) == renames("S.note=remark"))
    #expect([MaskParts](storedText: "") == [])
  }
}
