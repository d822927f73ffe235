import FlagModel
import ModelText

/// The code that `@Flags` adds to a set.
struct FlagsCode {
  private let set: FlagSetDeclaration
  private let access: String

  init(of set: FlagSetDeclaration) {
    self.set = set
    access = set.access.map { "\($0) " } ?? ""
  }

  var members: String { ([table] + set.members.compactMap(accessor)).joined(separator: "\n") }

  private var table: String {
    let rows = set.members.map { "    (\(Self.quoted($0.name)), .\(Self.spelled($0.name)))," }
    return """
      /// The flags and their names, in the order of declaration.
      \(access)static let namedFlags: [(name: String, flags: Self)] = [
      \(rows.joined(separator: "\n"))
      ]
      """
  }

  /// `hasHRM`, unless the set declares a property of that name.
  private func accessor(_ flag: Flag) -> String? {
    let text = flag.name.text
    let name = Name("has\(text.prefix(1).uppercased())\(text.dropFirst())")
    guard flag.mask != 0, !set.properties.contains(name) else { return nil }
    let member = ".\(Self.spelled(flag.name))"
    return """
      \(access)var \(name): Bool {
        get { contains(\(member)) }
        set { if newValue { formUnion(\(member)) } else { subtract(\(member)) } }
      }
      """
  }

  /// A name after a dot. Only a few keywords need backquotes there.
  private static func spelled(_ name: Name) -> String {
    if ["self", "init", "Type", "Protocol"].contains(name) { return "`\(name)`" }
    return name.text
  }

  /// A string literal. Names are Swift identifiers, which need no escapes.
  private static func quoted(_ name: Name) -> String { "\"\(name)\"" }
}
