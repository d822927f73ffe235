@_exported public import FlagNames

// The compiler prefers these to the declaration of `FlagNames`, whose argument has a default.

/// Gives an OptionSet the names of its flags, as `@Flags` of `FlagNames` does, and makes it storable. A database
/// that is created for it has the names too.
@attached(member, names: arbitrary)
@attached(memberAttribute)
@attached(extension, conformances: NamedFlags, Storable)
public macro Flags() = #externalMacro(module: "FlagMacros", type: "FlagsMacro")

/// The same for a set with a model. The flags of the model keep their bits, and no other flag gets one of them.
/// The path is relative to the folder of the source.
@attached(member, names: arbitrary)
@attached(memberAttribute)
@attached(extension, conformances: NamedFlags, Storable)
public macro Flags(model: String) = #externalMacro(module: "FlagMacros", type: "FlagsMacro")

extension NamedFlags {
  /// The flags as a model has them.
  static var storedFlags: [StorageForm.Flag] {
    namedFlags.map { name, flags in
      StorageForm.Flag(name: name, mask: UInt64(truncatingIfNeeded: flags.rawValue))
    }
  }
}
