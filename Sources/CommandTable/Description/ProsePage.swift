/// A manual page of free prose, such as a file format (section 5) or a language (section 7).
public struct ProsePage: Codable, Hashable, Sendable {
  /// With the tool's name before it: `flagdb-predicates`.
  public var name: String
  public var section: Int
  public var summary: String
  /// Without a heading at its start it is the page's description.
  public var blocks: [ProseBlock]
  public var seeAlso: [PageReference]

  public init(
    _ name: String, section: Int, summary: String, blocks: [ProseBlock],
    seeAlso: [PageReference] = []
  ) {
    self.name = name
    self.section = section
    self.summary = summary
    self.blocks = blocks
    self.seeAlso = seeAlso
  }

  /// The examples in the order in which they are read.
  public var examples: [Example] {
    blocks.compactMap { if case .example(let example) = $0 { example } else { nil } }
  }
}
