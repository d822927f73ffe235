internal import Databases
public import FlagDB
internal import FlagFormats
import FlagModel
import Importing

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Transaction {
  /// Imports the records of a file, all or none, and returns their number. Values have the format
  /// of `flagdb insert --from`. A file that is mapped into memory can have any size:
  /// `Data(contentsOf: url, options: .mappedIfSafe)`.
  @discardableResult
  public func insert(into entity: String, from data: Data, as format: FileFormat) throws -> Int {
    do {
      return try part { try asking { try insert(into: entity, from: data, as: format, $0) } }
    } catch {
      throw DatabaseError(ofFile: error) ?? error
    }
  }

  private func insert(
    into entity: String, from data: Data, as format: FileFormat, _ engine: Databases.Database
  ) throws -> Int {
    let entity = try engine.schema.entity(typed: Name(entity))
    let reader = try RecordReader(DataSource(data), named: nil, InputStyle(format: format.input))
    var unsettable: [UnsettableProperty] = []
    if reader.isJSON {
      unsettable = try UnsettableProperty.all(of: entity, in: engine, .stop)
    }
    var decoder = try RecordDecoder(
      entity, reader, unsettable: unsettable, isPartial: engine.kind.isForeign, now: .now)
    let importer = try Importer(
      ImportLayout(entity, decoder.fields), into: engine, areChecked: true
    ) { throw $0 }
    while try reader.next() {
      try importer.add(reader.recordsRead, presence: decoder.presence) { row in
        try decoder.decode(reader, into: &row)
      }
    }
    try importer.finish()
    return Int(importer.counts.inserted)
  }
}

extension DatabaseError {
  /// Converts a mistake in a file, with the line that has it, or all mistakes in its header; nil for any other error.
  fileprivate init?(ofFile error: any Error) {
    switch error {
    case let error as InputError:
      let line = error.line.map { "line \($0): " } ?? ""
      self.init(line + error.message, code: .invalidValue, hint: error.hint)
    case let errors as InputErrors:
      // The hints name options of the tool, so they are left out.
      self.init(errors.all.map(\.message).joined(separator: "; "), code: .invalidRequest)
    default: return nil
    }
  }
}

/// A source of bytes in memory, or in a file that is mapped into memory.
private final class DataSource: ByteSource {
  private let data: Data
  private var at: Int

  init(_ data: Data) {
    self.data = data
    at = data.startIndex
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let end = Swift.min(at + buffer.count, data.endIndex)
    defer { at = end }
    data.copyBytes(to: buffer, from: at..<end)
    return end - at
  }
}
