internal import Databases
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
    try part {
      try asking { engine in
        let entity = try engine.schema.entity(typed: Name(entity))
        let reader = try RecordReader(
          DataSource(data), named: nil, InputStyle(format: format.input))
        var decoder = try RecordDecoder(entity, reader, isPartial: engine.kind.isForeign, now: .now)
        let importer = try Importer(
          ImportLayout(entity, decoder.fields), into: engine, areChecked: true
        ) { throw $0 }
        while try reader.next() {
          try importer.add(reader.recordsRead, given: decoder.given) { row in
            try decoder.decode(reader, into: &row)
          }
        }
        try importer.finish()
        return Int(importer.counts.inserted)
      }
    }
  }
}

/// A source of bytes in memory, or in a file that is mapped into memory.
private final class DataSource: ByteSource {
  private let data: Data
  private var at: Int

  init(_ data: Data) { (self.data, at) = (data, data.startIndex) }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let end = Swift.min(at + buffer.count, data.endIndex)
    defer { at = end }
    data.copyBytes(to: buffer, from: at..<end)
    return end - at
  }
}
