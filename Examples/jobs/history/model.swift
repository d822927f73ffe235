/// The parts of a project that a commit changes.
struct Part: OptionSet {
  let rawValue: Int
  static let CODE = Part(rawValue: 1 << 0)
  static let TESTS = Part(rawValue: 1 << 1)
  static let DOCS = Part(rawValue: 1 << 2)
  static let BUILD = Part(rawValue: 1 << 3)
}

@Model final class Commit {
  @Attribute(.unique) var hash: String
  var at: Date
  var author: String
  var parts: Part
  var files: Int
  var added: Int
}
