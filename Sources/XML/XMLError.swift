/// An XML parse error, with its position.
package struct XMLError: Error, Hashable, Sendable {
  package enum Problem: Hashable, Sendable {
    /// The message of Expat: `mismatched tag`.
    case broken(String)
    /// An entity declaration, with which a document could expand without limit.
    case entityDeclaration
    case unknownEntity(String)
    case tooDeep(limit: Int)
    case tooMany(limit: Int)
    case tooLarge(limit: Int)
  }

  package let problem: Problem
  /// The line, from 1 on.
  package let line: Int
  package let column: Int

  package var message: String {
    switch problem {
    case .broken(let words): "not XML: \(words)"
    case .entityDeclaration: "XML that declares entities is not read"
    case .unknownEntity(let name): "the entity '&\(name);' is not known"
    case .tooDeep(let limit): "XML of more than \(limit) levels is not read"
    case .tooMany(let limit): "XML of more than \(limit) elements is not read"
    case .tooLarge(let limit): "XML of more than \(limit) bytes is not read"
    }
  }
}
