import FlagModel

// Compares the flags and cases of an app's types with those of a database. If a value had different
// names in the two, it would be misread.

extension FlagModel.Entity {
  /// Throws if a flag or a case of a property has another value or another name in the model.
  /// - Parameter allowsNew: true if the model may lack some flags and cases.
  func checkNames(
    of property: DeclaredProperty, in prefix: String = "", allowsNew: Bool
  ) throws(EntityError) {
    switch property {
    case .record, .records: return
    case .unsupported(let name): throw .unsupportedSubType(label: prefix + name)
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
  /// Describes a flag or case that differs in the model; nil if all agree.
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
      // A second name for the same bit is no difference.
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

  /// The set with the additional flags of another set, if their names and bits are free.
  /// - Parameter moving: true if flags that both sets have get the bits of the other set.
  fileprivate func growing(by other: FlagSet, moving: Bool) -> FlagSet {
    let present = (flags + combinations).map { flag in
      var mask = flag.mask
      if moving, let moved = other.mask(named: flag.name) { mask = moved }
      return Flag(name: flag.name, mask: mask, summary: flag.summary)
    }
    let new = (other.flags + other.combinations).filter { flag in
      !present.contains {
        $0.name == flag.name || $0.mask == flag.mask && flag.mask.nonzeroBitCount == 1
      } && (flag.mask & fieldMask == 0 || flag.mask.nonzeroBitCount != 1)
    }
    return FlagSet(
      name: name, rawType: rawType, flags: [], combinations: [], fields: fields, summary: summary
    ).adding(present + new)
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

  /// The enum with the additional cases of another enum, if their names and raw values are free.
  /// - Parameter moving: true if cases that both enums have get the raw values of the other enum.
  fileprivate func growing(by other: Enumeration, moving: Bool) -> Enumeration {
    let kept = cases.map { present in
      var rawValue = present.rawValue
      if moving, let moved = other.cases.first(where: { $0.name == present.name }) {
        rawValue = moved.rawValue
      }
      return Case(name: present.name, rawValue: rawValue, summary: present.summary)
    }
    let new = other.cases.filter { added in
      !kept.contains { $0.name == added.name || $0.rawValue == added.rawValue }
    }
    return Enumeration(
      name: name, rawType: rawType, cases: kept + new, fallback: declaredFallback, summary: summary)
  }
}

extension StorageForm.Case {
  /// True if the stored value is the raw value of the case.
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
  /// The types with the additional flags and cases of another model. After the text of the model is
  /// parsed again, its attributes use them too.
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
