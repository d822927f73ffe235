/// A manual page of free prose, such as a file format (section 5) or a language (section 7).
package struct ProsePage: Hashable, Sendable {
  /// With the tool's name before it: `flagdb-predicates`.
  package var name: String
  package var section: Int
  package var summary: String
  /// Without a heading at its start it is the page's description.
  package var blocks: [ProseBlock]
  package var seeAlso: [PageReference]

  package init(
    _ name: String, section: Int, summary: String, _ parts: Prose..., seeAlso: [PageReference] = []
  ) {
    self.name = name
    self.section = section
    self.summary = summary
    blocks = parts.flatMap(\.blocks)
    self.seeAlso = seeAlso
  }

  /// The examples in the order in which they are read.
  package var examples: [Example] {
    blocks.compactMap { if case .example(let example) = $0 { example } else { nil } }
  }
}
