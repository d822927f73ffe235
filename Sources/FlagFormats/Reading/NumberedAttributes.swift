package import FlagModel

/// The attributes whose flags or cases are numbers in an input.
package struct NumberedAttributes: Equatable, Sendable {
  /// The attributes whose values are stored values, as with `--raw`.
  package internal(set) var raw: Set<Name> = []
  /// The attributes whose flags are masks, and never names.
  package internal(set) var masks: Set<Name> = []

  package init() {}
}
