import FlagModel
internal import XML

/// A property list as XML, whose elements are decoded at once into numbered objects.
struct XMLPropertyList: PropertyListSource {
  private var objects: [PropertyListValue] = []
  private(set) var root = 0

  init(_ bytes: [UInt8]) throws(PropertyListError) {
    let document: XMLElement
    do throws(XMLError) {
      document = try XMLElement(reading: bytes)
    } catch {
      throw .xml("line \(error.line), column \(error.column): \(error.message)")
    }
    guard document.name == "plist", document.children.count == 1 else {
      throw .xml("expected <plist> with one value, found <\(document.name)>")
    }
    root = try add(document.children[0])
  }

  func value(of object: Int) throws(PropertyListError) -> PropertyListValue {
    guard objects.indices.contains(object) else { throw .broken("a reference to object \(object)") }
    return objects[object]
  }

  /// Adds an element and returns its number. The XML reader limits the depth.
  private mutating func add(_ element: XMLElement) throws(PropertyListError) -> Int {
    let value = try value(of: element)
    objects.append(value)
    return objects.count - 1
  }

  private mutating func value(
    of element: XMLElement
  ) throws(PropertyListError) -> PropertyListValue {
    let text = element.text
    switch element.name {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "string": return .string(text)
    case "integer": return .integer(Int64(try integer(text)))
    case "real":
      guard let number = Double(text) else { throw unexpected("a number", text) }
      return .real(number)
    case "date": return .date(try date(text))
    case "data": return .data(try data(text))
    case "array":
      var list: [Int] = []
      for child in element.children { list.append(try add(child)) }
      return .list(list)
    case "dict": return try dictionary(element)
    default: throw .xml("<\(element.name)> is not a kind of value")
    }
  }

  private mutating func dictionary(
    _ element: XMLElement
  ) throws(PropertyListError) -> PropertyListValue {
    let parts = element.children
    let isPaired = parts.indices.allSatisfy { (parts[$0].name == "key") == $0.isMultiple(of: 2) }
    guard isPaired, parts.count.isMultiple(of: 2) else {
      throw .xml("expected a <key> before each value in <dict>")
    }
    if parts.count == 2, parts[0].text == "CF$UID" {
      return .uid(try integer(parts[1].text))
    }
    var keys: [Int] = []
    var values: [Int] = []
    for index in stride(from: 0, to: parts.count, by: 2) {
      objects.append(.string(parts[index].text))
      keys.append(objects.count - 1)
      values.append(try add(parts[index + 1]))
    }
    return .dictionary(keys: keys, values: values)
  }

  // MARK: Texts

  private func integer(_ text: String) throws(PropertyListError) -> Int {
    guard let number = Int(text) else { throw unexpected("a whole number", text) }
    return number
  }

  private func date(_ text: String) throws(PropertyListError) -> Double {
    do {
      let moment = try Timestamp(text).microseconds - Timestamp.reference.microseconds
      return Double(moment) / 1_000_000
    } catch {
      throw .xml(error.message)
    }
  }

  private func data(_ text: String) throws(PropertyListError) -> [UInt8] {
    do {
      return try DataText.bytes(from: text.filter { $0 != "\t" })
    } catch {
      throw .xml(error.message)
    }
  }

  private func unexpected(_ expected: String, _ text: String) -> PropertyListError {
    .xml("expected \(expected), found \(visible(quotedSample(text)))")
  }
}
