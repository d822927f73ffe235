import FlagFormats
import FlagModel
import ModelText
import Testing

/// The result of a reader: each record as texts, or its error.
func outcomes(
  _ bytes: [UInt8], _ style: InputStyle = InputStyle(), chunk: Int = .max
) -> [String] {
  var all: [String] = []
  do {
    let reader = try RecordReader(MemorySource(bytes, chunk: chunk), named: nil, style)
    var mayGoOn = true
    while mayGoOn, all.count < 10_000 {
      do {
        guard try reader.next() else { break }
        all.append("\(reader.line)| " + shownFields(of: reader))
      } catch let error as InputError {
        all.append(shown(error))
        mayGoOn = !error.endsReading
      }
    }
  } catch {
    all.append((error as? InputError).map(shown) ?? "\(error)")
  }
  return all
}

func outcomes(
  _ text: String, _ format: InputFormat, chunk: Int = .max
) -> [String] {
  outcomes(Array(text.utf8), InputStyle(format: format), chunk: chunk)
}

/// Names and values, with the kind where it tells more than the text.
private func shownFields(of reader: RecordReader) -> String {
  reader.columns.indices.compactMap { column in
    let kind = reader.kind(of: column)
    let text = reader.text(of: column)
    let name = reader.columns[column]
    switch kind {
    case .missing: return nil
    case .bare, .number, .yes, .no, .array, .object: return "\(name)=\(text)"
    case .null: return "\(name)=NULL"
    default: return "\(name)='\(text)'"
    }
  }.joined(separator: " ")
}

func shown(_ error: InputError) -> String {
  let place = [error.line, error.column].compactMap { $0.map { "\($0)" } }.joined(separator: ":")
  return "\(place): \(error.message)" + (error.endsReading ? " (end)" : "")
}

/// An entity with an attribute of each type, and another beside it.
let everything = entity(
  """
  struct Markers: OptionSet {
    let rawValue: Int64
    static let RAW = Markers(rawValue: 1 << 0)
    static let HRM = Markers(rawValue: 1 << 1)
    static let PLX = Markers(rawValue: 1 << 63)
    static let vitals: Markers = [.HRM, .PLX]
  }
  enum Status: Int32 { case received = 1, measured, archived }
  enum Colour: String { case red = "rot", blue }
  struct Person { var name: String; var born: Date? }
  @Model final class Thing {
    var bool: Bool
    var int: Int
    var small: Int8?
    var unsigned: UInt64
    var double: Double
    var float: Float
    var price: Decimal
    @Valid(places: 2) var cents: Decimal?
    var text: String
    var note: String?
    var date: Date
    var uuid: UUID
    var url: URL
    var data: Data
    var tags: [String]
    var numbers: [Int]
    var tiny: [Int8]
    var markers: Markers
    var status: Status
    var colour: Colour?
    @Valid(0...100) var score: Double
    @Valid(1..<10) var rank: Int
    @Valid(length: 2...4) var code: String
    @Valid(matches: "S-[0-9]+") var label: String
    var author: Person
  }
  """)

func entity(_ model: String, _ name: Name? = nil) -> Entity {
  let reading = readModel([SourceText(model)])
  for diagnostic in reading.diagnostics { Issue.record("\(diagnostic.rendered())") }
  let entities = reading.schema?.entities ?? []
  return entities.last { name == nil || $0.name == name } ?? Entity(name: "None", properties: [])
}

/// The values of the only record of an input.
func values(
  _ text: String, _ format: InputFormat, of entity: Entity, isRaw: Bool = false,
  dates: NumberedDates? = nil, isPartial: Bool = false, mapping: ImportMapping = ImportMapping()
) throws -> [Name: Value] {
  let reader = try RecordReader(
    MemorySource(Array(text.utf8)), named: nil, InputStyle(format: format))
  var decoder = try RecordDecoder(
    entity, reader, mapping, isRaw: isRaw, dates: dates, isPartial: isPartial,
    now: Timestamp.latest)
  var row = StoredRow()
  guard try reader.next() else { return [:] }
  try decoder.decode(reader, into: &row)
  var values: [Name: Value] = [:]
  for (field, cell) in zip(decoder.fields, row.cells) { values[field.name] = row.value(of: cell) }
  return values
}
