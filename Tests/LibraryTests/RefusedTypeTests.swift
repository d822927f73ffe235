import FlagDB
import Foundation
import Testing

/// A type that cannot be stored is refused when a database is opened for it, and not with its first record.
@Suite("Types that cannot be stored")
struct RefusedTypeTests {
  private let folder = TemporaryFolder()

  final class Thing: Entity, Codable {
    let name: String
    init(name: String) { self.name = name }
  }

  enum Choice: Entity, Codable {
    case none
    case some(Int)
  }

  enum Plain: String, Entity, Codable { case a, b }

  final class Engine: Codable, Sendable {
    let power: Int
    init(power: Int) { self.power = power }
  }

  enum Payment: Codable {
    case cash
    case card(String)
  }

  struct Car: Entity, Codable {
    var name: String
    var engine: Engine
  }

  struct Order: Entity, Codable {
    var name: String
    var payment: Payment?
  }

  struct Wheel: Codable { var size: Int }
  struct Truck: Entity, Codable {
    var name: String
    var wheels: [Wheel]
  }

  struct Index: Entity, Codable {
    var name: String
    var words: [String: Wheel]
  }

  struct Part: Codable {
    var name: String
    var engine: Engine
  }
  struct Plane: Entity, Codable {
    var left: Part
    var name: String
  }

  @Entity struct Boat {
    var name: String
    var payment: Payment
  }

  private static let refused: [(any Entity.Type, EntityError)] = [
    (Thing.self, .structRequired), (Choice.self, .structRequired), (Plain.self, .structRequired),
    (Car.self, .unsupportedSubType(label: "engine")),
    (Order.self, .unsupportedSubType(label: "payment")),
    (Truck.self, .unsupportedSubType(label: "wheels")),
    (Index.self, .unsupportedSubType(label: "words")),
    (Plane.self, .unsupportedSubType(label: "left.engine")),
    (Boat.self, .unsupportedSubType(label: "payment")),
  ]

  @Test("are refused before a file is created")
  func creating() throws {
    for (type, error) in Self.refused {
      #expect(throws: error, "\(type)") {
        _ = try Database(at: folder.path("new.db"), for: type)
      }
      #expect(throws: error, "\(type)") { _ = try Database.inMemory(for: type) }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")).isEmpty)
    }
  }

  @Test("are refused when a file is opened, and change nothing")
  func opening() throws {
    let model = """
      struct Thing: Entity { var name: String }
      struct Choice: Entity { var some: Int? }
      struct Plain: Entity { var name: String }
      struct Car: Entity { var name: String; var engine: String }
      struct Order: Entity { var name: String; var payment: String? }
      struct Truck: Entity { var name: String; var wheels: [Int] }
      struct Index: Entity { var name: String; var words: String }
      struct Part { var name: String; var engine: String }
      struct Plane: Entity { var left: Part; var name: String }
      struct Boat: Entity { var name: String; var payment: String }
      """
    let before = try Database.create(at: folder.path("a.db"), model: model).model
    for (type, error) in Self.refused {
      for growing in [false, true] {
        #expect(throws: error, "\(type)") {
          _ = try Database(at: folder.path("a.db"), for: type, growing: growing)
        }
      }
    }
    #expect(try Database(at: folder.path("a.db")).model == before)
  }
}
