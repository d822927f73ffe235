/// A property list or an archive that is not read.
package enum PropertyListError: Error, Hashable, Sendable {
  /// It is not a property list at all.
  case unknownFormat
  /// A part of it is not as the format has it: `the offset of object 7`.
  case broken(String)
  /// XML that is not a property list, with its place.
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
