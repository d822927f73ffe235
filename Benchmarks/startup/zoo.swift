// A model as an app has it; its flags keep the names that the instrument gave them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

struct BIOMarker: OptionSet {
  let rawValue: Int64
  static let RAW = BIOMarker(rawValue: 1 << 0)
  static let HRM = BIOMarker(rawValue: 1 << 1)
  static let PLX = BIOMarker(rawValue: 1 << 2)
}

struct Sample: Entity {
  var code: String
  var markers: BIOMarker = []
}
