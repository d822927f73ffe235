/// One element of XML with all that is in it.
///
/// This module is the only one that calls Expat.
package struct XMLElement: Hashable, Sendable {
  package let name: String
  package let attributes: [String: String]
  package internal(set) var children: [XMLElement] = []
  /// The text directly in it, in one piece.
  package internal(set) var text = ""

  package func children(named name: String) -> [XMLElement] {
    children.filter { $0.name == name }
  }

  package static let mostBytes = 64 << 20
  static let mostElements = 1_000_000
  static let mostLevels = 256

  /// The outermost element of a document. A document type is allowed, as in property lists; nothing
  /// that it names is opened, and entities of its own are refused.
  package init(reading bytes: [UInt8]) throws(XMLError) {
    let reader = XMLReader()
    self = try reader.read(bytes)
  }

  init(name: String, attributes: [String: String]) {
    self.name = name
    self.attributes = attributes
  }
}
