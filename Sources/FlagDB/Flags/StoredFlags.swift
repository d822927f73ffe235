@_exported public import FlagNames

// `FlagNames` declares the same macros with a default argument, so the compiler prefers these.

/// Gives an OptionSet the names of its flags, as `@Flags` of `FlagNames` does, and makes it storable. A database
/// that is created for it has the names too. The set also becomes `Codable`, `Hashable` and `Sendable`, as
/// `#Predicate` requires of the values that it captures.
@attached(member, names: arbitrary)
@attached(memberAttribute)
@attached(extension, conformances: NamedFlags, Storable, Hashable, Sendable, Encodable, Decodable)
public macro Flags() = #externalMacro(module: "FlagMacros", type: "FlagsMacro")

/// Does the same as `@Flags` for a set whose flags a model already has. These flags keep their
/// bits, and no other flag gets one of them. The path is relative to the folder of the source file.
@attached(member, names: arbitrary)
@attached(memberAttribute)
@attached(extension, conformances: NamedFlags, Storable, Hashable, Sendable, Encodable, Decodable)
public macro Flags(model: String) = #externalMacro(module: "FlagMacros", type: "FlagsMacro")

extension NamedFlags {
  /// The flags in the form that a model has.
  static var storedFlags: [StorageForm.Flag] {
    namedFlags.map { name, flags in
      StorageForm.Flag(name: name, mask: UInt64(truncatingIfNeeded: flags.rawValue))
    }
  }
}
