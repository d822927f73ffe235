/// The Swift of a flag set, each flag with its raw value; a list of flags makes a combination.
public func optionSet(
  _ name: String, of raw: String = "Int64", _ flags: KeyValuePairs<String, String>
) -> String {
  let members = flags.map { flag, value in
    value.hasPrefix("[")
      ? "static let \(flag): \(name) = \(value)"
      : "static let \(flag) = \(name)(rawValue: \(value))"
  }
  return "struct \(name): OptionSet { let rawValue: \(raw); \(members.joined(separator: "; ")) }"
}

/// The example model of the documentation, with one flag more, the type of prices, and further types.
public func zooModel(flag: String, price: String = "Decimal", types: String = "") -> String {
  """
  /// What the instrument recorded.
  struct BIOMarker: OptionSet {
      let rawValue: Int64
      static let RAW = BIOMarker(rawValue: 1 << 0)
      static let HRM = BIOMarker(rawValue: 1 << 1)
      static let PLX = BIOMarker(rawValue: 1 << 2)
      static let \(flag)
  }
  enum Status: Int32 { case received, measured, archived }
  \(types)
  @Model final class Sample {
      @Attribute(.unique) var code: String
      var note: String?
      var taken: Date
      @Valid(0...100) var score: Double = 50
      var price: \(price)?
      var status: Status = .received
      var markers: BIOMarker = []
      @Relationship(deleteRule: .cascade, inverse: \\Reading.sample) var readings: [Reading] = []
  }
  @Model final class Reading {
      var sample: Sample?
      var value: Double
      var tags: [String] = []
  }
  """
}
