/// Why a pattern is not a regular expression of ours, and where.
package struct RegularExpressionError: Error, Hashable, Sendable {
  /// Lower case, what stands in the pattern in single quotes; without the place.
  package let message: String
  /// In the pattern's UTF-8 bytes.
  package let offset: Int
}
