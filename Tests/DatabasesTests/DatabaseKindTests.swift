import Engines
import FlagModel
import ForeignModels
import Testing

@testable import Databases

@Suite("kinds of databases")
struct DatabaseKindTests {
  static let sidecar = Sidecar(.empty, fingerprint: "")

  /// The actions that each kind refuses, with the end of the first line of the error.
  static let refusals: [(DatabaseKind, [DatabaseKind.Action: String])] = [
    (.own, [.adopt: "has its model in it", .storeNames: "has its model in it"]),
    (
      .recordFile,
      [
        .changeRecords: "read-only", .changeTables: "read-only", .adopt: "read-only",
        .storeNames: "read-only", .logChanges: "record file, which has no audit log",
      ]
    ),
    (
      .foreign,
      [
        .changeRecords: "read-only until it is adopted",
        .changeTables: "read-only until it is adopted", .logChanges: "no audit log in it",
      ]
    ),
    (
      .adopted(sidecar),
      [
        .changeTables: "flagdb does not change its tables", .logChanges: "no audit log in it",
      ]
    ),
    (
      .coreData(sidecar),
      [
        .changeRecords: "Core Data store, which is read-only",
        .changeTables: "Core Data store, which is read-only",
        .storeNames: "Core Data store, which is read-only", .logChanges: "no audit log in it",
      ]
    ),
  ]

  @Test(arguments: refusals)
  func refusal(kind: DatabaseKind, refused: [DatabaseKind.Action: String]) {
    for action in DatabaseKind.Action.allCases {
      #expect(kind.allows(action) == (refused[action] == nil), "\(action)")
      do throws(DatabaseError) {
        try kind.requireAllowed(action, in: "a.db")
        #expect(refused[action] == nil, "\(action)")
      } catch {
        #expect(refused[action].map(error.message.hasSuffix) == true, "\(action): \(error)")
      }
    }
  }
}
