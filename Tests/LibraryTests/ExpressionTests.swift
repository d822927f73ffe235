import FlagDB
import Foundation
import TestServer
import Testing

private let age = #Expression<Probe, Int> { $0.age }
private let distance = #Expression<Probe, Int> { ($0.age - 20) * ($0.age - 20) }
private let passing = #Expression<Probe, Int> { $0.readings.filter { $0.value >= 50 }.count }
private let isOld = #Expression<Probe, Bool> { $0.age > 20 }
private let duration = #Expression<Probe, Date> { $0.ended ?? $0.taken }
private let noted = #Expression<Probe, String> { $0.note ?? "none" }
private let limit = #Expression<Probe, Int?> { $0.limit }
private let marks = #Expression<Probe, Markers> {
  $0.isOpen ? $0.markers : ($0.spare ?? $0.markers)
}
private let stage = #Expression<Probe, Stage> { $0.stage }
private let ratio = #Expression<Probe, Double> { $0.score / 4 }
private let key = #Expression<Probe, Key<Probe>?> { $0.id }
private let constant = #Expression<Probe, Int> { _ in 7 }

/// Expressions as values, keys of an order, groups and what is aggregated.
@Suite("#Expression")
struct ExpressionTests {
  private var probes: [Probe] { PredicateTests.probes }

  private func read<Result>(
    on backend: Backend = .file, _ body: (Snapshot) throws -> Result
  ) throws -> Result {
    let database = backend == .server ? PredicateTests.serverDatabase : PredicateTests.database
    return try database.get().read(body)
  }

  /// The backends that are there.
  private static let backends: [Backend] = AppSchema.isInstalled ? [.file, .server] : [.file]

  private func requireSame<Value: Storable & Equatable>(
    _ expression: Expression<Probe, Value>, _ place: SourceLocation = #_sourceLocation
  ) throws {
    for backend in Self.backends {
      let found = try read(on: backend) { try $0.values(of: expression) }
      #expect(
        try found == probes.map { try expression.evaluate($0) }, "\(backend)",
        sourceLocation: place)
    }
  }

  @Test("has the value that it has in memory")
  func sameValues() throws {
    try requireSame(age)
    try requireSame(distance)
    try requireSame(passing)
    try requireSame(isOld)
    try requireSame(duration)
    try requireSame(noted)
    try requireSame(limit)
    try requireSame(marks)
    try requireSame(stage)
    try requireSame(ratio)
    try requireSame(key)
    try requireSame(constant)
  }

  @Test("gives several values of the records that are asked for", arguments: backends)
  func severalValues(backend: Backend) throws {
    let condition = Condition(#Predicate<Probe> { $0.isOpen })
    let found = try read(on: backend) {
      try $0.values(
        of: noted, passing, isOld, where: condition, sort: [.descending(age), .ascending(\.id)],
        limit: 10, offset: 2)
    }
    let expected = probes.filter(\.isOpen).sorted {
      ($1.age, $0.id?.number ?? 0) < ($0.age, $1.id?.number ?? 0)
    }.dropFirst(2).prefix(10)
    #expect(found.map(\.0) == expected.map { $0.note ?? "none" })
    #expect(try found.map(\.1) == expected.map { try passing.evaluate($0) })
    #expect(found.map(\.2) == expected.map { $0.age > 20 })
  }

  @Test("orders records", arguments: backends)
  func orders(backend: Backend) throws {
    let least = try read(on: backend) {
      try $0.fetch(sort: [.ascending(distance), .descending(\.id)])
    }
    let expected = try probes.sorted {
      try (distance.evaluate($0), $1.id?.number ?? 0) < (distance.evaluate($1), $0.id?.number ?? 0)
    }
    #expect(least.map(\.id) == expected.map(\.id))
    let greatest = try read(on: backend) {
      try $0.fetch(sort: [.descending(distance), .ascending(\.id)])
    }
    #expect(greatest.map(\.id) == expected.reversed().map(\.id))
  }

  @Test("is aggregated in one statement", arguments: backends)
  func aggregates(backend: Backend) throws {
    let (least, greatest, sum, mean, first) = try read(on: backend) {
      try $0.aggregate(
        Probe.self, .min(distance), .max(#Expression { $0.score * 2 }), .sum(passing),
        .average(age), .min(duration))
    }
    #expect(try least == probes.map { try distance.evaluate($0) }.min())
    #expect(greatest == probes.map { $0.score * 2 }.max())
    #expect(try sum == probes.map { try passing.evaluate($0) }.reduce(0, +))
    #expect(mean == Double(probes.map(\.age).reduce(0, +)) / Double(probes.count))
    #expect(first == probes.map { $0.ended ?? $0.taken }.min())
  }

  @Test("is a union or an intersection of flags", arguments: backends)
  func masks(backend: Backend) throws {
    let markers = #Expression<Probe, Markers> { $0.markers }
    let (union, common, spare, calculated) = try read(on: backend) {
      try $0.aggregate(
        Probe.self, .union(\.markers), .intersection(\.spare), .union(\.spare), .union(markers))
    }
    let spares = probes.compactMap(\.spare)
    #expect(union == probes.map(\.markers).union)
    #expect(common == spares.intersection)
    #expect(spare == spares.union)
    #expect(calculated == union)
    let none = try read(on: backend) {
      try $0.aggregate(Probe.self, where: "id < 0", .union(\.markers), .intersection(markers))
    }
    #expect(none.0 == nil && none.1 == nil)
  }

  @Test("groups records", arguments: backends)
  func groups(backend: Backend) throws {
    let groups = try read(on: backend) {
      try $0.groups(of: Probe.self, by: passing, .count, .max(age))
    }
    let expected = try Dictionary(grouping: probes) { try passing.evaluate($0) }
      .sorted { $0.key < $1.key }
    #expect(groups.map(\.key) == expected.map(\.key))
    #expect(groups.map(\.values.0) == expected.map(\.value.count))
    #expect(groups.map(\.values.1) == expected.map { $0.value.map(\.age).max() })
  }

  @Test("that cannot become SQL is an error wherever it is used")
  func refusals() throws {
    let odd = #Expression<Probe, Int> { $0.tags[0].count }
    let refusals: [(Snapshot) throws -> Void] = [
      { _ = try $0.values(of: odd) }, { _ = try $0.fetch(Probe.self, sort: [.ascending(odd)]) },
      { _ = try $0.aggregate(Probe.self, .max(odd)) },
      { _ = try $0.groups(of: Probe.self, by: odd, .count) },
    ]
    for refusal in refusals {
      let error = #expect(throws: DatabaseError.self) { try read(refusal) }
      #expect(error?.message == "an index is not supported")
    }
  }
}
