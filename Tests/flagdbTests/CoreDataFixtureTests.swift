import ForeignModels
import Foundation
import TestSupport
import Testing

@testable import Databases

/// Real stores of Core Data, read by the tool, hold what a careful person found in them.
@Suite(.enabled(if: Fixtures.folder != nil, "the fixtures are not beside the project"))
struct CoreDataFixtureTests {
  static let stores = Campaign.cases(Fixtures.names(of: "coredata"), few: 2, many: 1)

  @Test(arguments: stores, [false, true])
  func recordsAreThoseOfTheStore(name: String, isModelGiven: Bool) async throws {
    let expected = try Fixtures.expectations(of: "coredata/\(name)")
    let model = isModelGiven ? Self.model(of: name) : nil
    let store = try FixtureStore(
      "coredata/\(name)/\(try #require(expected["store"] as? String))", model: model)
    let before = try store.contents()
    // Without any model the attributes have the names of their columns.
    let hasModel = expected["model_cache"] as? Bool == true || model != nil
    let entities = try #require(expected["entities"] as? [String: [String: Any]])
    for (entity, facts) in entities {
      let records = try await store.records(of: entity, "*")
      #expect(records.count == facts["rows"] as? Int, "\(entity)")
      for sample in facts["samples"] as? [[String: Any]] ?? [] where hasModel {
        let record = try #require(records.first { same($0["Z_PK"], sample["Z_PK"]) })
        for (attribute, value) in sample where attribute != "entity" {
          #expect(same(record[attribute], value), "\(entity).\(attribute) of \(sample)")
        }
      }
      try await compareRelationships(of: entity, facts, records, in: store)
    }
    #expect(try store.contents() == before)
  }

  @Test(arguments: stores)
  func everyStoreIsAdopted(name: String) async throws {
    let expected = try Fixtures.expectations(of: "coredata/\(name)")
    let store = try FixtureStore(
      "coredata/\(name)/\(try #require(expected["store"] as? String))", model: Self.model(of: name))
    let result = try await store.run(["adopt", "copy.sqlite"])
    #expect(result.status == 0, "\(result.errorText)")
    let entities = try #require(expected["entities"] as? [String: [String: Any]])
    for (entity, facts) in entities {
      #expect(try await store.records(of: entity, "*").count == facts["rows"] as? Int, "\(entity)")
    }
  }

  @Test(arguments: stores, [false, true])
  func copiesHoldWhatTheStoreDoes(name: String, isModelGiven: Bool) async throws {
    let expected = try Fixtures.expectations(of: "coredata/\(name)")
    let model = isModelGiven ? Self.model(of: name) : nil
    var store = try FixtureStore(
      "coredata/\(name)/\(try #require(expected["store"] as? String))", model: model)
    let before = try store.contents()
    let result = try await store.run(["copy", "copy.sqlite", "own.db"])
    #expect(result.status == 0, "\(result.errorText)")
    #expect(try store.contents().filter { $0.key != "own.db" } == before)
    store.database = "own.db"
    let check = try await store.run(["check", "own.db"])
    #expect(check.status == 0, "\(check.outputText)")
    let hasModel = expected["model_cache"] as? Bool == true || model != nil
    let entities = try #require(expected["entities"] as? [String: [String: Any]])
    for (entity, facts) in entities {
      let records = try await store.records(of: entity, "*")
      // Those of one name in siblings have other names in a copy, whose classes share a table.
      let areRenamed = Self.namesakes.contains(name)
      let relationships = areRenamed ? [] : toOne(facts)
      // A record that is unique by an attribute is shown by that, and one side of two has the link.
      let links = try await store.records(
        of: entity, (["1 AS one"] + relationships).joined(separator: ","), raw: true)
      #expect(records.count == facts["rows"] as? Int, "\(entity)")
      try #require(links.count == records.count, "\(entity)")
      for sample in facts["samples"] as? [[String: Any]] ?? [] where hasModel {
        let key = sample["Z_PK"]
        let place = try #require(records.firstIndex { same($0["_id"] ?? $0["id"], key) })
        for (attribute, value) in sample where !["entity", "Z_PK"].contains(attribute) {
          let record = relationships.contains(attribute) ? links[place] : records[place]
          if areRenamed, record[attribute] == nil || toOne(facts).contains(attribute) { continue }
          #expect(same(record[attribute], value), "\(entity).\(attribute) of \(sample)")
        }
      }
      if !areRenamed { try await compareRelationships(of: entity, facts, links, in: store) }
    }
  }

  /// Stores in which several entities below one parent have properties of one name.
  private static let namesakes = ["notes", "remoteadmin"]

  private func toOne(_ facts: [String: Any]) -> [String] {
    let relationships = facts["relationships"] as? [String: [String: Any]] ?? [:]
    return relationships.filter { $0.value["kind"] as? String == "to-one" }.keys.sorted()
  }

  /// The model that lies beside a store; nil if there is none.
  private static func model(of name: String) -> String? {
    guard let folder = Fixtures.folder?.appendingPathComponent("coredata/\(name)") else {
      return nil
    }
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    let model = names?.sorted().first { $0.hasSuffix(".momd") || $0.hasSuffix(".xcdatamodeld") }
    return model.map { folder.appendingPathComponent($0).path }
  }

  private func compareRelationships(
    of entity: String, _ facts: [String: Any], _ records: [[String: Any]], in store: FixtureStore
  ) async throws {
    let relationships = facts["relationships"] as? [String: [String: Any]] ?? [:]
    for (name, facts) in relationships {
      if facts["kind"] as? String == "to-one" {
        let filled = records.count { !($0[name] is NSNull) }
        #expect(filled == facts["nonnull"] as? Int, "\(entity).\(name)")
      } else if facts["kind"] as? String == "to-many" {
        let counts = try await store.records(of: entity, "\(name).count AS n").map {
          ($0["n"] as? NSNumber)?.intValue ?? -1
        }
        #expect(counts.reduce(0, +) == facts["pairs"] as? Int, "\(entity).\(name)")
        #expect(counts.count { $0 > 0 } == facts["owners"] as? Int, "\(entity).\(name)")
      }
    }
  }

  @Test(arguments: stores)
  func otherCommandsWork(name: String) async throws {
    let expected = try Fixtures.expectations(of: "coredata/\(name)")
    let store = try FixtureStore("coredata/\(name)/\(try #require(expected["store"] as? String))")
    let before = try store.contents()
    let entities = (expected["entities"] as? [String: Any] ?? [:]).keys.sorted()
    let entity = try #require(entities.first)
    for words in [
      ["schema", "copy.sqlite"], ["stats", "copy.sqlite", entity], ["flags", "copy.sqlite"],
      ["check", "copy.sqlite"], ["sql", "copy.sqlite", "SELECT count(*) FROM Z_METADATA"],
    ] {
      let result = try await store.run(words)
      // The other side of a reference may lead elsewhere in a real store, which is a finding.
      let isFinding = words[0] == "check" && result.outputText.contains("does not refer back")
      #expect(
        result.status == (isFinding ? 3 : 0), "\(words) \(result.errorText) \(result.outputText)")
    }
    let change = try await store.run(["delete", "copy.sqlite", entity, "--all"])
    #expect(change.status == 1)
    #expect(change.errorText.contains("is a Core Data store, which is read-only"))
    #expect(try store.contents() == before)
  }

  /// True if a value of an answer is the one expected; of data only the size is compared.
  private func same(_ value: Any?, _ expected: Any?) -> Bool {
    switch (value, expected) {
    case (let value as String, let expected as [String: Any]):
      let size = Data(base64Encoded: value)?.count
      return size == expected["bytes"] as? Int
    case (let value as String, let expected as String):
      // Of some texts only the beginning of a hash was written down.
      let hashed = "sha256:"
      if !expected.hasPrefix(hashed) {
        // Moments may have zeros at their end.
        return value == expected || value == expected.replacing(#/0+Z$/#, with: "Z")
      }
      return SHA256.hash(of: value).hasPrefix(expected.dropFirst(hashed.count))
    // Decimals have the digits that they were made of.
    case (let value as NSNumber, let expected as NSNumber):
      return value == expected
        || value.doubleValue == Double(String(format: "%.15g", expected.doubleValue))
    case (is NSNull, is NSNull): return true
    default: return false
    }
  }
}
