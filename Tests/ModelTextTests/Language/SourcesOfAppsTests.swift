import FlagModel
import Testing

@testable import ModelText

/// Swift as apps and articles have it, that a model is read from.
struct SourcesOfAppsTests {
  struct Case: CustomTestStringConvertible {
    let name: String
    let source: String
    /// The facts of the schema, or the text that is printed of it.
    var facts: [String] = []
    var printed: String?
    /// The notes, without their places.
    var notes: [String] = []
    var testDescription: String { name }
  }

  @Test(arguments: flags + entities + classes)
  func areRead(_ expected: Case) throws {
    let reading = readModel([SourceText(expected.source)])
    #expect(reading.diagnostics.map(\.message) == expected.notes)
    #expect(reading.diagnostics.allSatisfy { $0.severity == .note })
    let schema = try #require(reading.schema)
    if let printed = expected.printed {
      #expect(schema.swiftSource == printed + "\n")
    } else {
      #expect(facts(schema).joined(separator: "\n") == expected.facts.joined(separator: "\n"))
    }
    expectRoundTrip(schema)
  }

  static let flags = [
    Case(
      name: "a computed property of type 'Self.RawValue'",
      source: """
        struct Marks: OptionSet { let rawValue: Int16; static let a = Marks(rawValue: 1) }
        extension Marks { var coredataValue: Self.RawValue { return self.rawValue } }
        extension Marks { init?(coredataValue: Self.RawValue) { self.init(rawValue: coredataValue) } }
        """,
      facts: ["flags Marks: Int16 a=1"]),
    Case(
      name: "a raw value of type 'Self.RawValue'",
      source: """
        struct Marks: OptionSet {
          typealias RawValue = UInt8
          let rawValue: Self.RawValue
          static let a = Marks(rawValue: 1)
        }
        """,
      facts: ["flags Marks: UInt8 a=1"]),
    Case(
      name: "a second 'init(rawValue:)', of a text",
      source: """
        struct Marks: OptionSet {
          let rawValue: Int
          init(rawValue: Int) { self.rawValue = rawValue }
          init(rawValue: String?) { self = rawValue == "a" ? .a : [] }
          static let a = Marks(rawValue: 1), b = Marks(rawValue: 1 << 1)
        }
        """,
      facts: ["flags Marks: Int a=1 b=2"]),
    Case(
      name: "a set made of a sequence, and of what no initialiser in sight takes",
      source: """
        struct Marks: OptionSet {
          let rawValue: Int
          static let a = Marks(rawValue: 1), b = Marks(rawValue: 2)
          static let both = Marks([.a, .b]), c = Marks(.b), d = Marks(bit: 3)
        }
        """,
      facts: ["flags Marks: Int a=1 b=2 both=3"],
      notes: [
        "'c' is left out: no initialiser for 'Marks(.b)' is declared",
        "'d' is left out: no initialiser for 'Marks(bit: 3)' is declared",
      ]),
  ]

  static let entities = [
    Case(
      name: "optionals that are written as types",
      source: """
        @Model final class Recipe {
          var steps = [String]?.some([]), note = String?.none, count: Int? = Int?.some(3)
          var parent = Recipe?.none
        }
        """,
      facts: [
        "model Recipe", "  steps: [String]? = '[]'", "  note: String?", "  count: Int? = 3",
        "  parent → Recipe? in a column",
      ]),
    Case(
      name: "two lists with one inverse",
      source: """
        @Model final class Trip {
          @Relationship(deleteRule: .cascade, inverse: \\Item.trip) var packed: [Item] = []
          @Relationship(deleteRule: .cascade, inverse: \\Item.trip) var bought: [Item] = []
        }
        @Model final class Item { var trip: Trip? }
        """,
      printed: """
        @Model final class Trip {
          @Relationship(deleteRule: .cascade, inverse: \\Item.trip) var packed: [Item] = []
          @Relationship(deleteRule: .cascade) var bought: [Item] = []
        }

        @Model final class Item {
          var trip: Trip?
        }
        """,
      notes: ["'Trip.bought' has no inverse: 'Item.trip' is that of 'Trip.packed'"]),
    Case(
      name: "a generic type",
      source: """
        struct Box<Content: Codable>: Codable { var content: Content }
        @Model final class Shelf { var box: Box<Int>; var more: Box<String>?; var name: String }
        """,
      printed: """
        @Model final class Shelf {
          @Attribute(.transformable) var box: Box<Int>
          @Attribute(.transformable) var more: Box<String>?
          var name: String
        }
        """,
      notes: [
        "'box' is read as Data: the generic type 'Box<Int>' cannot be stored",
        "'more' is read as Data: the generic type 'Box<String>' cannot be stored",
      ]),
    Case(
      name: "a struct of a library that stores structs",
      source: """
        enum Team: String, Codable { case red, blue }
        struct Player: Codable, FetchableRecord, PersistableRecord { var name: String; var team: Team }
        """,
      facts: [
        "enum Team: red='red' blue='blue'", "record Player", "  name: String", "  team: Team",
      ]),
    Case(
      name: "a struct alone, with a protocol of the app",
      source: "struct Player: AppRecord { var name: String; var score: Int }",
      facts: ["record Player", "  name: String", "  score: Int"]),
    Case(
      name: "a view alone", source: "struct Board: View { var name: String }", facts: []),
    Case(
      name: "a decimal of Objective-C",
      source: "@Model final class Sale { var price: NSDecimalNumber; var tax: NSDecimalNumber? }",
      facts: [
        "model Sale", "  price: NSDecimalNumber places 6", "  tax: NSDecimalNumber? places 6",
      ]),
  ]

  static let classes = [
    Case(
      name: "classes of Core Data",
      source: """
        @objc(Employee) public class Employee: NSManagedObject {
          private var cache: [String: Any] = [:]
        }
        extension Employee {
          @nonobjc public class func fetchRequest() -> NSFetchRequest<Employee> {
            return NSFetchRequest<Employee>(entityName: "Employee")
          }
          @NSManaged public var name: String?
          @NSManaged public var age: Int16
          @NSManaged public var salary: NSDecimalNumber?
          @NSManaged public var departments: NSSet?
          @NSManaged public var badge: Badge?
        }
        extension Employee {
          @objc(addDepartmentsObject:)
          @NSManaged public func addToDepartments(_ value: Department)
          @objc(removeDepartmentsObject:)
          @NSManaged public func removeFromDepartments(_ value: Department)
          @objc(addDepartments:)
          @NSManaged public func addToDepartments(_ values: NSSet)
        }
        public class Department: NSManagedObject {
          @NSManaged public var title: String
          @NSManaged public var employees: Set<Employee>
        }
        public class Badge: NSManagedObject {
          @NSManaged var code: UUID?
          @NSManaged var owner: NSSet?
        }
        class Manager: Employee { @NSManaged var budget: Double }
        class Controller: UIViewController { var employee: Employee? }
        """,
      printed: """
        @Model class Employee {
          var name: String?
          var age: Int16
          var salary: NSDecimalNumber?
          @Relationship(inverse: \\Department.employees) var departments: [Department] = []
          var badge: Badge?
        }

        @Model final class Department {
          var title: String
          var employees: [Employee] = []
        }

        @Model final class Badge {
          var code: UUID?
          @Relationship(inverse: \\Employee.badge) var owner: [Employee] = []
        }

        @Model final class Manager: Employee {
          var budget: Double
        }
        """)
  ]
}
