import FlagModel

/// A Python source, and the imported modules in the same folder.
final class PythonModules {
  private let sourceList: SourceList
  private let surroundings: any DefinitionSurroundings
  private var modules: [String: Declarations] = [:]

  private static let mostModules = 50

  init(_ sourceList: SourceList, _ surroundings: any DefinitionSurroundings) {
    self.sourceList = sourceList
    self.surroundings = surroundings
  }

  func read(_ source: SourceText, at path: String) -> Declarations {
    let declarations = Declarations(.python)
    modules[path] = declarations
    let list = Tokenizer.read(source.utf8, file: sourceList.add(source), .python)
    let scanner = PythonScanner(list, source.utf8, declarations)
    scanner.run()
    let imports = scanner.imports
    // Modules are read on demand, and may refer to one another.
    declarations.imported = { [self] names, depth throws(Unknowable) in
      try value(of: names, imports, from: path, depth)
    }
    return declarations
  }

  private func value(
    of names: [Name], _ imports: [PythonImport], from path: String, _ depth: Int
  ) throws(Unknowable) -> Number? {
    for statement in imports {
      var rest = names[...]
      if let name = statement.name {
        guard rest.first == name else { continue }
        rest = rest.dropFirst()
      }
      var wanted = Array(rest)
      if let member = statement.member { wanted.insert(member, at: 0) }
      guard !wanted.isEmpty, let module = module(statement.module, from: path) else { continue }
      if let constant = module.constant(wanted, from: []) {
        return try module.value(of: constant, depth: depth)
      }
      if depth < Declarations.deepest, let number = try module.imported?(wanted, depth + 1) {
        return number
      }
    }
    return nil
  }

  /// A module in the same folder, or in the package with the name.
  private func module(_ names: [Name], from path: String) -> Declarations? {
    let folder = PathText.folder(of: path)
    let whole = names.map(\.text).joined(separator: "/")
    let last = names.last?.text ?? ""
    for file in ["\(whole).py", "\(whole)/__init__.py", "\(last).py"] {
      let path = folder + file
      if let cached = modules[path] { return cached }
      guard modules.count < Self.mostModules, let source = surroundings.source(at: path) else {
        continue
      }
      return read(source, at: path)
    }
    return nil
  }
}
