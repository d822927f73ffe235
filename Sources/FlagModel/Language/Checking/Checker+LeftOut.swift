/// Parts of a model that only a running app can know.
extension Checker {
  /// Notes that something is no part of the model, and the reason.
  func leaveOut(_ what: String, _ reason: Rejection) {
    guard let reason = reason.diagnostic else { return }
    diagnostics.append(
      Diagnostic(
        "\(what) is left out: \(reason.message)", at: reason.place, severity: .note,
        notes: reason.notes, hint: reason.hint))
  }
}
