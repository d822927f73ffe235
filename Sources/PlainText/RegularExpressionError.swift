/// Why a pattern is no regular expression of ours, and where.
public struct RegularExpressionError: Error, Hashable, Sendable {
  /// Lower case, what stands in the pattern in single quotes; without the place.
  public let message: String
  /// In the pattern's UTF-8 bytes.
  public let offset: Int
}
