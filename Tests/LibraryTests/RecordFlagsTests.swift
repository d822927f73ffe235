import FlagDB
import Foundation
import TestServer
import Testing

private let markers = Probe.flags(\.markers)
private let spare = Probe.flags(\.spare)
private let wanted: Markers = [.hrm, .plx]
private let few: Markers = [.raw]

/// A condition on flags, and the same question in memory.
struct FlagCondition: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let condition: Condition
  let holds: @Sendable (Probe) -> Bool

  init(
    _ name: String, _ condition: Condition, _ holds: @escaping @Sendable (Probe) -> Bool
  ) {
    testDescription = name
    self.condition = condition
    self.holds = holds
  }

  static let all: [FlagCondition] = [
    .init("contains", markers.contains(.hrm)) { $0.markers.contains(.hrm) },
    .init("contains nothing", markers.contains([])) { _ in true },
    .init("contains bit 63", markers.contains(.top)) { $0.markers.contains(.top) },
    .init("isSuperset", markers.isSuperset(of: wanted)) { $0.markers.isSuperset(of: wanted) },
    .init("isSubset", markers.isSubset(of: wanted)) { $0.markers.isSubset(of: wanted) },
    .init("isSubset of all", markers.isSubset(of: .init(rawValue: -1))) { _ in true },
    .init("isDisjoint", markers.isDisjoint(with: wanted)) { $0.markers.isDisjoint(with: wanted) },
    .init("not isDisjoint", !markers.isDisjoint(with: .top)) { $0.markers.contains(.top) },
    .init("isEmpty", markers.isEmpty) { $0.markers.isEmpty },
    .init("==", markers == wanted) { $0.markers == wanted },
    .init("!=", markers != wanted) { $0.markers != wanted },
    .init("union ==", markers.union(few) == [.raw, .hrm, .plx]) {
      $0.markers.union(few) == [.raw, .hrm, .plx]
    },
    .init("intersection ==", markers.intersection(wanted) == .plx) {
      $0.markers.intersection(wanted) == .plx
    },
    .init("subtracting", markers.subtracting(wanted).isEmpty) {
      $0.markers.subtracting(wanted).isEmpty
    },
    .init("subtracting bit 63", markers.subtracting(.top) == []) {
      $0.markers.subtracting(.top) == []
    },
    .init("symmetricDifference", markers.symmetricDifference(wanted) == few) {
      $0.markers.symmetricDifference(wanted) == few
    },
    .init("union of an intersection", markers.intersection(wanted).union(few).contains(wanted)) {
      $0.markers.intersection(wanted).union(few).contains(wanted)
    },
    .init("combined", markers.contains(.hrm) && "age > 10") {
      $0.markers.contains(.hrm) && $0.age > 10
    },
    .init("optional contains", spare.contains(.hrm)) { $0.spare?.contains(.hrm) == true },
    .init("optional isSubset", spare.isSubset(of: wanted)) {
      $0.spare?.isSubset(of: wanted) == true
    },
    .init("optional isDisjoint", spare.isDisjoint(with: wanted)) {
      $0.spare?.isDisjoint(with: wanted) == true
    },
    .init("optional isEmpty", spare.isEmpty) { $0.spare?.isEmpty == true },
    .init("optional !=", spare != wanted) { $0.spare.map { $0 != wanted } ?? false },
    .init("optional union", spare.union(few) == few) { $0.spare?.union(few) == few },
    .init("128 bits", Probe.flags(\.wide).isDisjoint(with: .last)) { !$0.wide.contains(.last) },
  ]
}

@Suite("Conditions on the flags of a property")
struct RecordFlagsTests {
  @Test("find the records for which Swift says the same", arguments: FlagCondition.all)
  func sameRecords(example: FlagCondition) throws {
    let expected = PredicateTests.probes.filter(example.holds).map(\.id)
    var databases = [PredicateTests.database]
    if AppSchema.isInstalled { databases.append(PredicateTests.serverDatabase) }
    for database in databases {
      let found = try database.get().read { try $0.fetch(Probe.self, where: example.condition) }
      #expect(found.map(\.id) == expected)
    }
  }

  @Test("change records, and are refused for what is no property and no stored flag")
  func others() throws {
    let database = try Database.inMemory(for: Parcel.self)
    let marks = Parcel.flags(\.markers)
    try database.write { change in
      try change.insert(Parcel(code: "A", weight: 1, markers: [.HRM, .PLX]))
      try change.insert(Parcel(code: "B", weight: 2, markers: .RAW))
      #expect(
        try change.update(Parcel.self, where: marks.isSubset(of: .RAW), .set(\.weight, to: 9)) == 1)
      #expect(try change.delete(Parcel.self, where: !marks.isDisjoint(with: .PLX)) == 1)
      #expect(try change.fetch(Parcel.self).map(\.weight) == [9])
    }
    let beyond = Probe.flags(\.wide).contains(Wide(rawValue: 1 << 64))
    let calculated = Probe.flags(\.turned)
    for condition in [beyond, calculated.isEmpty] {
      #expect(throws: (any Error).self) {
        try PredicateTests.database.get().read { try $0.count(Probe.self, where: condition) }
      }
    }
  }
}

extension Probe {
  fileprivate var turned: Markers { Markers(rawValue: ~markers.rawValue) }
}
