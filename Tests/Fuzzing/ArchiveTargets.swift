import Deflate
import ManagedModels
import PropertyLists
import TestSupport
import XML

/// Readers of what Core Data and Xcode write.
enum ArchiveTargets {
  static let all = [
    inflated, xml, propertyList, archive, compiledModel, projectModel, storeMetadata,
  ]

  // MARK: Seeds

  private static let lists: [WrittenPropertyList] = [
    .array([.bool(true), .integer(-7), .real(0.5), .date(97_445), .data([1, 2, 255]), .uid(5)]),
    .dictionary([("a", "tä & <xt>"), ("b", .array([])), ("c", .dictionary([("d", "e")]))]),
    .string(String(repeating: "x", count: 300)), .integer(1), .data([]), .array(["a", "a"]),
    .dictionary([
      ("NSStoreModelVersionHashes", .dictionary([("A", .data([1]))])), ("token", "secret"),
    ]),
  ]

  private static var models: [WrittenModel] {
    [

      WrittenModel([.init("A", [.attribute("a", 700), .attribute("b", 900)])]),
      WrittenModel([
        .init("A", [.attribute("a", 100, [("NSDefaultValue", .integer(1))])], uniques: [["a"]]),
        .init("B", of: "A", [.relationship("c", to: "C", inverse: "b")]),
        .init("C", [.relationship("b", to: "B", inverse: "c", toMany: true)]),
      ]),
      WrittenModel([]), WrittenModel([.init("A"), .init("B", of: "A")]),
    ]
  }

  private static let projects: [String] = [
    "<model/>", "<model><entity name='A'/></model>",
    "<!DOCTYPE model SYSTEM 'a.dtd'><model><entity name='A' isAbstract='YES'/></model>",
    """
    <?xml version="1.0"?><model><entity name="A" elementID="B"><attribute name="a" optional="YES"
    attributeType="Integer 16" minValueString="0" defaultValueString="1"/><relationship name="b"
    toMany="YES" destinationEntity="C" inverseName="a"/></entity><entity name="C"
    parentEntity="A"><userInfo><entry key="k" value="&lt;v"/></userInfo></entity></model>
    """,
    "<model><entity name='A'/><fetchRequest name='f' entity='A' predicateString='a == 1'/></model>",
    """
    <model><entity name='A'><attribute name='p' attributeType='Composite' compositeName='P'/>
    </entity><composite name='P'><attribute name='x' attributeType='Date'/></composite></model>
    """,
    "<model>\u{e9}<entity name='\u{1f993}'/></model>",
  ]

  private static let archives = models.flatMap { [$0.compiled, $0.archive().xml] }

  // MARK: Targets

  private static let inflated = FuzzTarget(
    "inflate",
    // "hello hello hello\n" is compressed, the others are only stored.
    seeds: [[0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x57, 0xC8, 0x40, 0x90, 0x5C, 0x00]]
      + lists.map { deflatedAsStored($0.binary) }
  ) { bytes in
    try accepted {
      let output = try inflate(bytes)
      try FuzzTarget.expect(
        output.count <= inflationLimit(of: bytes.count), "the limit is kept", "\(output.count)")
    }
  }

  private static let xml = FuzzTarget("xml", seeds: projects.map { Array($0.utf8) }) { bytes in
    try accepted { _ = try XMLElement(reading: bytes) }
  }

  private static let propertyList = FuzzTarget(
    "property list", seeds: lists.flatMap { [$0.binary, $0.xml] }
  ) { bytes in
    try accepted {
      let list = try PropertyList(bytes)
      try walk(list, from: list.root)
    }
  }

  /// Goes to each object once.
  private static func walk(_ list: PropertyList, from root: Int) throws {
    var (seen, next): (Set<Int>, [Int]) = ([root], [root])
    while let object = next.popLast() {
      switch try list.value(of: object) {
      case .list(let objects): next += objects.filter { seen.insert($0).inserted }
      case .dictionary(let keys, let values):
        next += (keys + values).filter { seen.insert($0).inserted }
      default: break
      }
    }
  }

  private static let archive = FuzzTarget("archive", seeds: archives) { bytes in
    try accepted {
      var next = [try KeyedArchive(PropertyList(bytes)).root]
      var seen: Set<Int> = []
      while let object = next.popLast() {
        guard seen.insert(object.index).inserted else { continue }
        _ = try (object.className, object.string)
        next += try object.elements + object.entries.map(\.value)
        for key in ["NSEntities", "NSProperties", "NSEntity", "NSSuperentity"] {
          if let field = try object.field(key) { next.append(field) }
        }
      }
    }
  }

  private static let compiledModel = FuzzTarget("compiled model", seeds: archives) { bytes in
    try accepted { try check(ManagedModel(compiled: bytes)) }
  }

  private static let projectModel = FuzzTarget(
    "project model", seeds: projects.map { Array($0.utf8) }
  ) { bytes in
    try accepted { try check(ManagedModel(contents: bytes)) }
  }

  private static let storeMetadata = FuzzTarget("metadata", seeds: lists.map(\.binary)) { bytes in
    try accepted { _ = try StoreMetadata(bytes) }
  }

  private static func check(_ model: ManagedModel) throws {
    try FuzzTarget.expect(
      model.differences(from: model).isEmpty, "a model equals itself", "\(model)")
    for entity in model.entities { _ = model.lineage(of: entity) }
  }

  /// True if the input was read; an error is fit to be shown.
  private static func accepted(_ read: () throws -> Void) throws -> Bool {
    let message: String
    do {
      try read()
      return true
    } catch let error as InflateError {
      message = error.message
    } catch let error as XMLError {
      message = error.message
    } catch let error as PropertyListError {
      message = error.message
    } catch let error as ManagedModelError {
      message = error.message
    }
    try FuzzTarget.expectSafe(text: message)
    return false
  }
}
