/// The Swift of a flag set, each flag with its raw value.
public func optionSet(
  _ name: String, of raw: String = "Int64", _ flags: KeyValuePairs<String, String>
) -> String {
  let members = flags.map { "static let \($0) = \(name)(rawValue: \($1))" }
  return "struct \(name): OptionSet { let rawValue: \(raw); \(members.joined(separator: "; ")) }"
}
