/// Macros of Linux, Zephyr and AVR whose headers are often missing. If a header is present, its macros
/// are expanded before.
enum BitMacro: String {
  case bit = "BIT"
  case longBit = "BIT_ULL"
  case bitOfUser = "_BITUL"
  case longBitOfUser = "_BITULL"
  case bitValue = "_BV"
  case mask = "GENMASK"
  case longMask = "GENMASK_ULL"

  /// The bits for the arguments; nil if the arguments are invalid.
  func bits(_ arguments: [Int128]) -> UInt64? {
    guard arguments.allSatisfy({ 0..<64 ~= $0 }) else { return nil }
    let places = arguments.map { UInt64($0) }
    switch self {
    case .bit, .longBit, .bitOfUser, .longBitOfUser, .bitValue:
      if places.count == 1 { return 1 << places[0] }
      return nil
    case .mask, .longMask:
      guard places.count == 2, places[0] >= places[1] else { return nil }
      return (.max << places[1]) & (.max >> (63 - places[0]))
    }
  }
}
