import Foundation

/// Stand-ins for the few names of Apple's frameworks that generated code uses, where those are not.
public enum AppleStandIn {
  /// Core Data, whose objects keep primitive values by their keys.
  public static let coreData = """
    @_exported import Foundation
    public let NSCoreDataError = 134060
    public protocol NSFetchRequestResult {}
    extension NSManagedObject: NSFetchRequestResult {}
    extension NSManagedObjectID: NSFetchRequestResult {}
    extension Dictionary: NSFetchRequestResult where Key == String, Value == Any {}
    open class NSManagedObjectID: NSObject {}
    open class NSManagedObjectModel: NSObject {
      public var templates: [String: NSFetchRequest<any NSFetchRequestResult>] = [:]
      public var variables: [String: Any] = [:]
      open func fetchRequestFromTemplate(
        withName name: String, substitutionVariables: [String: Any]
      ) -> NSFetchRequest<any NSFetchRequestResult>? {
        variables = substitutionVariables
        return templates[name]
      }
    }
    open class NSPersistentStoreCoordinator: NSObject {
      public let managedObjectModel = NSManagedObjectModel()
    }
    open class NSManagedObjectContext: NSObject {
      open var persistentStoreCoordinator: NSPersistentStoreCoordinator?
      open func fetch<T>(_ request: NSFetchRequest<T>) throws -> [T] { request.results }
      open func count<T>(for request: NSFetchRequest<T>) throws -> Int { request.results.count }
    }
    open class NSFetchRequest<T>: NSObject {
      public let entityName: String?
      public var results: [T] = []
      public init(entityName: String) { self.entityName = entityName }
    }
    open class NSManagedObject: NSObject {
      public var primitives: [String: Any] = [:]
      public var calls: [String] = []
      open class func fetchRequest() -> NSFetchRequest<NSManagedObject> {
        NSFetchRequest(entityName: "")
      }
      open func willAccessValue(forKey key: String?) { calls.append("willAccess \\(key ?? "")") }
      open func didAccessValue(forKey key: String?) { calls.append("didAccess \\(key ?? "")") }
      open func willChangeValue(forKey key: String) { calls.append("willChange \\(key)") }
      open func didChangeValue(forKey key: String) { calls.append("didChange \\(key)") }
      open func primitiveValue(forKey key: String) -> Any? { primitives[key] }
      open func setPrimitiveValue(_ value: Any?, forKey key: String) { primitives[key] = value }
      open func value(forKey key: String) -> Any? { primitives[key] }
      open func setValue(_ value: Any?, forKey key: String) { primitives[key] = value }
    }
    """

  /// The code without what only a system with Objective-C takes.
  public static func withoutObjectiveC(_ code: String) -> String {
    code.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var line = String(line)
      for mark in ["@nonobjc ", "@objc("] {
        guard let range = line.range(of: mark) else { continue }
        let end = mark.hasSuffix("(") ? line[range.upperBound...].firstIndex(of: ")") : nil
        line.removeSubrange(
          range.lowerBound..<(end.map { line.index(after: $0) } ?? range.upperBound))
      }
      return line
    }.joined(separator: "\n")
  }

  /// Macros of SwiftData that expand to nothing, by a program that speaks with the compiler.
  public static let swiftData = """
    @attached(member) public macro Model() = #externalMacro(module: "Nothing", type: "Model")
    @attached(peer) public macro Attribute(_ options: Option..., originalName: String? = nil)
      = #externalMacro(module: "Nothing", type: "Attribute")
    @attached(peer) public macro Relationship(
      _ options: Option..., deleteRule: DeleteRule = .nullify, originalName: String? = nil,
      inverse: AnyKeyPath? = nil) = #externalMacro(module: "Nothing", type: "Relationship")
    @freestanding(declaration) public macro Unique<T>(_ paths: [PartialKeyPath<T>]...)
      = #externalMacro(module: "Nothing", type: "Unique")
    @freestanding(declaration) public macro Index<T>(_ paths: [PartialKeyPath<T>]...)
      = #externalMacro(module: "Nothing", type: "Index")
    public struct Option { public static let unique = Option(), externalStorage = Option() }
    public enum DeleteRule { case nullify, cascade, deny, noAction }
    """

  /// The program: each message is its length in eight bytes, and JSON.
  public static let plugin = #"""
    #!/usr/bin/env python3
    import json, struct, sys
    def answer(message):
        if "getCapability" in message:
            return {"getCapabilityResult": {"capability": {"protocolVersion": 7}}}
        kind = next(iter(message))
        if kind.startswith("expand"):
            result = {"expandedSource": "", "diagnostics": []}
            return {"expandMacroResult": result}
        return {}
    while True:
        head = sys.stdin.buffer.read(8)
        if len(head) < 8:
            break
        body = json.loads(sys.stdin.buffer.read(struct.unpack("<Q", head)[0]))
        reply = json.dumps(answer(body)).encode()
        sys.stdout.buffer.write(struct.pack("<Q", len(reply)) + reply)
        sys.stdout.buffer.flush()
    """#
}
