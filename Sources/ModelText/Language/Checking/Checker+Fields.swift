import FlagModel

/// `@Bits(0...7) var core: Core`: the fields of a flag set.
extension Checker {
  /// The meaning of a property of a flag set.
  enum BitsFinding {
    /// The property has no bits of the mask.
    case none
    /// `@Bits(5) var isRead: Bool`
    case flag(FlagMember)
    case field(BitField, at: SourcePlace)
  }

  func bits(
    of property: PropertyDeclaration, in scope: Scope, _ rawType: IntegerType
  ) throws(Rejection) -> BitsFinding {
    guard property.attribute(named: "Bits") != nil else { return .none }
    let name = property.name
    guard let written = property.type, !property.isStatic else {
      throw Rejection(
        "expected a field such as '@Bits(0...7) var \(excerpt(name.value)): …'", at: name.place)
    }
    if let code = property.initialiser {
      throw Rejection(
        "a field has no default value", at: code.place,
        hint: "the attribute that holds the mask has one")
    }
    let (bits, isInPlace, place) = try bits(on: property, in: scope)
    if isFragment {
      // The type may be declared in another file, but the bits are known.
      return .field(
        BitField(
          name: name.value, bits: bits.clamped(to: 0...63), declaredType: Name(written.text),
          type: .integer(.int)), at: name.place)
    }
    let resolved = try resolve(written, in: scope)
    guard case .value(let type) = resolved.kind else { throw noField(written) }
    do throws(FieldError) {
      if case .bool = type, !resolved.isOptional {
        try BitField.check(bits, in: rawType)
        guard bits.count == 1 else {
          throw FieldError(.bits, "a 'Bool' has one bit, found \(bits.count)")
        }
        return .flag(FlagMember(property, 1 << UInt64(bits.lowerBound)))
      }
      let field = try BitField(
        checking: name.value, bits, in: rawType, declaredType: resolved.spelling, type,
        isOptional: resolved.isOptional, isInPlace: isInPlace, summary: property.doc)
      return .field(field, at: name.place)
    } catch {
      let wrong = if error.part == .bits { place } else { written.place }
      throw Rejection(error.message, at: wrong, hint: error.hint)
    }
  }

  private func noField(_ type: TypeSyntax) -> Rejection {
    let error = FieldError.wrongType(excerpt(type.text))
    return Rejection(error.message, at: type.place, hint: error.hint)
  }

  /// Parses `0...7`, `5`, `1...4, inPlace: true`.
  func bits(
    on property: PropertyDeclaration, in scope: Scope
  ) throws(Rejection) -> (ClosedRange<Int>, isInPlace: Bool?, SourcePlace) {
    let arguments = try arguments(of: "Bits", on: property)
    guard let range = arguments.first, range.label == nil else {
      throw Rejection(
        "expected the bits of '\(excerpt(property.name.value))'", at: property.name.place,
        hint: "as in @Bits(0...7)")
    }
    var isInPlace: Bool?
    for argument in arguments.dropFirst() {
      guard argument.label?.value == "inPlace", case .bool(let value) = argument.value.kind else {
        throw Rejection(
          "expected 'inPlace: true' or 'inPlace: false'",
          at: argument.label?.place ?? argument.value.place)
      }
      isInPlace = value
    }
    let place = range.value.place
    if case .integer = range.value.kind {
      let bit = try integer(range.value, .int, in: scope).value(as: Int.self) ?? 0
      return (bit...bit, isInPlace, place)
    }
    guard let bits = try naturalNumbers(range.value, in: scope) else {
      throw Rejection("this range contains no bits", at: place)
    }
    return (bits, isInPlace, place)
  }
}

/// The fields of a flag set, which may not overlap each other or a flag.
struct FieldReader {
  private let set: Scope
  private(set) var fields: [(field: BitField, place: SourcePlace)] = []
  private var isGood = true

  init(set: Scope) {
    self.set = set
  }

  mutating func add(
    _ field: BitField, at place: SourcePlace, _ diagnostics: inout DiagnosticList
  ) {
    let first = fields.first {
      $0.field.mask & field.mask != 0 || $0.field.name.lowercased == field.name.lowercased
    }
    guard let first else { return fields.append((field, place)) }
    isGood = false
    let isNamed = first.field.mask & field.mask == 0
    let problem =
      if isNamed {
        "'\(excerpt(field.name))' is declared twice in '\(excerpt(set.path))'"
      } else {
        "'\(excerpt(field.name))' and '\(excerpt(first.field.name))' share bits"
      }
    diagnostics.append(
      Diagnostic(
        problem, at: place, notes: [Diagnostic.Note("that is declared here", at: first.place)]))
  }

  /// True if all fields are valid, and no member overlaps a field.
  func keepApart(from members: [FlagMember], _ diagnostics: inout DiagnosticList) -> Bool {
    var isGood = isGood
    for member in members {
      guard let (field, place) = fields.first(where: { $0.field.mask & member.mask != 0 }) else {
        continue
      }
      isGood = false
      diagnostics.append(
        Diagnostic(
          "'\(excerpt(member.name.value))' has bits of the field '\(excerpt(field.name))'",
          at: member.name.place,
          notes: [Diagnostic.Note("the field is declared here", at: place)]))
    }
    return isGood
  }
}
