import FlagModel

/// The example model of the documentation, as the value that reading it gives.
enum Zoo {
  static let markers = FlagSet(
    name: "BIOMarker", rawType: .int64,
    flags: [
      Flag(name: "RAW", mask: 1), Flag(name: "HRM", mask: 2), Flag(name: "PLX", mask: 4),
    ],
    combinations: [Flag(name: "vitals", mask: 6, summary: "a named combination")],
    summary: "What the instrument recorded.")

  static let status = Enumeration(
    name: "Status", rawType: .integer(.int32),
    cases: [
      .init(name: "received", rawValue: .integer(0)),
      .init(name: "measured", rawValue: .integer(1)),
      .init(name: "archived", rawValue: .integer(2)),
    ])

  static let sample = Entity(
    name: "Sample",
    properties: [
      .attribute(Attribute(name: "code", declaredType: "String", type: .string, isUnique: true)),
      .attribute(
        Attribute(
          name: "note", declaredType: "String", type: .string, isOptional: true,
          summary: "optional, and seen to be")),
      .attribute(Attribute(name: "taken", declaredType: "Date", type: .date)),
      .attribute(
        Attribute(
          name: "score", declaredType: "Double", type: .double,
          defaultValue: .value(.real(50)),
          validity: Validity(
            bounds: .init(lower: .real(0), upper: .real(100), includesUpper: true)))),
      .attribute(
        Attribute(
          name: "price", declaredType: "Price",
          type: .decimal(places: FixedPoint.defaultPlaces), isOptional: true)),
      .attribute(
        Attribute(
          name: "status", declaredType: "Status", type: .enumeration(status),
          defaultValue: .value(.integer(0)))),
      .attribute(
        Attribute(
          name: "markers", declaredType: "BIOMarker", type: .flags(markers),
          defaultValue: .value(.integer(0)))),
      .relationship(
        Relationship(
          name: "readings", target: "Reading", cardinality: .toMany, inverse: "sample",
          deleteRule: .cascade, storage: .inverse)),
    ])

  static let reading = Entity(
    name: "Reading",
    properties: [
      .relationship(
        Relationship(
          name: "sample", target: "Sample", cardinality: .toOne(isOptional: true),
          inverse: "readings", storage: .column(isUnique: false))),
      .attribute(Attribute(name: "value", declaredType: "Double", type: .double)),
      .attribute(
        Attribute(
          name: "tags", declaredType: "[String]", type: .array(.string),
          defaultValue: .value(.text("[]")))),
    ])

  static let schema = Schema(
    types: [
      .flagSet(markers), .enumeration(status),
      .alias(TypeAlias(name: "Price", target: "Decimal")),
      .structure(
        Structure(
          name: "Email",
          properties: [
            .attribute(Attribute(name: "address", declaredType: "String", type: .string))
          ])),
    ],
    entities: [sample, reading])
}
