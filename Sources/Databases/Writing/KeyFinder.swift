package import Engines
package import FlagModel
import Predicates
import Queries
import SQLText

/// Finds records by the names that people use: a unique attribute or the key. Its statements are
/// prepared once.
package final class KeyFinder {
  private let target: Entity
  /// The column that other records refer to.
  private let answer: Name
  private let connection: any Connection
  private var statements: [Name: any Statement] = [:]

  /// - Parameter answer: the column whose value is returned; nil for the key.
  package init(_ target: Entity, _ connection: any Connection, answering answer: Name? = nil) {
    self.target = target
    self.connection = connection
    self.answer = answer ?? target.keyColumn
  }

  /// The key of the record with a name. Throws if there is none, or more than one.
  package func key(named text: String) throws -> Value {
    if let key = try onlyKey(named: text) { return key }
    let names = listed(target.identifiers.map(\.name) + [nameOfKey].compactMap(\.self), "or")
    throw ValueError("there is no \(target.name) with the \(names) '\(text)'")
  }

  /// The search for the record with a value in a column.
  private struct Search {
    /// The name of the column for users.
    let name: Name
    let column: Name
    let type: AttributeType
    var value: Value
    /// The condition for a column whose stored values differ from the typed ones; nil for all others.
    var condition: SQLText?
  }

  /// The searches for a name: in each attribute that may have it, and in the key.
  private func searches(for text: String) -> [Search] {
    var searches: [Search] = []
    for label in target.labels {
      guard let value = try? label.type.value(from: text) else { continue }
      searches.append(
        Search(name: label.name, column: label.column, type: label.type, value: value))
    }
    searches += convertedIdentifiers.compactMap { convertedSearch(for: text, in: $0) }
    if let search = keySearch(for: text) { searches.append(search) }
    return searches
  }

  /// The search in a column that stores another form than people type.
  private func convertedSearch(for text: String, in attribute: Attribute) -> Search? {
    guard let value = try? attribute.type.value(ofKey: text) else { return nil }
    let exact = attribute.stored.exact(value, typed: text)
    let isNamed = Predicate.test(Term(attribute), .compare(.equal, exact))
    return Search(
      name: attribute.name, column: attribute.column, type: attribute.type, value: value,
      condition: isNamed.sql())
  }

  private func keySearch(for text: String) -> Search? {
    if let key = convertedKey { return convertedSearch(for: text, in: key) }
    guard let key, let value = value(text, of: key) else { return nil }
    return Search(name: key.column, column: key.column, type: key.type, value: value)
  }

  /// The questions on a name that a server gets together; none for columns of types that flagdb does not use, with
  /// which the server compares a value by its own rules.
  func questions(on text: String) -> [SQLText] {
    if !asksTogether { return [] }
    return searches(for: text).map(question)
  }

  private var asksTogether: Bool {
    connection.isRemote && target.keyForm == .own
      && target.identifiers.allSatisfy { $0.stored == .own }
  }

  /// The key of the record with a name; nil if there is none. Throws if there is more than one.
  package func onlyKey(named text: String) throws -> Value? {
    var keys: [Value: Name] = [:]
    let searches = searches(for: text)
    try connection.ask(questions(on: text))
    for search in searches {
      if let key = try find(search) { keys[key] = search.name }
    }
    if keys.count == 1, let key = keys.first?.key { return key }
    if keys.isEmpty { return nil }
    let texts = keys.map { (key: target.text(of: $0, in: answer), name: $1) }
    let meanings = texts.sorted { $0.key < $1.key }.map { key, name in
      "the \(name) of \(target.name) \(key)"
    }
    throw ValueError(
      "'\(text)' is \(listed(meanings, "and"))",
      hint: "identify the record by another unique value")
  }

  /// The keys for those names that identify exactly one record, with one statement for each
  /// possible attribute. A name may be missing here if the engine stores its value in another form.
  /// - Parameter takesKeys: true if a text that is a key identifies only the record with this key.
  package func onlyKeys(
    named texts: [String], takingKeys takesKeys: Bool
  ) throws -> [(text: [UInt8], key: Value)] {
    var matches = Array(repeating: Set<Value>(), count: texts.count)
    if convertedKey != nil { return [] }
    if let key {
      try find(texts.map { value($0, of: key) }, of: key.type, in: key.column) {
        matches[$0].insert($1)
      }
    }
    let areKeys = matches.map { takesKeys && !$0.isEmpty }
    for label in target.labels {
      let values = zip(texts, areKeys).map { text, isKey -> Value? in
        if isKey { return nil }
        return try? label.type.value(from: text)
      }
      try find(values, of: label.type, in: label.column) { matches[$0].insert($1) }
    }
    let converted = convertedIdentifiers
    return zip(texts, zip(matches, areKeys)).compactMap { text, found in
      let (keys, isKey) = found
      guard let key = keys.first, keys.count == 1 else { return nil }
      // The text may also name another record.
      if !isKey, converted.contains(where: { (try? $0.type.value(ofKey: text)) != nil }) {
        return nil
      }
      return (Array(text.utf8), key)
    }
  }

  /// The key in a text, if a record has it.
  package func key(_ text: String) throws -> Value? { try keySearch(for: text).flatMap(find) }

  private func value(_ text: String, of key: EntitySource.Key) -> Value? {
    if case .integer = key.type { return Int64(text).map(Value.integer) }
    guard let value = try? key.type.value(ofKey: text) else { return nil }
    let exact = target.keyForm.exact(value, typed: text)
    // The server writes a whole number without a fraction.
    if target.keyForm.isNumeric, case .real(let number) = exact,
      let whole = Int64(exactly: number)
    {
      return .integer(whole)
    }
    return exact
  }

  /// A column as the left side of a comparison, and the right side for a value.
  private func compared(
    _ column: Name, of type: AttributeType
  ) -> (column: SQLText, value: (Value) -> SQLText) {
    guard column == target.keyColumn, case .native(let native) = target.keyForm else {
      return ("\(name: column)", { "\($0, of: type)" })
    }
    // Not every text is a value of the server's type, so the server compares texts.
    guard native.comparesItself(as: type) else {
      return (target.shown(column), { "\($0, of: type)" })
    }
    let form = KeyForm(of: target)
    return ("\(name: column)", { form?.constant($0) ?? "\($0)" })
  }

  /// The unique attributes whose columns store another form than people type.
  private var convertedIdentifiers: [Attribute] { target.identifiers.filter { !$0.isKeptAsTyped } }

  /// The key that users know; nil for a hidden rowid.
  private var key: EntitySource.Key? {
    if case .known = target.source.key { target.source.key } else { nil }
  }

  /// The key that users know, if its column stores another form than they type: a mask, a number of a date.
  private var convertedKey: Attribute? {
    let key =
      if case .hidden = target.source.key { target.attributeForHiddenKey } else {
        target.keyAttribute
      }
    guard let key, !target.identifiers.contains(key) else { return nil }
    switch key.stored {
    case .own, .native: return nil
    default: return key
    }
  }

  private var nameOfKey: Name? { convertedKey?.name ?? key?.column }

  /// The most similar name among the first thousand.
  package func nearest(to text: String) throws -> String? {
    guard let label = target.label else { return nil }
    let names = try connection.prepare("SELECT \(name: label.column)\(target.rows()) LIMIT 1000")
    var candidates: [String] = []
    while try names.step() { candidates.append(label.type.text(of: names.value(at: 0))) }
    return nearestName(to: text, in: candidates)
  }

  /// Passes the result for each value that a record has to the body, with the index of the value.
  private func find(
    _ values: [Value?], of type: AttributeType, in column: Name, _ body: (Int, Value) -> Void
  ) throws {
    var places: [Value: [Int]] = [:]
    for (place, value) in values.enumerated() {
      if let value { places[value, default: []].append(place) }
    }
    if places.isEmpty { return }
    let isNamed: SQLText
    if column == target.keyColumn, target.keyForm != .own {
      let compared = compared(column, of: type)
      let list = places.keys.map(compared.value).joined(by: ", ")
      isNamed = "\(compared.column) IN (\(list))"
    } else {
      isNamed = "\(name: column) IN \(list: Array(places.keys), of: type)"
    }
    let rows = try connection.prepare(
      """
      SELECT \(target.shown(column)), \(target.shown(answer))\
      \(target.rows(where: isNamed))
      """)
    while try rows.step() {
      for place in places[rows.value(at: 0)] ?? [] { body(place, rows.value(at: 1)) }
    }
  }

  private func question(_ search: Search) -> SQLText {
    let compared = compared(search.column, of: search.type)
    let isNamed = search.condition ?? "\(compared.column) = \(compared.value(search.value))"
    return "SELECT \(target.shown(answer))\(target.rows(where: isNamed))"
  }

  /// Prepares the statement once, unless the answer may have come with others.
  private func find(_ search: Search) throws -> Value? {
    if asksTogether || search.condition != nil { return try connection.value(question(search)) }
    var prepared = search
    prepared.value = .null
    let statement = try statements[search.column] ?? connection.prepare(question(prepared))
    statements[search.column] = statement
    try statement.bind(search.value, at: 1)
    return try statement.runForValue()
  }
}

extension Database {
  /// The key of the record with a name; nil if there is none. Call it within `read`.
  package func key(named text: String, of entity: Entity) throws -> Int64? {
    let value = try translated { try KeyFinder(entity, connection).onlyKey(named: text) }
    return if case .integer(let key)? = value { key } else { nil }
  }
}
