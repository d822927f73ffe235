package import FlagModel
import SQLText

// Names of attributes, relationships and related records.

extension PredicateChecker {
  /// The meaning of an unqualified name. An unknown name becomes a word that may be a flag or a
  /// case.
  func resolve(_ name: Name, _ syntax: PredicateSyntax) throws(Diagnostic) -> Checked {
    for frame in environment.frames.reversed() where frame.variable == nil {
      switch frame.subject {
      case .record(let path):
        if let value = try property(name, of: path, syntax) { return value }
      case .operand(let operand) where operand.hasPart(name):
        if let value = try part(name, of: operand, syntax) { return value }
      default: continue
      }
    }
    if environment.expressionDepth == 0,
      let alias = environment.answer.aliases.first(where: { $0.name == name })
    {
      return .operand(alias.operand)
    }
    note(name)
    return .literal(syntax)
  }

  /// A property of a record; nil if it does not exist.
  func property(
    _ name: Name, of path: RecordPath, _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked? {
    if let expression = path.entity.expression(named: name) {
      return try value(expression, [], of: path, syntax)
    }
    return environment.property(name, of: path, syntax)
  }

  // MARK: Members

  /// Checks `base.name`.
  func member(
    _ name: Name, of base: PredicateSyntax, _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    if let path = aggregatePath(syntax) {
      return try aggregate(path.aggregate, of: path.base, path.names, syntax)
    }
    let owner = try check(operand: base)
    note(name, of: owner)
    switch owner {
    case .record(let path):
      if let value = try property(name, of: path, syntax) { return value }
      throw unknownName(name, of: path.entity, at: syntax)
    case .group(let path, let prefix, let records):
      if let value = try property("\(prefix).\(name)", of: path, syntax) {
        return try records.map { records throws(Diagnostic) in
          try collections.joined(value, to: records, syntax)
        } ?? value
      }
      throw unknownName("\(prefix).\(name)", of: path.entity, at: syntax)
    case .records(let records, let entity):
      return try self.member(name, of: records, entity, syntax)
    case .values(let values): return try self.member(name, of: values, syntax)
    case .chosen(let aggregate, let records, let entity):
      if case .values(let values) = try property(name, ofEach: .records(records, entity), syntax) {
        return .operand(collections.aggregate(aggregate, of: values, syntax))
      }
      throw Diagnostic("'\(name)' of one of several records is not supported", at: syntax.place)
    case .operand(let operand): return try self.member(name, of: operand, syntax)
    case .predicate:
      throw Diagnostic("'\(text(of: base))' has no '\(name)'", at: syntax.place)
    case .literal(let literal): return try member(name, ofLiteral: literal, base, syntax)
    }
  }

  /// A member of a literal: `Status.measured`, `[.a, .b].count`.
  private func member(
    _ name: Name, ofLiteral literal: PredicateSyntax, _ base: PredicateSyntax,
    _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    if case .name(let type) = literal.kind,
      schema.types.contains(where: { $0.name.mayBeCalled(type) })
    {
      return .literal(syntax)
    }
    if let value = try member(name, ofWord: literal, syntax) { return value }
    if let unknown = unknownName(literal) { throw self.unknown(unknown) }
    if let typed = literals.member(name, ofTyped: literal) { return .literal(typed) }
    throw Diagnostic("'\(text(of: base))' has no '\(name)'", at: syntax.place)
  }

  /// A property of a value, as Swift's own types have it.
  func member(
    _ name: Name, of operand: Operand, _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    if let wrapped = wrapped(name, in: operand, syntax) { return .operand(wrapped) }
    if operand.type?.isArray == true {
      if let values = collections.elements(of: operand, after: []) {
        return try member(name, of: values, syntax)
      }
      if let size = collections.size(name, of: operand, syntax) { return size }
      throw collections.unsupportedElements(operand, syntax)
    }
    if let part = try part(name, of: operand, syntax) { return part }
    if case .flags(let set)? = operand.type, let field = set.field(named: name) {
      return .operand(
        derived(
          operand.term.field(field), field.declaredType.text, syntax, origin: operand.origin))
    }
    guard let property = Language.property(named: name.text, of: operand.kinds) else {
      throw unknownProperty(name, of: operand, syntax)
    }
    return try value(of: property, name, of: operand, syntax)
  }

  /// The value of a property that the language has for the operand's type.
  private func value(
    of property: Callable, _ name: Name, of operand: Operand, _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    let term = operand.term
    switch (property.meaning, operand.type) {
    case (.hasNoFlags, .flags(let set)?): return .predicate(FlagChecks.flagTest(term, set, 0))
    case (.flagCount, .flags(let set)?):
      let masks = Set(set.flags.map(\.mask)).sorted().map { Int64(bitPattern: $0) }
      let flags = if environment.answer.hasGroups { term.flagsAlone } else { term }
      let count = Term(.bitCount(flags, masks: masks), .integer(.int), isOptional: term.isOptional)
      return .operand(derived(count, "Int", syntax, origin: operand.origin))
    case (.entries, _): return .values(try collections.entries(of: operand, name, syntax))
    case (.aggregate(.count), .json?):
      return .operand(
        collections.count(try collections.entries(of: operand, "keys", syntax), syntax))
    case (.isEmpty, .json?):
      return .predicate(try collections.entries(of: operand, "keys", syntax).records.areNone)
    case (.stored, let type?): return .operand(stored(operand, type, syntax))
    case (.isEmptyText, _): return .predicate(.test(term, .compare(.equal, .text(""))))
    case (.value(let sql), _): return .operand(arithmetic.value(sql, property, of: operand, syntax))
    case (.seconds(let start), _):
      return .operand(arithmetic.seconds(since: start, operand, syntax))
    default: throw unknownProperty(name, of: operand, syntax)
    }
  }

  /// `email.address`: the property of a wrapper, which has the wrapper's value.
  private func wrapped(_ name: Name, in operand: Operand, _ syntax: PredicateSyntax) -> Operand? {
    guard let property = wrappedProperty(of: operand), property.name == name else { return nil }
    return Operand(
      term: operand.term, name: text(of: syntax), declaredType: property.declaredType.text,
      place: syntax.place, origin: operand.origin)
  }

  /// The only property of the struct that is an operand's type.
  private func wrappedProperty(of operand: Operand) -> Attribute? {
    var declared = operand.declaredType
    if declared.utf8.last == UInt8(ascii: "?") { declared.removeLast() }
    let type = Name(declared)
    guard
      case .structure(let wrapper)? = schema.types.first(where: { $0.name.mayBeCalled(type) }),
      wrapper.properties.count == 1, case .attribute(let property) = wrapper.properties[0]
    else { return nil }
    return property
  }

  /// The stored value without its meaning.
  private func stored(
    _ operand: Operand, _ type: AttributeType, _ syntax: PredicateSyntax
  ) -> Operand {
    if type == .uuid {
      return derived(operand.term.asText(of: type), "String", syntax, origin: operand.origin)
    }
    let (raw, declared): (AttributeType, String) =
      switch type {
      case .flags(let set): (.integer(set.rawType), set.rawType.rawValue)
      case .enumeration(let enumeration): enumeration.rawAttributeType
      default: (.string, "String")
      }
    let term = Term(operand.term.kind, raw, isOptional: operand.term.isOptional)
    return derived(term, declared, syntax, origin: operand.origin)
  }

  private func unknownProperty(
    _ name: Name, of operand: Operand, _ syntax: PredicateSyntax
  ) -> Diagnostic {
    let fields =
      if case .flags(let set)? = operand.type { set.fields.map(\.name) } else { [Name]() }
    let wrapped = wrappedProperty(of: operand).map { [$0.name] } ?? []
    let meant =
      .name(for: name, in: wrapped + fields)
      ?? Language.suggestion(for: name.text, among: Language.members(of: operand.kinds))
    return Diagnostic(
      "'\(operand.name)' (\(operand.declaredType)) has no '\(name)'", at: syntax.place,
      hint: partOfJSON(name, of: operand) ?? Language.instead(of: name.text)
        ?? setMethod(name.text, of: operand) ?? meant)
  }

  /// The SQL for a part of a column that holds JSON on a server; nil for other columns.
  private func partOfJSON(_ name: Name, of operand: Operand) -> Hint? {
    let entities = schema.entities.filter { $0.source.table == operand.origin.table }
    let attribute = entities.lazy.compactMap { $0.attribute(named: Name(operand.name)) }.first
    guard let attribute, case .native(let native) = attribute.stored, native.isJSON else {
      return nil
    }
    return "'flagdb sql' reads parts of JSON: \(attribute.column)->>'\(name)'"
  }
}

extension Entity {
  /// All names that a predicate may use.
  package var names: [Name] {
    let properties = attributes.map(\.name) + relationships.map(\.name) + expressions.map(\.name)
    guard keyAttribute == nil, let key = source.key else { return properties }
    return [key.column] + properties
  }
}

extension Enumeration {
  /// The type of its raw values, and the name of that type in Swift.
  var rawAttributeType: (AttributeType, String) {
    switch rawType {
    case .integer(let type): (.integer(type), type.rawValue)
    case .string, .caseName: (.string, "String")
    case .character: (.string, "Character")
    case .real(let name): (.double, name.text)
    }
  }
}
