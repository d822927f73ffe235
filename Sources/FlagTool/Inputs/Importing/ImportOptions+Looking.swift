import FlagFormats
import FlagModel
import Terminal

extension ImportOptions {
  /// Reads an input before the import, and rewinds it.
  /// - Parameter body: called with each record and its number, from 1 on.
  /// - Returns: the reader, which knows the columns.
  func look<Look>(
    at input: ImportInput, for entity: Entity? = nil, atMost limit: Int64 = .max,
    _ session: Session, _ begin: (RecordReader) throws -> Look,
    _ body: (RecordReader, Int64, inout Look) -> Void
  ) throws -> (RecordReader, Look) {
    let progress = session.progress()
    defer { progress?.clear() }
    let reader = try RecordReader(input, named: input.name, style(of: input, for: entity))
    var look = try begin(reader)
    var count: Int64 = 0
    while count < limit {
      count += 1
      do {
        guard try reader.next() else { break }
        body(reader, count, &look)
      } catch let error as InputError where errorRule != .stop && !error.endsReading {}
      progress?.show(
        "looking at \(input.name)", bytes: reader.bytesRead, of: input.size, records: Int(count))
    }
    input.rewind()
    return (reader, look)
  }

  /// Searches an input for names that the model lacks.
  func newNames(
    in input: ImportInput, for entity: Entity, _ names: NewNames, _ session: Session
  ) throws -> NewNames {
    try look(at: input, for: entity, session) { reader in
      let decoder = try decoder(for: entity, isForeign: false, reader, fixed: [], now: session.now)
      return (decoder: decoder, names: names)
    } _: { reader, number, look in
      if number > skippedRecords { look.decoder.look(at: reader, for: &look.names) }
    }.1.names
  }
}
