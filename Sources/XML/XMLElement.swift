/// An XML element with its content.
///
/// This module is the only one that calls Expat.
package struct XMLElement: Hashable, Sendable {
  package let name: String
  package let attributes: [String: String]
  package internal(set) var children: [XMLElement] = []
  /// The element's direct text, concatenated.
  package internal(set) var text = ""

  package func children(named name: String) -> [XMLElement] { children.filter { $0.name == name } }

  package static let mostBytes = 64 << 20
  static let mostElements = 1_000_000
  static let mostLevels = 256

  /// Parses a document. A document type is allowed, as in property lists, but external files are
  /// not opened and entity declarations are refused.
  package init(reading bytes: [UInt8]) throws(XMLError) {
    let reader = XMLReader()
    self = try reader.read(bytes)
  }

  init(name: String, attributes: [String: String]) {
    self.name = name
    self.attributes = attributes
  }
}
