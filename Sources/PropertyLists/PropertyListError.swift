/// An error in a property list or an archive.
package enum PropertyListError: Error, Hashable, Sendable {
  /// The bytes are not a property list.
  case unknownFormat
  /// A part is invalid: `the offset of object 7`.
  case broken(String)
  /// Invalid XML, or XML that is not a property list, with its position.
  case xml(String)
  case tooLarge(what: String, limit: Int)

  package var message: String {
    switch self {
    case .unknownFormat: "this is not a property list"
    case .broken(let part): "the property list is damaged: \(part)"
    case .xml(let words): "the property list is not read: \(words)"
    case .tooLarge(let what, let limit): "the property list has more than \(limit) \(what)"
    }
  }
}
