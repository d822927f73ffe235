import FlagModel

/// The diagnostics of one reading. The numbers of errors and notes are limited.
struct DiagnosticList {
  static let limit = 100

  private(set) var all: [Diagnostic] = []
  private var errorCount = 0
  private var noteCount = 0

  var hasErrors: Bool { errorCount > 0 }

  /// True if further diagnostics are only counted.
  var isFull: Bool { errorCount >= DiagnosticList.limit }

  mutating func append(_ diagnostic: Diagnostic) {
    let count: Int
    let noun: String
    if diagnostic.severity == .error {
      errorCount += 1
      count = errorCount
      noun = "errors"
    } else {
      noteCount += 1
      count = noteCount
      noun = "notes"
    }
    if count <= DiagnosticList.limit { all.append(diagnostic) }
    guard count == DiagnosticList.limit + 1 else { return }
    all.append(
      Diagnostic(
        "there are more \(noun) than these \(DiagnosticList.limit)", severity: diagnostic.severity))
  }
}
