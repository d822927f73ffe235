import FlagModel

/// `coredataFallback` of types that no file declares, where the app declares none: no flag of a set, and
/// the first case of an enum that lists its cases.
enum CoreDataFallbackUnit {
  static let member: StaticString = "coredataFallback"
  static let name: Name = "CoreDataFallback"

  static func unit(_ types: SwiftTypes) -> CodeUnit {
    let (access, member) = (types.access, Identifier.own(member))
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
