#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Finds the properties of a struct without a value of it. The decoder notes each requested
/// property and returns an arbitrary value.
final class TypeProbe: Decoder {
  /// No value of the type is known, so the properties after it stay unknown.
  private struct Unanswered: Error {}

  fileprivate(set) var properties: [DeclaredProperty] = []
  /// The form of the value that was requested from a single-value container.
  fileprivate var single: StorageForm.Kind?

  /// The name of the optional property that is requested next.
  fileprivate var optional: String?

  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  /// The properties; nil if they cannot be found.
  static func properties(of type: any Decodable.Type) -> [DeclaredProperty]? {
    let probe = TypeProbe()
    do {
      _ = try type.init(from: probe)
      return probe.properties
    } catch {
      guard probe.properties.contains(where: { $0.unsupported != nil }) else { return nil }
      return probe.properties
    }
  }

  /// The property for a type; without parts if they cannot be found.
  static func property(
    _ type: (some Decodable).Type, named name: String, isOptional: Bool
  ) -> DeclaredProperty {
    let probe = TypeProbe()
    _ = try? probe.answer(type, named: name, isOptional: isOptional)
    return probe.properties.first
      ?? .part(name: name, type: "\(type)", isOptional: isOptional, [])
  }

  func container<Key>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(ProbeContainer(probe: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Unanswered() }

  func singleValueContainer() -> any SingleValueDecodingContainer { SingleProbe(probe: self) }

  /// Notes a property, and returns an arbitrary value of its type.
  fileprivate func answer<Value: Decodable>(
    _ type: Value.Type, named name: String, isOptional: Bool
  ) throws -> Value {
    func kind(_ kind: StorageForm.Kind) -> StorageForm.Kind {
      isOptional && !kind.isOptional ? .optional(kind) : kind
    }
    if let storable = type as? any Storable.Type {
      properties.append(.value(name: name, kind(storable.storageForm.kind)))
      return try Self.anyValue(of: type) as? Value ?? Value(from: TypeProbe())
    }
    if let list = type as? any RelatedList.Type, let none = list.none as? Value {
      properties.append(list.declared(name))
      return none
    }
    if !(type is any Entity.Type), Self.isUnsupported(type) {
      properties.append(.unsupported(name: name))
      return try Self.sample(type)
    }
    let probe = TypeProbe()
    let value = try? Value(from: probe)
    if let entity = type as? any Entity.Type {
      properties.append(.record(name: name, entity, isOptional: isOptional))
    } else if let single = probe.single {
      properties.append(.value(name: name, kind(Self.kind(of: type, raw: single))))
    } else {
      properties.append(
        .part(name: name, type: "\(type)", isOptional: isOptional, probe.properties))
    }
    return try value ?? Self.sample(type)
  }

  /// True if a value of a type that is not `Storable` can be neither a raw value nor a nested struct.
  private static func isUnsupported(_ type: Any.Type) -> Bool {
    if type is AnyClass || type is any StandardCollection.Type { return true }
    return TypeKind(of: type) == .enum && !(type is any RawRepresentable.Type)
  }

  /// The form of a type with a raw value that does not conform to `Storable`.
  private static func kind(of type: Any.Type, raw: StorageForm.Kind) -> StorageForm.Kind {
    if type is any OptionSet.Type, case .integer(let integer) = raw {
      return .flags(name: "\(type)", integer, [])
    }
    guard let type = type as? any (CaseIterable & RawRepresentable).Type else { return raw }
    return .cases(name: "\(type)", raw, cases(of: type))
  }

  private static func cases<Value: CaseIterable & RawRepresentable>(
    of type: Value.Type
  ) -> [StorageForm.Case] {
    type.allCases.map { StorageForm.Case(name: "\($0)", rawValue: $0.rawValue) }
  }

  // MARK: Arbitrary values

  private static func sample<Value>(_ type: Value.Type) throws -> Value {
    if let value = anyValue(of: type) as? Value { return value }
    throw Unanswered()
  }

  private static func anyValue(of type: Any.Type) -> Any? {
    if let value = samples.first(where: { Swift.type(of: $0) == type }) { return value }
    switch type {
    case let type as any CaseIterable.Type: return first(of: type)
    case let type as any SetAlgebra.Type: return type.init()
    case let type as any RangeReplaceableCollection.Type: return type.init()
    case let type as any ExpressibleByDictionaryLiteral.Type: return empty(type)
    case let type as any ExpressibleByNilLiteral.Type: return type.init(nilLiteral: ())
    default: break
    }
    if let type = type as? any Storable.Type { return stored(type) }
    return nil
  }

  private static let samples: [any Sendable] = [
    false, 0, Int8(0), Int16(0), Int32(0), Int64(0), UInt(0), UInt8(0), UInt16(0), UInt32(0),
    UInt64(0), 0.0, Float(0), "", Date(timeIntervalSinceReferenceDate: 0), UUID(), Data(),
    Decimal(0),
  ]

  private static func empty<Value: ExpressibleByDictionaryLiteral>(_ type: Value.Type) -> Value {
    [:]
  }

  private static func first(of type: any CaseIterable.Type) -> Any? {
    func first<Value: CaseIterable>(_ type: Value.Type) -> Any? { type.allCases.first }
    return first(type)
  }

  private static func stored<Value: Storable>(_ type: Value.Type) -> Any? {
    if let value = type.fallback { return value }
    guard type != Value.StoredValue.self else {
      if type == URL.self { return URL(string: "a:") }
      return nil
    }
    return (anyValue(of: Value.StoredValue.self) as? Value.StoredValue).flatMap {
      Value(storedValue: $0)
    } ?? firstCase(type)
  }

  /// The first case of an enum with unknown raw values. In memory, a case without associated values
  /// is its index.
  private static func firstCase<Value>(_ type: Value.Type) -> Value? {
    guard type is any RawRepresentable.Type, _isPOD(type), MemoryLayout<Value>.size == 1 else {
      return nil
    }
    return withUnsafeBytes(of: 0 as UInt8) { $0.loadUnaligned(as: type) }
  }
}

/// A collection of Swift. It is stored if its elements are `Storable`.
private protocol StandardCollection {}

extension Array: StandardCollection {}
extension Set: StandardCollection {}
extension Dictionary: StandardCollection {}

private struct ProbeContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let probe: TypeProbe

  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { [] }

  // `contains` precedes the request of an optional property only.
  func contains(_ key: Key) -> Bool {
    probe.optional = key.stringValue
    return true
  }
  func decodeNil(forKey key: Key) -> Bool { false }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try probe.answer(type, named: key.stringValue, isOptional: probe.optional == key.stringValue)
  }

  func nestedContainer<Nested>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    throw EntityError.unsupportedSubType(label: key.stringValue)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw EntityError.unsupportedSubType(label: key.stringValue)
  }

  func superDecoder() -> any Decoder { probe }
  func superDecoder(forKey key: Key) -> any Decoder { probe }
}

private struct SingleProbe: SingleValueDecodingContainer {
  let probe: TypeProbe

  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { false }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let storable = type as? any Storable.Type { probe.single = storable.storageForm.kind }
    let inner = TypeProbe()
    let value = try inner.answer(type, named: "", isOptional: false)
    return value
  }
}
