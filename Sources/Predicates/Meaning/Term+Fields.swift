import FlagModel
import SQLText

// Masks that contain fields beside their flags.

extension Term {
  /// The flags of a mask without its fields; other values stay unchanged.
  package var flagsAlone: Term {
    guard case .value(.flags(let set)) = type, !set.fields.isEmpty else { return self }
    return ofRecord { $0.flagBits(set) }
  }

  /// A field of a mask.
  func field(_ field: BitField) -> Term {
    ofRecord { mask in
      Term(
        .function(.field(field), [mask]), field.type,
        isOptional: mask.isOptional || field.isOptional)
    }
  }

  /// The bits of a mask outside of fields.
  func flagBits(_ set: FlagSet) -> Term {
    let mask = Term.constant(.integer(set.stored(set.flagMask)), .flags(set.withoutFields))
    return Term(.binary(.bitAnd, self, mask), .flags(set.withoutFields), isOptional: isOptional)
  }

  /// Applies a function to the value inside its path, so that a test happens at the related record.
  func ofRecord(_ make: (Term) -> Term) -> Term {
    guard case .via(let link, let inner) = kind else { return make(self) }
    let made = inner.ofRecord { make(Term($0.kind, type, isOptional: $0.isOptional)) }
    return Term(.via(link, made), made.type, isOptional: isOptional || made.isOptional)
  }
}

extension Operand {
  /// The flags of a mask without its fields; other values stay unchanged.
  package var flagsAlone: Operand {
    Operand(
      term: term.flagsAlone, name: name, declaredType: declaredType, place: place, isKey: isKey,
      origin: origin)
  }
}
