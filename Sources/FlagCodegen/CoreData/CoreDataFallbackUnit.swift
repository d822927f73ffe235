import FlagModel

/// `coredataFallback` for types without a declared one: the empty set of flags, or the first case
/// of an enum that lists its cases.
enum CoreDataFallbackUnit {
  static let member: StaticString = "coredataFallback"
  static let name: Name = "CoreDataFallback"

  static func unit(_ types: SwiftTypes) -> CodeUnit {
    let access = types.access
    let member = Identifier.own(member)
    return CodeUnit(
      name: types.model.name(of: name),
      items: [
        .declaration(
          "extension OptionSet",
          [.statement("\(access)static var \(member): Self", [.line("[]")])]),
        .declaration(
          "extension RawRepresentable where Self: CaseIterable",
          [
            .statement(
              "\(access)static var \(member): Self", [.line("allCases[allCases.startIndex]")])
          ]),
      ])
  }
}
