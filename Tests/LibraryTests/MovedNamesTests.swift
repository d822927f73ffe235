import FlagDB
import Foundation
import Testing

private struct Rights: NamedFlags, Storable, Codable, Hashable {
  let rawValue: Int8
  static let read = Rights(rawValue: 1)
  static let write = Rights(rawValue: 2)
  static let share = Rights(rawValue: 4)
  static let top = Rights(rawValue: -128)
  static let edit: Rights = [.read, .write]
  static let namedFlags: [(name: String, flags: Self)] = [
    ("read", read), ("write", write), ("share", share), ("top", top), ("edit", edit),
  ]
}

private enum Level: Int, CaseIterable, Codable, Storable { case low, mid, high }

private struct Item: Entity, Codable, Hashable {
  var id: Key<Item>?
  var rights: Rights = []
  var level: Level = .low
  var levels: [Level] = []
  var spare: Rights?
}

/// The flags and cases of an app's types are compared with those of the database: a value of one would be
/// read as another.
@Suite("Flags and cases that moved") struct MovedNamesTests {
  private let folder = TemporaryFolder()

  private static let flags =
    "read=1, write=2, share=4, top=128"
  private static let cases = "low, mid, high"

  private static func model(_ flags: String, _ cases: String, without: String = "") -> String {
    let flags = flags.split(separator: ", ").map { flag in
      let parts = flag.split(separator: "=")
      return "static let \(parts[0]) = Rights(rawValue: \(parts[1] == "128" ? "-128" : parts[1]))"
    }
    return """
      struct Rights: OptionSet { let rawValue: Int8; \(flags.joined(separator: "; ")) }
      enum Level: Int { case \(cases) }
      struct Item: Entity {
        var rights: Rights = []; var level: Level = .low; var levels: [Level] = []; var spare: Rights?
      }
      """
  }

  struct Difference: CustomTestStringConvertible {
    let flags: String
    let cases: String
    /// The refusal; nil if all agree.
    let reason: String?
    /// True if a database that may grow gets what is new.
    var grows = false

    var testDescription: String { "\(flags); \(cases)" }
  }

  static let differences = [
    Difference(flags: flags, cases: cases, reason: nil),
    Difference(flags: "\(flags), extra=8", cases: "\(cases), extra = 9", reason: nil),
    Difference(flags: "\(flags), peruse=1", cases: cases, reason: nil),
    Difference(
      flags: "read=1, share=2, top=128", cases: cases,
      reason: "'rights' of Item: bit 1 is 'write' in the app, and 'share' in the model"),
    Difference(
      flags: "read=1, share=2, write=4, top=128", cases: cases,
      reason: "'rights' of Item: the flag 'write' is bit 1 in the app, and bit 2 in the model"),
    Difference(
      flags: "read=1, write=2, top=128", cases: cases,
      reason: "'rights' of Item: the model has no flag 'share'", grows: true),
    Difference(
      flags: flags, cases: "low, high",
      reason: "'level' of Item: 1 is the case 'mid' in the app, and 'high' in the model"),
    Difference(
      flags: flags, cases: "low, high, mid",
      reason: "'level' of Item: the case 'mid' is 1 in the app, and 2 in the model"),
    Difference(
      flags: flags, cases: "low, mid",
      reason: "'level' of Item: the model has no case 'high'", grows: true),
  ]

  @Test(arguments: differences) func areFoundOnOpening(_ difference: Difference) throws {
    let path = folder.path("a.db")
    _ = try Database.create(at: path, model: Self.model(difference.flags, difference.cases))
    #expect(message { try Database(at: path, for: Item.self) } == difference.reason)
    let refusal = difference.grows ? nil : difference.reason
    #expect(message { try Database(at: path, for: Item.self, growing: true) } == refusal)
    if refusal == nil {
      #expect(message { try Database(at: path, for: Item.self) } == nil)
    } else {
      // Also without opening it for the type.
      let database = try Database(at: path)
      #expect(message { try database.read { try $0.fetch(Item.self) } } == refusal)
      let item = Item(rights: .write)
      #expect(message { try database.write { try $0.insert(item) } } == refusal)
    }
  }

  @Test func storedValuesMove() throws {
    let path = folder.path("a.db")
    let model = Self.model("read=1, share=2, top=128", "low, high")
    try Database.create(at: path, model: model).write {
      try $0.insert(into: "Item", ["rights": "read|share|top", "level": "high"])
      try $0.insert(into: "Item", ["rights": "share", "spare": "read"])
    }
    let database = try Database(at: path, for: Item.self, moving: true)
    let items = try database.read { try $0.fetch(Item.self) }
    #expect(items.map(\.rights) == [[.read, .share, .top], [.share]])
    #expect(items.map(\.level) == [.high, .low])
    #expect(items.map(\.spare) == [nil, .read])
    #expect(try database.model.contains("static let write = Self(rawValue: 1 << 1)"))
    #expect(message { try Database(at: path, for: Item.self) } == nil)
  }

  private func message(_ body: () throws -> some Any) -> String? {
    do {
      _ = try body()
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// A flag that the app does not know may be the same one with another name: nobody can tell.
  @Test func aBitThatIsTakenDoesNotMove() throws {
    let path = folder.path("a.db")
    _ = try Database.create(at: path, model: Self.model("read=1, old=2, share=4, top=128", "low"))
    #expect(
      message { try Database(at: path, for: Item.self, moving: true) }
        == "'rights' of Item: bit 1 is 'write' in the app, and 'old' in the model")
  }
}
