import FlagModel
import PropertyLists

extension ManagedAttribute {
  /// An archived `NSAttributeDescription` of any kind. The elements of a composite are attributes
  /// too, and can be composites.
  init(_ object: ArchivedObject, _ name: Name, depth: Int) throws(PropertyListError) {
    guard depth < Self.deepest else {
      throw .tooLarge(what: "composites in each other", limit: Self.deepest)
    }
    let type = ManagedType(number: try object.integer("NSAttributeType") ?? 0)
    var elements: [ManagedAttribute] = []
    for element in try object.field("NSCompositeElements")?.elements ?? [] {
      guard let name = try element.string("NSPropertyName") else { continue }
      elements.append(try ManagedAttribute(element, Name(name), depth: depth + 1))
    }
    self.init(
      name: name, type: type, isOptional: try object.flag("NSIsOptional"),
      isTransient: try object.flag("NSIsTransient"),
      defaultValue: try ManagedDefault(try object.field("NSDefaultValue"), of: type),
      // Bit 2 marks external storage. The other bits concern history and search.
      isExternal: try (object.integer("NSFlagsKey") ?? 0) & 4 != 0,
      validations: try ArchivedPredicate.validations(try object.field("NSValidationPredicates")),
      derivation: try object.className == "NSDerivedAttributeDescription"
        ? try ArchivedPredicate.text(ofExpression: try object.field("NSDerivationExpression"))
        : nil,
      elements: elements,
      valueClass: try object.string("NSAttributeValueClassName"),
      transformer: try object.string("NSValueTransformerName"),
      renamedFrom: try object.renamedFrom(name), userInfo: try object.userInfo)
  }
}

extension ManagedType {
  init(number: Int) {
    self =
      switch number {
      case 0: .undefined
      case 100: .int16
      case 200: .int32
      case 300: .int64
      case 400: .decimal
      case 500: .double
      case 600: .float
      case 700: .string
      case 800: .boolean
      case 900: .date
      case 1000: .data
      case 1100: .uuid
      case 1200: .uri
      case 1800: .transformable
      case 2000: .objectID
      case 2100: .composite
      default: .unknown("\(number)")
      }
  }

  /// True if the values are numbers that can have a fraction.
  var isFraction: Bool {
    switch self {
    case .double, .float, .decimal, .date: true
    default: false
    }
  }
}

extension ManagedDefault {
  /// Reads a default value; nil if there is none.
  init?(_ object: ArchivedObject?, of type: ManagedType) throws(PropertyListError) {
    guard let object else { return nil }
    switch try object.value {
    case .bool(let flag): self = .value(.integer(flag ? 1 : 0))
    case .integer(let number) where type.isFraction: self = .value(.real(Double(number)))
    case .integer(let number): self = .value(.integer(number))
    case .real(let number), .date(let number): self = .value(.real(number))
    case .string(let text): self = .value(.text(text))
    case .data(let bytes): self = .value(.blob(bytes))
    case .dictionary:
      guard let value = try Self.value(of: object) else {
        self = .object(try object.className ?? "")
        return
      }
      self = .value(value)
    case .null, .uid, .list: return nil
    }
  }

  /// The value of an object of a Foundation class.
  private static func value(of object: ArchivedObject) throws(PropertyListError) -> Value? {
    switch try object.className {
    case "NSMutableString", "NSString": return try object.string.map { .text($0) }
    case "NSDate":
      guard case .real(let seconds)? = try object.field("NS.time")?.value else { return nil }
      return .real(seconds)
    case "NSUUID": return try object.field("NS.uuidbytes").flatMap(data).map { .blob($0) }
    case "NSData", "NSMutableData":
      return try object.field("NS.data").flatMap(data).map { .blob($0) }
    case "NSURL": return try object.string("NS.relative").map { .text($0) }
    case "NSDecimalNumber", "NSDecimalNumberPlaceholder": return try decimal(object)
    default: return nil
    }
  }

  private static func data(_ object: ArchivedObject) throws(PropertyListError) -> [UInt8]? {
    if case .data(let bytes) = try object.value { bytes } else { nil }
  }

  /// Reads an `NSDecimalNumber`: an integer in 16-bit pieces, the lowest first, and a power of ten.
  private static func decimal(_ object: ArchivedObject) throws(PropertyListError) -> Value? {
    guard let bytes = try object.field("NS.mantissa").flatMap(data),
      bytes.count.isMultiple(of: 2)
    else { return nil }
    let count = min(bytes.count, 2 * max(0, min(8, try object.integer("NS.length") ?? 0)))
    let isBigEndian = try object.integer("NS.mantissa.bo") == 2
    // In a big-endian piece the bytes are reversed.
    let mantissa = (0..<count).reversed().reduce(Double(0)) { sum, index in
      sum * 256 + Double(bytes[isBigEndian ? index ^ 1 : index])
    }
    let exponent = max(-128, min(127, try object.integer("NS.exponent") ?? 0))
    let power = (0..<abs(exponent)).reduce(Double(1)) { power, _ in power * 10 }
    let number = exponent < 0 ? mantissa / power : mantissa * power
    if try object.flag("NS.negative") { return .real(-number) }
    return .real(number)
  }
}

extension ManagedRelationship {
  /// An archived `NSRelationshipDescription`; nil if its destination has no name.
  init?(_ object: ArchivedObject, _ name: Name) throws(PropertyListError) {
    let entity = try object.field("NSDestinationEntity")?.string("NSEntityName")
    guard let destination = try object.string("_NSDestinationEntityName") ?? entity else {
      return nil
    }
    let other = try object.field("NSInverseRelationship")?.string("NSPropertyName")
    let inverse = try object.string("_NSInverseRelationshipName") ?? other
    let limit = try object.integer("NSMaxCount") ?? 0
    self.init(
      name: name, destination: Name(destination), inverse: inverse.map { Name($0) },
      isToMany: limit != 1, isOrdered: try object.flag("NSIsOrdered"),
      isOptional: try object.flag("NSIsOptional"), isTransient: try object.flag("NSIsTransient"),
      deleteRule: Self.deleteRule(number: try object.integer("NSDeleteRule") ?? 0),
      minimum: try object.integer("NSMinCount") ?? 0, maximum: limit > 0 ? limit : nil,
      renamedFrom: try object.renamedFrom(name), userInfo: try object.userInfo)
  }

  private static func deleteRule(number: Int) -> Relationship.DeleteRule {
    switch number {
    case 1: .nullify
    case 2: .cascade
    case 3: .deny
    default: .noAction
    }
  }
}
