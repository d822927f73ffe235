internal import FlagFormats

/// The form of records in a file.
public enum FileFormat: String, Hashable, Sendable, CaseIterable {
  /// Values with commas between them, below a line with their names.
  case csv
  /// The same with tabs.
  case tsv
  /// An array of objects.
  case json
  /// An object a line.
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
