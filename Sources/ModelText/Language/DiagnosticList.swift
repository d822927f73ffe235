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
    let isError = diagnostic.severity == .error
    if isError { errorCount += 1 } else { noteCount += 1 }
    let count = isError ? errorCount : noteCount
    if count <= DiagnosticList.limit { all.append(diagnostic) }
    guard count == DiagnosticList.limit + 1 else { return }
    let what = isError ? "errors" : "notes"
    all.append(
      Diagnostic(
        "there are more \(what) than these \(DiagnosticList.limit)", severity: diagnostic.severity))
  }
}
