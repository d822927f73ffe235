package import FlagModel

/// Finds the models that `@Flags(model: "zoo.swift")` names. A path is relative to the folder of
/// the source file.
package struct EarlierModels {
  private let read: (_ path: String) -> SourceText?

  package init(reading read: @escaping (_ path: String) -> SourceText?) {
    self.read = read
  }

  /// For text without a file.
  package static var none: EarlierModels { EarlierModels { _ in nil } }

  func flagSets(_ path: String, namedAt place: SourcePlace) throws(Diagnostic) -> [FlagSet] {
    guard let text = read(Self.path(path, from: place.source)) else {
      throw Diagnostic(
        "the model '\(excerpt(path))' cannot be read", at: place,
        hint: "its path is relative to the folder of this file")
    }
    let declared = try Self.declared(in: text)
    let (sets, diagnostics) = declared.read(declared.names.indices)
    if let error = diagnostics.first(where: { $0.severity == .error }) { throw error }
    return sets
  }

  private static func path(_ path: String, from source: SourceText) -> String {
    guard !path.hasPrefix("/"), let name = source.name, let slash = name.lastIndex(of: "/") else {
      return path
    }
    return name[...slash] + path
  }

  private static func declared(in text: SourceText) throws(Diagnostic) -> DeclaredFlagSets {
    do {
      return try DeclaredFlagSets(in: [text])
    } catch {
      throw error.all[0]
    }
  }
}
