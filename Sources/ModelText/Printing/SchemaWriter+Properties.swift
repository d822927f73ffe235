import FlagModel

/// Prints stored properties as Swift.
extension SchemaWriter {
  mutating func writeProperty(_ property: Property, of owner: Name) {
    switch property {
    case .attribute(let attribute):
      lines.add(comment: attribute.summary)
      writeAttribute(attribute, of: owner)
    case .group(let group):
      lines.add(comment: group.summary)
      let type = SwiftText.type(group.declaredType, inside: owner)
      let isOptional = group.isOptional && !isOptional(group.declaredType)
      let mark = if isOptional { "?" } else { "" }
      var macros = attributeMacro(isUnique: group.isUnique, originalName: group.originalName)
      if let macro = columnMacro(property.attributes) { macros.append(macro) }
      add(macros, "var \(SwiftText.name(group.name)): \(type)\(mark)\(groupDefault(group))")
    case .relationship(let relationship):
      lines.add(comment: relationship.summary)
      writeRelationship(relationship, of: owner)
    }
  }

  /// ` = Size(width: 1)`, for default values that differ from those in the struct.
  private func groupDefault(_ group: Group) -> String {
    guard !group.isOptional, let structure = structure(named: group.declaredType) else { return "" }
    let arguments = arguments(group.properties, beyond: structure.properties)
    let name = SwiftText.type(group.declaredType)
    if arguments.isEmpty { return "" }
    return " = \(name)(\(arguments.joined(separator: ", ")))"
  }

  private func arguments(_ properties: [Property], beyond plainProperties: [Property]) -> [String] {
    zip(properties, plainProperties).compactMap { (now, plain) -> String? in
      let label = SwiftText.member(plain.name.parts.last ?? plain.name)
      switch (now, plain) {
      case (.attribute(let attribute), .attribute(let plainAttribute))
      where attribute.defaultValue != plainAttribute.defaultValue:
        return "\(label): \(attribute.defaultValue.map { literal($0, attribute.type) } ?? "nil")"
      case (.group(let group), .group(let plainGroup)) where !group.isOptional:
        let inner = arguments(group.properties, beyond: plainGroup.properties)
        let name = SwiftText.type(group.declaredType)
        if inner.isEmpty { return nil }
        return "\(label): \(name)(\(inner.joined(separator: ", ")))"
      default: return nil
      }
    }
  }

  private func structure(named declared: Name, depth: Int = 0) -> Structure? {
    switch types[declared] {
    case .structure(let structure): structure
    case .alias(let alias) where depth < 32:
      structure(named: alias.plainTarget, depth: depth + 1)
    default: nil
    }
  }

  mutating func writeExpression(_ expression: NamedExpression, of owner: Name) {
    lines.add(comment: expression.summary)
    var arguments = [SwiftText.string(expression.text)]
    for (index, parameter) in expression.parameters.enumerated() {
      let label = if index == 0 { "parameters: " } else { "" }
      arguments.append(label + SwiftText.string(parameter.text))
    }
    let type = SwiftText.type(expression.declaredType, inside: owner)
    add(
      ["@Expression(\(arguments.joined(separator: ", ")))"],
      "var \(SwiftText.name(expression.name)): \(type)")
  }

  // MARK: Attributes

  private mutating func writeAttribute(_ attribute: Attribute, of owner: Name) {
    let inherited = plainAttribute(attribute.declaredType)
    var macros = attributeMacro(
      isUnique: attribute.isUnique && !inherited.isUnique, originalName: attribute.originalName)
    if attribute.type == .data, inherited.type != .data, Checker.needsWord(attribute.declaredType) {
      macros.append("@Attribute(.transformable)")
    }
    if let columns = columnMacro([attribute]) { macros.append(columns) }
    if let form = attribute.stored.name { macros.append("@Stored(.\(form))") }
    if case .native(let native) = attribute.stored, native != NativeType.implied(by: attribute.type)
    {
      macros.append("@Stored(\(SwiftText.string(native.text)))")
    }
    let demands = validArguments(attribute, beyond: inherited)
    if !demands.isEmpty { macros.append("@Valid(\(demands.joined(separator: ", ")))") }

    let type = SwiftText.type(attribute.declaredType, inside: owner)
    var line = "var \(SwiftText.name(attribute.name)): \(type)"
    if attribute.isOptional, !inherited.isOptional { line += "?" }
    if let value = attribute.defaultValue {
      line += " = " + wrapped(literal(value, attribute.type), in: attribute.declaredType)
    }
    add(macros, line)
  }

  /// `@Attribute(.unique, originalName: "name")`, if it is needed.
  private func attributeMacro(isUnique: Bool, originalName: Name?) -> [String] {
    var options: [String] = []
    if isUnique { options.append(".unique") }
    if let originalName { options.append("originalName: \(SwiftText.string(originalName.text))") }
    if options.isEmpty { return [] }
    return ["@Attribute(\(options.joined(separator: ", ")))"]
  }

  /// Prints macros before a declaration, or above it if the line would be too long.
  private mutating func add(_ macros: [String], _ line: String) {
    let whole = (macros + [line]).joined(separator: " ")
    if whole.count <= lines.room { return lines.add(whole) }
    for macro in macros { lines.add(macro) }
    lines.add(line)
  }

  private func validArguments(_ attribute: Attribute, beyond inherited: Attribute) -> [String] {
    var arguments: [String] = []
    let validity = attribute.validity
    if let bounds = validity.bounds, bounds != inherited.validity.bounds {
      arguments.append(range(bounds, attribute.type))
    }
    if let length = validity.length, length != inherited.validity.length {
      arguments.append("length: \(range(length))")
    }
    if let pattern = validity.pattern, pattern != inherited.validity.pattern {
      arguments.append("matches: \(SwiftText.string(pattern))")
    }
    if let places = attribute.type.places, places != inherited.type.places {
      arguments.append("places: \(places)")
    }
    return arguments
  }

  private func range(_ bounds: Validity.Bounds, _ type: AttributeType) -> String {
    let lower = bounds.lower.map { bound($0, type) } ?? ""
    let upper = bounds.upper.map { bound($0, type) } ?? ""
    return lower + bounds.dots + upper
  }

  private func bound(_ value: Value, _ type: AttributeType) -> String {
    switch value {
    case .text(let text): SwiftText.string((try? Timestamp(text))?.text ?? text)
    default: type.plainNumber(value)
    }
  }

  private func range(_ length: ClosedRange<Int>) -> String {
    if length.upperBound == Int.max { return "\(length.lowerBound)..." }
    return "\(length.lowerBound)...\(length.upperBound)"
  }

  // MARK: Named types

  /// The attribute that the declared type alone gives.
  private func plainAttribute(_ declared: Name, depth: Int = 0) -> Attribute {
    func plain(_ type: AttributeType, isOptional: Bool = false) -> Attribute {
      Attribute(name: "", declaredType: declared, type: type, isOptional: isOptional)
    }
    if let builtin = AttributeType(builtin: declared) { return plain(builtin) }
    // An array of a wrapper is an array of its content, without its restrictions.
    for start in ["[", "Set<"] where declared.utf8.starts(with: start.utf8) && depth < 32 {
      let inner = Name(declared.utf8.dropFirst(start.utf8.count).dropLast())
      return plain(.array(plainAttribute(inner, depth: depth + 1).type, isSet: start != "["))
    }
    if declared.utf8.last == UInt8(ascii: "?"), depth < 32 {
      let inner = plainAttribute(Name(declared.utf8.dropLast()), depth: depth + 1)
      return plain(.json(.optional(inner.type)))
    }
    switch types[declared] {
    case .alias(let alias) where depth < 32:
      let target = plainAttribute(alias.plainTarget, depth: depth + 1)
      return Attribute(
        name: "", declaredType: declared, type: target.type,
        isOptional: alias.isOptional || target.isOptional, isUnique: target.isUnique,
        validity: target.validity)
    case .structure(let structure):
      if structure.properties.count == 1, case .attribute(let only) = structure.properties[0] {
        return only
      }
      return plain(.string)
    default: return plain(.string)
    }
  }

  private func isOptional(_ declared: Name, depth: Int = 0) -> Bool {
    guard case .alias(let alias)? = types[declared], depth < 32 else { return false }
    return alias.isOptional || isOptional(alias.target, depth: depth + 1)
  }

  /// A literal inside the initializers of its wrappers: `Email(address: "x")`.
  private func wrapped(_ literal: String, in declared: Name, depth: Int = 0) -> String {
    guard depth < 32 else { return literal }
    if AttributeType.identified.contains(declared) {
      let whole = "\(declared)(identifier: \(literal))"
      if declared == "TimeZone" { return "\(whole)!" }
      return whole
    }
    switch types[declared] {
    case .alias(let alias):
      return wrapped(literal, in: alias.plainTarget, depth: depth + 1)
    case .structure(let structure):
      guard structure.properties.count == 1,
        case .attribute(let inner) = structure.properties[0]
      else { return literal }
      let value = wrapped(literal, in: inner.declaredType, depth: depth + 1)
      return "\(SwiftText.path(structure.name))(\(SwiftText.member(inner.name)): \(value))"
    default: return literal
    }
  }

  // MARK: Relationships

  private mutating func writeRelationship(_ relationship: Relationship, of owner: Name) {
    var options: [String] = []
    if relationship.deleteRule != .nullify {
      options.append("deleteRule: .\(relationship.deleteRule.rawValue)")
    }
    if let inverse = writtenInverse(relationship, of: owner) {
      options.append("inverse: \(inverse)")
    }
    if let original = relationship.originalName {
      options.append("originalName: \(SwiftText.string(original.text))")
    }
    let type = relationship.spelling(target: SwiftText.path(relationship.target))
    let value =
      if relationship.cardinality == .toMany(isOptional: false) { " = []" } else { "" }
    var macros: [String] = []
    if !options.isEmpty { macros.append("@Relationship(\(options.joined(separator: ", ")))") }
    if let macro = columnMacro(relationship, of: owner) { macros.append(macro) }
    add(macros, "var \(SwiftText.name(relationship.name)): \(type)\(value)")
  }

  /// The side without a foreign key, or the side that creates the join table, names its inverse.
  private func writtenInverse(_ relationship: Relationship, of owner: Name) -> String? {
    guard let inverse = relationship.inverse else {
      if rulingOutInverse.contains("\(owner).\(relationship.name)") { return "nil" }
      return nil
    }
    switch relationship.storage {
    case .column: return nil
    case .joinTable(let table) where !table.isOwner: return nil
    case .inverse, .joinTable:
      return "\\\(SwiftText.path(relationship.target)).\(SwiftText.member(inverse))"
    }
  }
}
