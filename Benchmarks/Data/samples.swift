// A model as an app has it; its flags keep the names that the instrument gave them.
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
  static let CAL = BIOMarker(rawValue: 1 << 8)
  static let BAD = BIOMarker(rawValue: 1 << 9)
  static let OLD = BIOMarker(rawValue: 1 << 10)
  static let LAB = BIOMarker(rawValue: 1 << 11)
}

enum Status: Int32 { case received, measured, archived }

enum Origin: String {
  case ambulance, balloon, clinic, drone, expedition, farm, gym, hospital, `import`, jungle
  case kitchen, laboratory, museum, nursery, office, pool, quarry, resort, school, track
}

@Model final class Sample {
  @Attribute(.unique) var code: String
  var note: String?
  var taken: Date
  var score: Double
  @Valid(places: 2) var price: Decimal?
  var status: Status
  var origin: Origin
  var markers: BIOMarker = []
}
