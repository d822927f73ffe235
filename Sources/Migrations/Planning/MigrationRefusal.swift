package import FlagModel

/// The reasons why a migration did not begin or was rolled back.
package struct MigrationRefusal: Error {
  package let reasons: [Diagnostic]

  package init(reasons: [Diagnostic]) { self.reasons = reasons }
}
