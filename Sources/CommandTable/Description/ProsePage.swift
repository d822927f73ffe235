/// A man page of free text, for a file format (section 5) or a language (section 7).
package struct ProsePage: Hashable, Sendable {
  /// The page's name, which begins with the tool's name: `flagdb-predicates`.
  package var name: String
  package var section: Int
  package var summary: String
  /// The text. Without a heading at its start it is the DESCRIPTION section.
  package var blocks: [ProseBlock]
  package var seeAlso: [PageReference]

  package init(
    _ reference: PageReference, summary: String, _ text: Prose, seeAlso: [PageReference] = []
  ) {
    name = reference.name
    section = reference.section
    self.summary = summary
    blocks = text.blocks
    self.seeAlso = seeAlso
  }
}
