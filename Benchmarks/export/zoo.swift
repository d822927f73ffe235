// A model with a column of each kind that an export spells out; its flags keep the names that the
// instrument gave them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

struct BIOMarker: OptionSet {
  let rawValue: Int64
  static let RAW = BIOMarker(rawValue: 1 << 0)
  static let HRM = BIOMarker(rawValue: 1 << 1)
  static let PLX = BIOMarker(rawValue: 1 << 2)
  static let ECG = BIOMarker(rawValue: 1 << 3)
  static let GSR = BIOMarker(rawValue: 1 << 4)
  static let TMP = BIOMarker(rawValue: 1 << 5)
  static let ACC = BIOMarker(rawValue: 1 << 6)
  static let GPS = BIOMarker(rawValue: 1 << 7)
}

enum Status: Int32 { case received, measured, archived }

@Model final class Sample {
  @Attribute(.unique) var code: String
  var taken: Date
  var score: Double
  @Valid(places: 2) var price: Decimal?
  var status: Status
  var markers: BIOMarker = []
}
