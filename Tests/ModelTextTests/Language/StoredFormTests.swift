import FlagModel
import Testing

@testable import ModelText

/// Values that columns of others keep in other forms.
@Suite("forms of stored values") struct StoredFormTests {
  private static let sevenBits = FlagSet(
    name: "Marks", rawType: .int32, flags: [Flag(name: "a", mask: 1 << 31)])

  static let values: [(StoredForm, AttributeType, stored: Value, own: Value)] = [
    (.dates(.epoch), .date, .integer(1_700_000_000), .text("2023-11-14 22:13:20")),
    (.dates(.epoch), .date, .real(-0.5), .text("1969-12-31 23:59:59.5")),
    (.dates(.milliseconds), .date, .integer(1), .text("1970-01-01 00:00:00.001")),
    (.dates(.reference), .date, .real(700_000_000.123457), .text("2023-03-08 20:26:40.123457")),
    (.dates(.reference), .date, .integer(-1), .text("2000-12-31 23:59:59")),
    (.dates(.webkit), .date, .integer(13_344_473_600_000_001), .text("2023-11-14 22:13:20.000001")),
    (
      .dates(.filetime), .date, .integer(133_444_736_000_000_010),
      .text("2023-11-14 22:13:20.000001")
    ),
    (.dates(.julian), .date, .integer(2_440_588), .text("1970-01-01 12:00:00")),
    (.real, .decimal(places: 2), .real(1.25), .integer(125)),
    (.blob, .uuid, .blob(Array(0...15)), .text("00010203-0405-0607-0809-0A0B0C0D0E0F")),
  ]

  @Test("become ours, and ours become them", arguments: values.indices)
  func both(_ index: Int) {
    let (form, type, stored, own) = Self.values[index]
    #expect(form.value(stored, of: type) == own)
    #expect(form.stored(own, of: type) == stored)
  }

  static let onlyRead: [(StoredForm, AttributeType, stored: Value, own: Value)] = [
    (.text, .date, .text("2023-11-14T22:13:20+01:00"), .text("2023-11-14 21:13:20")),
    (.real, .decimal(places: 2), .integer(3), .integer(300)),
    (.real, .decimal(places: 1), .real(0.3333), .integer(3)),
    (.anyNumber, .bool, .integer(7), .integer(1)), (.anyNumber, .bool, .real(0), .integer(0)),
    (.word, .integer(.uint32), .integer(-1), .integer(4_294_967_295)),
    (.word, .integer(.int32), .integer(4_294_967_295), .integer(-1)),
    (.word, .flags(sevenBits), .integer(1 << 31), .integer(-1 << 31)),
    (.digits, .double, .real(3.3333333332999993), .real(3.3333333333)),
    (.digits, .double, .real(-0.000019999999999999998), .real(-0.00002)),
    (.digits, .double, .real(9.9999999999999995e22), .real(1e23)),
    (.digits, .double, .real(123_456_789.25), .real(123_456_789.25)),
    (
      .coded, .array(.string), .blob(Array(#"["a", "b"]"#.utf8)), .text(#"["a", "b"]"#)
    ),
    (.coded, .array(.string), .blob(Array("bplist00".utf8)), .blob(Array("bplist00".utf8))),
    (.rawValue, .flags(sevenBits), .blob(Array(#"{"rawValue":5}"#.utf8)), .integer(5)),
    (.rawValue, .flags(sevenBits), .blob(Array("5".utf8)), .integer(5)),
    (.digits, .double, .integer(3), .integer(3)), (.digits, .double, .real(0), .real(0)),
    (.digits, .double, .real(.leastNonzeroMagnitude), .real(.leastNonzeroMagnitude)),
    (.digits, .double, .real(.infinity), .real(.infinity)),
    (.dates(.nanoseconds), .date, .integer(1999), .text("1970-01-01 00:00:00.000001")),
  ]

  @Test("are read", arguments: onlyRead.indices)
  func read(_ index: Int) {
    let (form, type, stored, own) = Self.onlyRead[index]
    #expect(form.value(stored, of: type) == own)
  }

  @Test("that are in no form stay as they are") func unreadable() {
    for (form, type) in [
      (StoredForm.dates(.webkit), AttributeType.date), (.text, .date), (.blob, .uuid),
      (.real, .decimal(places: 2)), (.word, .integer(.int32)),
    ] {
      for value in [Value.text("soon"), .blob([1]), .null] {
        #expect(form.value(value, of: type) == value)
      }
    }
    #expect(StoredForm.dates(.epoch).value(.integer(.max), of: .date) == .integer(.max))
  }

  static let intervals: [(NumberedDates, lower: Value, upper: Value)] = [
    (.reference, .real(-978_307_200.0000005), .real(-978_307_199.9999995)),
    (.epoch, .real(-0.0000005), .real(0.0000005)), (.milliseconds, .real(-0.0005), .real(0.0005)),
    (.nanoseconds, .integer(0), .integer(1000)),
    (.filetime, .integer(116_444_736_000_000_000), .integer(116_444_736_000_000_010)),
    (.microseconds, .integer(0), .integer(1)),
  ]

  @Test("of a decimal are an interval that has them all", arguments: [3.3333333333, -0.1, 0, 1e6])
  func digits(number: Double) throws {
    let form = StoredForm.digits
    let interval = try #require(form.interval(of: .real(number), .double))
    guard case (.real(let lower), .real(let upper)) = interval else {
      Issue.record("\(interval)")
      return
    }
    #expect(lower <= number && number < upper)
    for part in [-1.5, -0.9, 0, 0.9, 1.5] where number != 0 {
      let end = part < 0 ? number - lower : upper - number
      let value = form.value(.real(number + end * part), of: .double)
      #expect((value == .real(number)) == (part.magnitude < 1), "\(part)")
    }
  }

  @Test("of a moment are an interval around it", arguments: intervals.indices)
  func interval(_ index: Int) {
    let (dates, lower, upper) = Self.intervals[index]
    let found = StoredForm.dates(dates).interval(of: .text("1970-01-01 00:00:00"), .date)
    #expect(found?.lower == lower)
    #expect(found?.upper == upper)
  }

  @Test("are named in a model") func language() throws {
    let model = try schema(
      """
      @Table("Item")
      @Model final class Item {
        @Column("ZTAKEN") @Stored(.reference) var taken: Date
        @Stored(.referenceNanoseconds) var sent: Date?
        @Stored(.real) var price: Decimal
        @Stored(.blob) var uuid: UUID
        @Stored(.anyNumber) var isOpen: Bool
        @Stored(.word) var size: UInt32
        @Stored(.external) var photo: Data
      }
      """, namesTables: true)
    #expect(
      model.entities[0].attributes.map(\.stored) == [
        .dates(.reference), .dates(.referenceNanoseconds), .real, .blob, .anyNumber, .word,
        .external,
      ])
    #expect(model.swiftSource.contains("@Column(\"ZTAKEN\") @Stored(.reference) var taken: Date"))
  }

  @Test("of dates have 64 bits") func limits() throws {
    #expect(
      NumberedDates.allCases.filter { $0.limits != nil } == [.nanoseconds, .referenceNanoseconds])
    for dates in NumberedDates.allCases {
      let limits = dates.limits ?? .earliest ... .latest
      for moment in [limits.lowerBound, limits.upperBound] {
        #expect(dates.interval(of: moment) != nil)
        if dates.limits != nil { #expect(dates.moment(of: dates.value(of: moment)) == moment) }
      }
      guard dates.limits != nil else { continue }
      for moment in [Timestamp.earliest, .latest] {
        #expect(dates.interval(of: moment) == nil)
        let text = Value.text(moment.storedText)
        let attribute = Attribute(
          name: "a", declaredType: "Date", type: .date, stored: .dates(dates), isOptional: false)
        #expect(throws: ValueError.self) { try attribute.check(text) }
      }
    }
  }

  @Test(
    "are refused where they fit no type",
    arguments: [
      (
        "@Stored(.webkit) var a: Int", "'.webkit' is not a stored form for this type",
        "leave '@Stored' out"
      ),
      (
        "@Stored(.soon) var a: UUID", "'.soon' is not a stored form for this type",
        "the forms are .blob"
      ),
      ("@Stored var a: Date", "expected a form such as '.milliseconds' in '@Stored'", ""),
    ])
  func wrong(property: String, message: String, hint: String) {
    let said = complaints("@Model final class A { \(property) }", namesTables: true)
    #expect(said.contains(message) && said.contains(hint), "\(said)")
  }
}
