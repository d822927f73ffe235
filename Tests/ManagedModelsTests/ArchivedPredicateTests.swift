import FlagModel
import ManagedModels
import TestSupport
import Testing

/// Predicates in archives come out in the words of our language.
@Suite struct ArchivedPredicateTests {
  @Test func comparisons() throws {
    try expect("a = 'x'") { $0.compare(4, $0.path("a"), $0.constant("x")) }
    try expect("a != 3") { $0.compare(5, $0.path("a"), $0.constant(.integer(3))) }
    try expect("a contains[cd] 'x'") {
      $0.compare(99, $0.path("a"), $0.constant("x"), options: 3)
    }
    try expect("a beginswith 'it''s'") { $0.compare(8, $0.path("a"), $0.constant("it's")) }
    try expect("a in [1, 2]") {
      $0.compare(10, $0.path("a"), $0.list([$0.constant(.integer(1)), $0.constant(.integer(2))]))
    }
    try expect("ANY a.b < 1.5") {
      $0.compare(0, $0.path("a.b"), $0.constant(.real(1.5)), modifier: 2)
    }
    try expect("a = nil") { $0.compare(4, $0.path("a"), $0.constant(.uid(0))) }
    try expect("a = true") { $0.compare(4, $0.path("a"), $0.constant(.bool(true))) }
    try expect("a = $FETCH_SOURCE.b") {
      $0.compare(4, $0.path("a"), $0.path("b", of: $0.variable("FETCH_SOURCE")))
    }
  }

  @Test func compounds() throws {
    try expect("a = 'x' and b >= 2") { archive in
      let x = archive.compare(4, archive.path("a"), archive.constant("x"))
      let two = archive.compare(3, archive.path("b"), archive.constant(.integer(2)))
      return archive.compound(1, [x, two])
    }
    try expect("not a = 'x'") {
      $0.compound(0, [$0.compare(4, $0.path("a"), $0.constant("x"))])
    }
    try expect("true") { $0.object("NSTruePredicate", []) }
  }

  @Test func whatHasNoWordsIsNotReadable() throws {
    let text = ManagedRequest.unreadable
    try expect(text) { $0.compare(11, $0.path("a"), $0.constant("x")) }
    try expect(text) { $0.object("App.Predicate", []) }
    try expect(text) { $0.compare(4, $0.object("NSBlockExpression", []), $0.constant("x")) }
    try expect(text) { $0.compare(4, $0.path("a b"), $0.constant("x")) }
    try expect(text) { archive in
      let number = archive.reserve()
      return archive.compound(1, [.uid(number), .uid(number)], at: number)
    }
  }

  @Test func orderAndLimit() throws {
    let request = try #require(try self.request { $0.object("NSTruePredicate", []) })
    #expect(request.entity == "A" && request.limit == 20 && request.result == .count)
    #expect(request.order == [.init(key: "a", isAscending: false)])
  }

  @Test func demandsOnValues() throws {
    try expect([.atLeast(0)]) { $0.compare(3, $0.itself, $0.constant(.integer(0))) }
    try expect([.atMost(1.5)]) { $0.compare(1, $0.itself, $0.constant(.real(1.5))) }
    try expect([.matches("[a-z]+")]) { $0.compare(6, $0.itself, $0.constant("[a-z]+")) }
    try expect([.predicate("SELF contains 'x'")]) { $0.compare(99, $0.itself, $0.constant("x")) }
    try expect([.lengthAtLeast(3), .lengthAtMost(50)]) { archive in
      let least = archive.compare(3, archive.path("length"), archive.constant(.integer(3)))
      let most = archive.compare(1, archive.path("length"), archive.constant(.integer(50)))
      return archive.compound(1, [least, most])
    }
  }

  private func expect(
    _ text: String, _ predicate: (WrittenArchive) -> WrittenPropertyList
  ) throws {
    let found = try request(predicate)?.predicate
    #expect(found == text)
  }

  private func expect(
    _ demands: [ManagedValidation], _ predicate: @escaping (WrittenArchive) -> WrittenPropertyList
  ) throws {
    let property = WrittenModel.Property.attribute(
      "a", 700, objects: [("NSValidationPredicates", { $0.array([predicate($0)]) })])
    let model = try ManagedModel(compiled: WrittenModel([.init("A", [property])]).compiled)
    #expect(model.entities.first?.attributes.first?.validations == demands)
  }

  private func request(
    _ predicate: (WrittenArchive) -> WrittenPropertyList
  ) throws -> ManagedRequest? {
    let archive = WrittenArchive()
    let entity = archive.object("NSEntityDescription", [("NSEntityName", archive.text("A"))])
    let sort = archive.object(
      "NSSortDescriptor", [("NSKey", archive.text("a")), ("NSAscending", .bool(false))])
    let request = archive.object(
      "NSFetchRequest",
      [
        ("NSEntity", entity), ("NSPredicate", predicate(archive)), ("NSFetchLimit", .integer(20)),
        ("NSResultType", .integer(4)),
        ("NSSortDescriptors", archive.array([sort])),
      ])
    let root = archive.object(
      "NSManagedObjectModel",
      [
        ("NSEntities", archive.dictionary([("A", entity)])),
        ("NSFetchRequestTemplates", archive.dictionary([("mine", request)])),
      ])
    return try ManagedModel(compiled: archive.archive(root: root).binary).requests.first
  }
}

extension WrittenArchive {
  var itself: WrittenPropertyList { object("NSSelfExpression", []) }

  func compare(
    _ test: Int64, _ left: WrittenPropertyList, _ right: WrittenPropertyList, options: Int64 = 0,
    modifier: Int64 = 0
  ) -> WrittenPropertyList {
    let test = object(
      "NSPredicateOperator",
      [
        ("NSOperatorType", .integer(test)), ("NSModifier", .integer(modifier)),
        ("NSFlags", .integer(options)),
      ])
    return object(
      "NSComparisonPredicate",
      [("NSPredicateOperator", test), ("NSLeftExpression", left), ("NSRightExpression", right)])
  }

  func compound(
    _ type: Int64, _ parts: [WrittenPropertyList], at number: Int? = nil
  ) -> WrittenPropertyList {
    object(
      "NSCompoundPredicate",
      [("NSCompoundPredicateType", .integer(type)), ("NSSubpredicates", array(parts))], at: number)
  }

  func path(_ path: String, of operand: WrittenPropertyList? = nil) -> WrittenPropertyList {
    let specifier = object("NSKeyPathSpecifierExpression", [("NSKeyPath", text(path))])
    return object(
      "NSKeyPathExpression",
      [
        ("NSOperand", operand ?? itself),
        ("NSArguments", array([specifier])),
      ])
  }

  func function(_ name: String, _ arguments: [WrittenPropertyList]) -> WrittenPropertyList {
    object(
      "NSFunctionExpression", [("NSSelectorName", text(name)), ("NSArguments", array(arguments))])
  }

  func constant(_ value: WrittenPropertyList) -> WrittenPropertyList {
    object("NSConstantValueExpression", [("NSConstantValue", value)])
  }

  func variable(_ name: String) -> WrittenPropertyList {
    object("NSVariableExpression", [("NSVariable", text(name))])
  }

  func list(_ items: [WrittenPropertyList]) -> WrittenPropertyList {
    object("NSAggregateExpression", [("NSCollection", array(items))])
  }
}
