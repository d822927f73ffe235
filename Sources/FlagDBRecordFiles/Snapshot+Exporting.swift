internal import Databases
public import FlagDB
internal import FlagFormats
import FlagModel
internal import Queries

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Snapshot {
  /// Exports the records that meet a condition, and passes the file to the body in pieces. Flags,
  /// cases and dates have the format of `flagdb query`.
  public func export(
    _ entity: String, where condition: Condition = .all, sort: String? = nil,
    as format: FileFormat, to body: (Data) throws -> Void
  ) throws {
    try asking { engine in
      let query = try query(of: entity, condition, sort)
      let columns = query.columns.map { OutputColumn(name: $0.title.text, type: $0.type) }
      let writer = makeWriter(format: format.output, columns: columns)
      var bytes: [UInt8] = []
      writer.begin(into: &bytes)
      try engine.rows(query).pass { row in
        writer.write(row, into: &bytes)
        guard bytes.count >= 1 << 16 else { return }
        try body(Data(bytes))
        bytes.removeAll(keepingCapacity: true)
      }
      writer.end(into: &bytes)
      if !bytes.isEmpty { try body(Data(bytes)) }
    }
  }
}
