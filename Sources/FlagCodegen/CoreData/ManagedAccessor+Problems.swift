import FlagModel
import ManagedModels

// The reasons why an attribute cannot store all values of its type.

extension ManagedAccessor {
  /// The reason why the attribute cannot store all values of its type; nil if it can.
  func problem(in entity: Name) -> String? {
    let width: Int? =
      switch attribute.type {
      case .int16: 16
      case .int32: 32
      case .int64: 64
      default: nil
      }
    let place = "'\(entity).\(attribute.name)'"
    switch values {
    case .flags(let set):
      guard let width else {
        return "\(place) is not an integer, which keeps flags of '\(set.name)'"
      }
      let flag = set.flags.first { $0.mask.trailingZeroBitCount >= width }
      guard let flag else { return nil }
      let bit = flag.mask.trailingZeroBitCount
      return "\(place) has \(width) bits, and '\(set.name).\(flag.name)' is bit \(bit)"
    case .enumeration(let enumeration):
      return problem(enumeration, width, place)
    case .primitive, .wrapper, .foreign: return nil
    }
  }

  private func problem(_ enumeration: Enumeration, _ width: Int?, _ place: String) -> String? {
    switch enumeration.rawType {
    case .integer:
      guard let width else {
        return "\(place) is not an integer, which keeps cases of '\(enumeration.name)'"
      }
      let largest = Int64.max >> Int64(64 - width)
      let beyond = enumeration.cases.first { enumCase in
        if case .integer(let number) = enumCase.rawValue {
          number > largest || number < -largest - 1
        } else {
          false
        }
      }
      guard let beyond else { return nil }
      return "\(place) has \(width) bits, too few for '\(enumeration.name).\(beyond.name)'"
    case .real:
      if [.double, .float].contains(attribute.type) { return nil }
      return "\(place) is not a number with a fraction, as cases of '\(enumeration.name)' are"
    case .string, .character, .caseName:
      if attribute.type == .string { return nil }
      return "\(place) is not text, as cases of '\(enumeration.name)' are"
    }
  }
}
