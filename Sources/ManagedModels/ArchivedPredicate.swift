import FlagModel
internal import Predicates
import PropertyLists

/// Converts archived predicates and expressions to NSPredicate syntax, and that to the predicate
/// syntax of flagdb.
struct ArchivedPredicate {
  private var nodes = 0

  private static let mostNodes = 10_000
  private static let deepest = 200

  /// The predicate in flagdb syntax; nil if there is no predicate, and `unreadable` if it cannot be
  /// expressed.
  static func text(of predicate: ArchivedObject?) throws(PropertyListError) -> String? {
    guard let predicate else { return nil }
    var reader = ArchivedPredicate()
    return inOurWords(try reader.predicate(predicate, depth: 0))
  }

  static func text(ofExpression expression: ArchivedObject?) throws(PropertyListError) -> String? {
    guard let expression else { return nil }
    var reader = ArchivedPredicate()
    return try reader.expression(expression, depth: 0) ?? ManagedRequest.unreadable
  }

  /// Converts an NSPredicate format string to flagdb syntax. Returns `unreadable` if it cannot be
  /// parsed.
  static func inOurWords(_ text: String?) -> String {
    guard let text, let syntax = try? PredicateSyntax.parse(SourceText(text)) else {
      return ManagedRequest.unreadable
    }
    return syntax.printed
  }

  // MARK: Predicates

  private mutating func predicate(
    _ object: ArchivedObject, depth: Int
  ) throws(PropertyListError) -> String? {
    guard try enter(depth) else { return nil }
    switch try object.className {
    case "NSCompoundPredicate": return try compound(object, depth: depth)
    case "NSComparisonPredicate": return try comparison(object, depth: depth)
    case "NSTruePredicate": return "TRUEPREDICATE"
    case "NSFalsePredicate": return "FALSEPREDICATE"
    default: return nil
    }
  }

  private mutating func compound(
    _ object: ArchivedObject, depth: Int
  ) throws(PropertyListError) -> String? {
    var parts: [String] = []
    for part in try object.field("NSSubpredicates")?.elements ?? [] {
      guard let text = try predicate(part, depth: depth + 1) else { return nil }
      parts.append("(\(text))")
    }
    switch try object.integer("NSCompoundPredicateType") {
    case 0 where parts.count == 1: return "NOT \(parts[0])"
    case 1 where parts.isEmpty: return "TRUEPREDICATE"
    case 1: return parts.joined(separator: " AND ")
    case 2 where parts.isEmpty: return "FALSEPREDICATE"
    case 2: return parts.joined(separator: " OR ")
    default: return nil
    }
  }

  private mutating func comparison(
    _ object: ArchivedObject, depth: Int
  ) throws(PropertyListError) -> String? {
    guard let test = try object.field("NSPredicateOperator"),
      let word = try Self.word(of: test),
      let left = try object.field("NSLeftExpression"),
      let right = try object.field("NSRightExpression"),
      let leftText = try expression(left, depth: depth + 1),
      let rightText = try expression(right, depth: depth + 1)
    else { return nil }
    let quantifier = [1: "ALL ", 2: "ANY "][try test.integer("NSModifier") ?? 0] ?? ""
    return "\(quantifier)\(leftText) \(word) \(rightText)"
  }

  /// The operator with its options: `CONTAINS[cd]`.
  private static func word(of test: ArchivedObject) throws(PropertyListError) -> String? {
    guard let number = try test.integer("NSOperatorType"), let word = words[number] else {
      return nil
    }
    let (flags, options) = try (test.integer("NSFlags"), test.integer("NSOptions"))
    let set = flags ?? options ?? 0
    switch set & 3 {
    case 1: return "\(word)[c]"
    case 2: return "\(word)[d]"
    case 3: return "\(word)[cd]"
    default: return word
    }
  }

  private static let words = [
    0: "<", 1: "<=", 2: ">", 3: ">=", 4: "==", 5: "!=", 6: "MATCHES", 7: "LIKE", 8: "BEGINSWITH",
    9: "ENDSWITH", 10: "IN", 99: "CONTAINS", 100: "BETWEEN",
  ]

  // MARK: Expressions

  private mutating func expression(
    _ object: ArchivedObject, depth: Int
  ) throws(PropertyListError) -> String? {
    guard try enter(depth) else { return nil }
    switch try object.className {
    case "NSSelfExpression": return "SELF"
    case "NSConstantValueExpression": return try constant(object.field("NSConstantValue"))
    case "NSVariableExpression": return try object.string("NSVariable").map { "$\($0)" }
    case "NSKeyPathSpecifierExpression": return try object.string("NSKeyPath")
    case "NSKeyPathExpression": return try keyPath(object, depth: depth)
    case "NSAggregateExpression":
      return try list(object.field("NSCollection"), depth: depth).map { "{\($0)}" }
    case "NSFunctionExpression": return try function(object, depth: depth)
    default: return nil
    }
  }

  private mutating func keyPath(
    _ object: ArchivedObject, depth: Int
  ) throws(PropertyListError) -> String? {
    guard let operand = try object.field("NSOperand"),
      let base = try expression(operand, depth: depth + 1),
      let path = try list(object.field("NSArguments"), depth: depth)
    else { return nil }
    if base == "SELF" { return path }
    return "\(base).\(path)"
  }

  private mutating func function(
    _ object: ArchivedObject, depth: Int
  ) throws(PropertyListError) -> String? {
    guard let selector = try object.string("NSSelectorName"),
      let arguments = try list(object.field("NSArguments"), depth: depth)
    else { return nil }
    return "\(selector.prefix { $0 != ":" })(\(arguments))"
  }

  private mutating func list(
    _ object: ArchivedObject?, depth: Int
  ) throws(PropertyListError) -> String? {
    var texts: [String] = []
    for element in try object?.elements ?? [] {
      guard let text = try expression(element, depth: depth + 1) else { return nil }
      texts.append(text)
    }
    return texts.joined(separator: ", ")
  }

  private func constant(_ object: ArchivedObject?) throws(PropertyListError) -> String? {
    guard let object else { return "NULL" }
    switch try object.value {
    case .bool(let flag): return flag ? "TRUE" : "FALSE"
    case .integer(let number): return "\(number)"
    case .real(let number): return number.isFinite ? "\(number)" : nil
    default: return try object.string.map(Self.quoted)
    }
  }

  static func quoted(_ text: String) -> String {
    let escapes: [Character: String] = ["\\": "\\\\", "'": "\\'", "\n": "\\n", "\t": "\\t"]
    return "'" + text.map { escapes[$0] ?? String($0) }.joined() + "'"
  }

  /// Counts a node. Returns false if the nesting is too deep or the nodes are too many.
  private mutating func enter(_ depth: Int) throws(PropertyListError) -> Bool {
    nodes += 1
    return depth <= Self.deepest && nodes <= Self.mostNodes
  }

  /// The validations of predicates about a value, which they call `SELF`.
  static func validations(
    _ predicates: ArchivedObject?
  ) throws(PropertyListError) -> [ManagedValidation] {
    var validations: [ManagedValidation] = []
    var next = try predicates?.elements ?? []
    next.reverse()
    while let predicate = next.popLast(), validations.count < mostNodes {
      let isAll = try predicate.integer("NSCompoundPredicateType") == 1
      if isAll, let parts = try predicate.field("NSSubpredicates")?.elements {
        next += parts.reversed()
      } else if let simple = try validation(predicate) {
        validations.append(simple)
      } else if let text = try text(of: predicate) {
        validations.append(.predicate(text))
      }
    }
    return validations
  }

  /// The validation for `SELF >= 0`, `length <= 50` or `SELF MATCHES '…'`; nil for other
  /// predicates.
  private static func validation(
    _ object: ArchivedObject
  ) throws(PropertyListError) -> ManagedValidation? {
    var reader = ArchivedPredicate()
    guard let left = try object.field("NSLeftExpression"),
      let value = try object.field("NSRightExpression")?.field("NSConstantValue"),
      let subject = try reader.expression(left, depth: 0)
    else { return nil }
    let test = try object.field("NSPredicateOperator")?.integer("NSOperatorType")
    switch (subject, test, try value.value) {
    case ("SELF", 3, .integer(let number)): return .atLeast(Double(number))
    case ("SELF", 3, .real(let number)): return .atLeast(number)
    case ("SELF", 1, .integer(let number)): return .atMost(Double(number))
    case ("SELF", 1, .real(let number)): return .atMost(number)
    case ("SELF", 6, _): return try value.string.map { .matches($0) }
    case ("length", 3, .integer(let number)): return .lengthAtLeast(Int(number))
    case ("length", 1, .integer(let number)): return .lengthAtMost(Int(number))
    default: return nil
    }
  }
}

/// Archived `NSFetchRequest`s.
enum ArchivedRequests {
  /// The requests of a model, sorted by name.
  static func all(in templates: ArchivedObject?) throws(PropertyListError) -> [ManagedRequest] {
    var requests: [ManagedRequest] = []
    for (name, object) in try templates?.entries ?? [] {
      if let request = try request(object, named: Name(name), of: nil) { requests.append(request) }
    }
    return requests
  }

  /// The request of a fetched property.
  static func fetched(
    _ property: ArchivedObject, _ name: Name
  ) throws(PropertyListError) -> ManagedRequest? {
    guard let object = try property.field("NSFetchRequest") else { return nil }
    return try request(object, named: name, of: try property.string("_NSFetchRequestEntityName"))
  }

  private static func request(
    _ object: ArchivedObject, named name: Name, of entity: String?
  ) throws(PropertyListError) -> ManagedRequest? {
    let ownEntity = try object.field("NSEntity")?.string("NSEntityName")
    guard let entity = entity ?? ownEntity else { return nil }
    var order: [ManagedRequest.Order] = []
    for sort in try object.field("NSSortDescriptors")?.elements ?? [] {
      guard let key = try sort.string("NSKey") else { continue }
      order.append(.init(key: key, isAscending: try sort.flag("NSAscending")))
    }
    let limit = try object.integer("NSFetchLimit") ?? 0
    return ManagedRequest(
      name: name, entity: Name(entity),
      predicate: try ArchivedPredicate.text(of: object.field("NSPredicate")), order: order,
      limit: limit > 0 ? limit : nil,
      result: try object.integer("NSResultType").flatMap(ManagedRequest.Result.init)
        ?? .objects)
  }
}
