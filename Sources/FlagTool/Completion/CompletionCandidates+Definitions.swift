import Completing
import Definitions
import FlagModel
import Platform

// The flags that files define.

extension CompletionCandidates {
  /// `FILE:`, followed by the flag sets of the file.
  var definedFlags: [Candidate] {
    guard let colon = typed.firstIndex(of: ":") else { return [] }
    let path = FlagSource(String(typed[..<colon])).path
    return headed(definedFlags(in: path), String(typed[...colon]))
  }

  /// The flag sets of a file.
  func definedFlags(in path: String) -> [Candidate] {
    guard let fileDefinitions = DefinitionFile(path).flatMap(definitions) else { return [] }
    return fileDefinitions.listings.map { Candidate($0.name, about: $0.summary) }
  }

  /// The enums of a file, and the constants that can be read as one.
  func definedEnumerations(in path: String) -> [Candidate] {
    guard let file = DefinitionFile(path) else { return [] }
    if file.language == .swift { return model(inFiles: [path])?.enumerationCandidates ?? [] }
    return definitions(file)?.names.map { Candidate($0) } ?? []
  }

  /// The flag sets of a file as a model. It includes the one in the command line, even if it is
  /// only a prefix of constants.
  func definedSets(in file: DefinitionFile) -> Schema? {
    guard let fileDefinitions = definitions(file) else { return nil }
    var names = fileDefinitions.listings.map(\.name)
    let type = request.options(FlagsCommand.self).type
    if let type, !names.contains(type) { names.append(type) }
    let sets = names.compactMap { name in
      (try? fileDefinitions.read(name).set).map { NamedType.flagSet($0.named(name)) }
    }
    return Schema(types: sets, entities: [])
  }

  /// Reads definitions only from regular files and without a compiler, so that a Tab never waits.
  private func definitions(_ file: DefinitionFile) -> FlagDefinitions? {
    guard (try? fileKind(at: file.path)) == .regular else { return nil }
    return try? file.definitions(
      request.options(FlagsCommand.self).definitions, in: session.silent, compiles: false)
  }
}
