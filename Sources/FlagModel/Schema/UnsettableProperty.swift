package import PlainText

/// A property that no record of an input may set, and the reason.
package struct UnsettableProperty: Hashable, Sendable {
  package let name: Name
  package let reason: String
  package let hint: Hint?

  package init(_ name: Name, reason: String, hint: Hint?) {
    self.name = name
    self.reason = reason
    self.hint = hint
  }
}
