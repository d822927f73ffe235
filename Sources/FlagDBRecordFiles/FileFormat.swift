@_exported public import FlagDB
internal import FlagFormats

// This module imports and exports files of records for apps.

/// The format of a file of records.
public enum FileFormat: String, Hashable, Sendable, CaseIterable {
  /// Comma-separated values below a header.
  case csv
  /// Tab-separated values below a header.
  case tsv
  /// An array of objects.
  case json
  /// One object on each line.
  case ndjson
}

extension FileFormat {
  var input: InputFormat {
    switch self {
    case .csv: .csv
    case .tsv: .tsv
    case .json: .json
    case .ndjson: .ndjson
    }
  }

  var output: OutputFormat {
    switch self {
    case .csv: .csv
    case .tsv: .tsv
    case .json: .json
    case .ndjson: .ndjson
    }
  }
}
