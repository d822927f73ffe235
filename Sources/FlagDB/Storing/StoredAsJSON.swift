import FlagModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A type that is stored as JSON in the form of `Codable`: a struct in an array, or an enum with
/// associated values. It only needs the conformance.
public protocol StoredAsJSON: Codable, Storable where StoredValue == Self {}

extension StoredAsJSON {
  /// The form of a JSON text.
  public static var storageForm: StorageForm { StorageForm(.text) }

  /// Writes the value as JSON, in the form that the model defines.
  public func write(to row: inout RowWriter) throws {
    let text = String(decoding: try JSONForm.encoder.encode(self), as: UTF8.self)
    guard case .json? = row.type, let type = row.type else { return text.write(to: &row) }
    do throws(ValueError) {
      row.write(value: try type.stored(ofCoded: text))
    } catch {
      throw row.refusal("\(text): \(error.message)")
    }
  }

  /// Reads the value from JSON.
  public static func read(from row: inout RowReader) throws -> Self {
    let cell = row.next()
    guard let text = row.text(cell),
      let value = try? JSONForm.decoder.decode(Self.self, from: Data(text.utf8))
    else { throw row.refusal(of: cell, expected: Self.self) }
    return value
  }
}

/// JSON coders whose dates have the form of date columns.
private enum JSONForm {
  static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { date, encoder in
      guard let moment = date.moment else {
        throw EncodingError.invalidValue(
          date, .init(codingPath: [], debugDescription: "a date of another year than 1 to 9999"))
      }
      var container = encoder.singleValueContainer()
      try container.encode(moment.storedText)
    }
    return encoder
  }

  static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let text = try decoder.singleValueContainer().decode(String.self)
      guard case .text(let stored)? = try? AttributeType.date.value(from: text),
        let moment = Array(stored.utf8).withUnsafeBufferPointer(DateBytes.moment)
      else { throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: text)) }
      return Date(moment)
    }
    return decoder
  }
}
