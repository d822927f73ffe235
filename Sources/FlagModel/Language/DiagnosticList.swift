/// The diagnostics of one reading. Nobody reads the thousandth, so there is an end to them.
struct DiagnosticList {
  static let limit = 100

  private(set) var all: [Diagnostic] = []
  private(set) var hasErrors = false

  /// Whether whatever else is found is only counted.
  var isFull: Bool { all.count >= DiagnosticList.limit }

  mutating func append(_ diagnostic: Diagnostic) {
    if diagnostic.severity == .error { hasErrors = true }
    guard all.count <= DiagnosticList.limit else { return }
    if all.count == DiagnosticList.limit {
      all.append(Diagnostic("there are more errors than these \(DiagnosticList.limit)"))
    } else {
      all.append(diagnostic)
    }
  }
}
