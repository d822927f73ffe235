import FlagDB

/// What the instrument recorded.
@Flags struct BIOMarker: OptionSet {
  let rawValue: Int64
  static var RAW: Self
  static var HRM: Self
  static var PLX: Self
}

enum Status: String, CaseIterable, Storable { case received, measured, archived }

@Entity struct Sample {
  var id: Key<Sample>?
  @Attribute(.unique) var code: String
  var status: Status = .received
  var markers: BIOMarker = []
  @Relationship(deleteRule: .cascade, inverse: \Reading.sample) var readings: [Reading] = []
}

@Entity struct Reading {
  var id: Key<Reading>?
  var sample: Key<Sample>?
  @Valid(0...300) var value: Double
}
