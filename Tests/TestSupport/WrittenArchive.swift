/// A keyed archive that a test writes object by object. Objects refer to each other by number, so that
/// they may go in circles: `reserve` gives a number before there is an object.
public final class WrittenArchive {
  private var objects: [WrittenPropertyList] = ["$null"]
  private var classes: [String: Int] = [:]
  private var texts: [String: Int] = [:]

  public init() {}

  public func reserve() -> Int {
    objects.append("$null")
    return objects.count - 1
  }

  public func put(_ object: WrittenPropertyList, at number: Int) {
    objects[number] = object
  }

  public func add(_ object: WrittenPropertyList) -> WrittenPropertyList {
    objects.append(object)
    return .uid(objects.count - 1)
  }

  /// A text, which is one object however often it is used.
  public func text(_ text: String) -> WrittenPropertyList {
    if let number = texts[text] { return .uid(number) }
    let uid = add(.string(text))
    if case .uid(let number) = uid { texts[text] = number }
    return uid
  }

  /// An object of a class; in place of a number that was reserved, if one is given.
  @discardableResult
  public func object(
    _ name: String, _ fields: [(String, WrittenPropertyList)], at number: Int? = nil
  ) -> WrittenPropertyList {
    let object = WrittenPropertyList.dictionary(fields + [("$class", .uid(classNumber(name)))])
    guard let number else { return add(object) }
    put(object, at: number)
    return .uid(number)
  }

  private func classNumber(_ name: String) -> Int {
    if let number = classes[name] { return number }
    objects.append(
      .dictionary([("$classname", .string(name)), ("$classes", .array([.string(name)]))]))
    classes[name] = objects.count - 1
    return objects.count - 1
  }

  public func array(_ items: [WrittenPropertyList]) -> WrittenPropertyList {
    object("NSArray", [("NS.objects", .array(items))])
  }

  public func dictionary(_ members: [(String, WrittenPropertyList)]) -> WrittenPropertyList {
    object(
      "NSMutableDictionary",
      [
        ("NS.keys", .array(members.map { text($0.0) })), ("NS.objects", .array(members.map(\.1))),
      ])
  }

  /// A dictionary of the other kind, with a hole at its end.
  public func knownKeys(_ members: [(String, WrittenPropertyList)]) -> WrittenPropertyList {
    let hole = text("__empty_slot_token_4c24__")
    let mapping = object(
      "NSKnownKeysMappingStrategy1",
      [
        ("length", .integer(Int64(members.count + 1))),
        ("keys", array(members.map { text($0.0) } + [text("hole")])),
      ])
    return object(
      "NSKnownKeysDictionary1",
      [("searchMapping", mapping), ("values", array(members.map(\.1) + [hole]))])
  }

  public func archive(root: WrittenPropertyList) -> WrittenPropertyList {
    .dictionary([
      ("$version", .integer(100_000)), ("$archiver", "NSKeyedArchiver"),
      ("$top", .dictionary([("root", root)])), ("$objects", .array(objects)),
    ])
  }
}
