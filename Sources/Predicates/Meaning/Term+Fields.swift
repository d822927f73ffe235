import FlagModel
import SQLText

// Masks that hold fields beside their flags.

extension Term {
  /// The flags of a mask without its fields; any other value as it is.
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

  /// The bits of a mask that may be flags, by the width of the set's raw type: the highest makes a
  /// number negative in one column and not in another.
  func flagBits(_ set: FlagSet) -> Term {
    let mask = Term.constant(.integer(Int64(bitPattern: set.flagMask)), .flags(set.withoutFields))
    return Term(.binary(.bitAnd, self, mask), .flags(set.withoutFields), isOptional: isOptional)
  }

  /// A value made of this one where the record is that has it, so that a test of it is made there.
  func ofRecord(_ make: (Term) -> Term) -> Term {
    guard case .via(let link, let inner) = kind else { return make(self) }
    let made = inner.ofRecord { make(Term($0.kind, type, isOptional: $0.isOptional)) }
    return Term(.via(link, made), made.type, isOptional: isOptional || made.isOptional)
  }
}

extension Operand {
  /// The flags of a mask without its fields; any other value as it is.
  package var flagsAlone: Operand {
    Operand(
      term: term.flagsAlone, name: name, declaredType: declaredType, place: place, isKey: isKey,
      origin: origin)
  }
}
