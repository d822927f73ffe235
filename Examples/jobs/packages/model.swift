/// What dpkg keeps about a package beside its name.
struct Mark: OptionSet {
  let rawValue: Int
  static let ESSENTIAL = Mark(rawValue: 1 << 0)
  static let PROTECTED = Mark(rawValue: 1 << 1)
  /// How packages of several architectures stand beside each other.
  static let SAME = Mark(rawValue: 1 << 2)
  static let FOREIGN = Mark(rawValue: 1 << 3)
  static let ALLOWED = Mark(rawValue: 1 << 4)
}

enum Priority: String { case required, important, standard, optional, extra }

@Model final class Package {
  @Attribute(.unique) var name: String
  var section: String?
  var priority: Priority
  /// In units of 1024 bytes.
  var size: Int
  var marks: Mark
  @Relationship(inverse: \Package.needed) var depends: [Package] = []
  var needed: [Package] = []
}
