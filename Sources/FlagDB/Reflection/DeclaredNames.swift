import FlagModel

// The flags and cases of an app's types beside those of a database: a value that has one name in the
// app and another one in the database would be read as what it is not.

extension FlagModel.Entity {
  /// Throws if a flag or a case of a property has another value in the model, or another name there.
  /// - Parameter allowsNew: true if the model may lack some.
  func checkNames(
    of property: DeclaredProperty, in prefix: String = "", allowsNew: Bool
  ) throws(EntityError) {
    switch property {
    case .record, .records: return
    case .part(let name, _, _, let parts):
      if parts.count == 1, attribute(named: Name(prefix + name)) != nil,
        case .value(_, let kind) = parts[0]
      {
        return try checkNames(prefix + name, kind, allowsNew)
      }
      for part in parts {
        try checkNames(of: part, in: "\(prefix)\(name).", allowsNew: allowsNew)
      }
    case .value(let name, let kind): try checkNames(prefix + name, kind, allowsNew)
    }
  }

  private func checkNames(
    _ name: String, _ kind: StorageForm.Kind, _ allowsNew: Bool
  ) throws(EntityError) {
    guard let attribute = attribute(named: Name(name)),
      let difference = kind.difference(from: attribute.type, allowsNew: allowsNew)
    else { return }
    throw .mismatch(entity: self.name.text, property: name, reason: difference)
  }
}

extension StorageForm.Kind {
  /// Says which flag or case is another one in the model; nil if all agree.
  fileprivate func difference(from type: AttributeType, allowsNew: Bool) -> String? {
    switch (self, type) {
    case (_, .json(.optional(let type))): difference(from: type, allowsNew: allowsNew)
    case (.optional(let kind), _): kind.difference(from: type, allowsNew: allowsNew)
    case (.array(let kind, _), .array(let type, _)):
      kind.difference(from: type, allowsNew: allowsNew)
    case (.array(let kind, isSet: true), .flags(let set)):
      set.enumeration.flatMap { kind.difference(from: .enumeration($0), allowsNew: allowsNew) }
    case (.flags(_, _, let flags), .flags(let set)):
      set.difference(from: flags, allowsNew: allowsNew)
    case (.cases(_, _, let cases), .enumeration(let enumeration)):
      enumeration.difference(from: cases, allowsNew: allowsNew)
    default: nil
    }
  }
}

extension FlagSet {
  fileprivate func difference(from declared: [StorageForm.Flag], allowsNew: Bool) -> String? {
    let declared = declared.map { Flag(name: Name($0.name), mask: $0.mask & widthMask) }
    for flag in declared where flag.mask.nonzeroBitCount == 1 {
      let bit = flag.mask.trailingZeroBitCount
      let names = flags.filter { $0.mask == flag.mask }.map(\.name)
      // A second name for a bit means the same.
      if declared.contains(where: { $0.mask == flag.mask && names.contains($0.name) }) { continue }
      if let mask = mask(named: flag.name), mask.nonzeroBitCount == 1 {
        return
          "the flag '\(flag.name)' is bit \(bit) in the app, and bit \(mask.trailingZeroBitCount) "
          + "in the model"
      }
      if let name = names.first {
        return "bit \(bit) is '\(flag.name)' in the app, and '\(name)' in the model"
      }
      if let field = fields.first(where: { $0.mask & flag.mask != 0 }) {
        return "the flag '\(flag.name)' is a bit of the field '\(field.name)' in the model"
      }
      if !allowsNew { return "the model has no flag '\(flag.name)'" }
    }
    return nil
  }

  /// The set with the flags of another that it has no name and no bit for.
  /// - Parameter moving: true if flags of both have the bits that the other gives them.
  fileprivate func growing(by other: FlagSet, moving: Bool) -> FlagSet {
    let own = (flags + combinations).map { flag in
      Flag(
        name: flag.name, mask: moving ? other.mask(named: flag.name) ?? flag.mask : flag.mask,
        summary: flag.summary)
    }
    let new = (other.flags + other.combinations).filter { flag in
      !own.contains {
        $0.name == flag.name || $0.mask == flag.mask && flag.mask.nonzeroBitCount == 1
      } && (flag.mask & fieldMask == 0 || flag.mask.nonzeroBitCount != 1)
    }
    return FlagSet(
      name: name, rawType: rawType, flags: [], combinations: [], fields: fields, summary: summary
    ).adding(own + new)
  }
}

extension Enumeration {
  fileprivate func difference(from declared: [StorageForm.Case], allowsNew: Bool) -> String? {
    for declaredCase in declared {
      let name = Name(declaredCase.name)
      if let present = cases.first(where: { $0.name == name }) {
        if declaredCase.isWritten(as: present.rawValue) { continue }
        return
          "the case '\(name)' is \(declaredCase.literal) in the app, and "
          + "\(present.rawValue.text) in the model"
      }
      if let other = cases.first(where: { declaredCase.isWritten(as: $0.rawValue) }) {
        return
          "\(declaredCase.literal) is the case '\(name)' in the app, and '\(other.name)' in the "
          + "model"
      }
      if !allowsNew { return "the model has no case '\(name)'" }
    }
    return nil
  }

  /// The enum with the cases of another that it has no name and no raw value for.
  /// - Parameter moving: true if cases of both have the raw values that the other gives them.
  fileprivate func growing(by other: Enumeration, moving: Bool) -> Enumeration {
    let own = cases.map { present in
      let moved = other.cases.first { $0.name == present.name }
      return Case(
        name: present.name,
        rawValue: moving ? moved?.rawValue ?? present.rawValue : present.rawValue,
        summary: present.summary)
    }
    let new = other.cases.filter { added in
      !own.contains { $0.name == added.name || $0.rawValue == added.rawValue }
    }
    return Enumeration(
      name: name, rawType: rawType, cases: own + new, fallback: declaredFallback, summary: summary)
  }
}

extension StorageForm.Case {
  /// True if its raw value is the stored one.
  fileprivate func isWritten(as value: FlagModel.Value) -> Bool {
    switch value {
    case .integer(let number): literal == "\(number)"
    case .real(let number):
      Double(literal) == number || Float(literal).map(Double.init) == number
    case .text(let text): literal == text.debugDescription
    case .null, .blob: false
    }
  }
}

extension Schema {
  /// The types with the flags and cases that those of another model have besides. A model that is read
  /// again from its text has them in its attributes too.
  func growingTypes(by other: Schema, moving: Bool) -> [NamedType] {
    let declared = Dictionary(other.types.map { ($0.name, $0) }) { first, _ in first }
    return types.map { type in
      switch (type, declared[type.name]) {
      case (.flagSet(let set), .flagSet(let new)?):
        .flagSet(set.growing(by: new, moving: moving))
      case (.enumeration(let enumeration), .enumeration(let new)?)
      where enumeration.rawType == new.rawType:
        .enumeration(enumeration.growing(by: new, moving: moving))
      default: type
      }
    }
  }
}
