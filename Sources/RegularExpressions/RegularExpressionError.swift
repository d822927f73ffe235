/// A syntax error in a pattern, or an unsupported feature.
package struct RegularExpressionError: Error, Hashable, Sendable {
  /// Lower case, with quoted parts of the pattern, without the position.
  package let message: String
  /// The offset in the pattern's UTF-8 bytes.
  package let offset: Int
}
