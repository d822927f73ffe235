/// The kind of a type. Swift has no function for it, but the first word of the metadata of a type says it, as a part
/// of Swift's stable binary interface.
enum TypeKind: Equatable {
  case `struct`
  case `enum`
  case other

  init(of type: Any.Type) {
    switch unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee {
    case 0x200: self = .struct
    case 0x201: self = .enum
    default: self = .other
    }
  }
}
