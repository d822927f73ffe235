/// The modules of Package.swift and what each may import, read from its text.
struct PackageArrows {
  /// The modules that each module imports directly.
  private(set) var imports: [String: Set<String>] = [:]

  /// The modules that only the compiler runs, and the folders to which they are links.
  static let links = [
    "MacroJSON": "JSON", "MacroModel": "FlagModel", "MacroModelText": "ModelText/Language",
    "MacroPlainText": "PlainText", "MacroPlatform": "Platform",
    "MacroRegularExpressions": "RegularExpressions",
  ]

  /// Reads the calls of `module("Name", "Import", …)`, and the targets written out in full, but for
  /// programs that only tests start, which name their folder.
  init(manifest: String) {
    for match in manifest.matches(of: #/(?m)^ +module\(([^)]*)\)/#) {
      let names = Self.strings(in: match.output.1)
      if let name = names.first { imports[name] = Set(names.dropFirst()) }
    }
    let whole =
      #/\.(?:executableTarget|macro)\(\s*name: "(\w+)",\s*dependencies: \[([^\]]*)\](?!,\s*path)/#
    for match in manifest.matches(of: whole) {
      imports[String(match.output.1)] = Set(Self.strings(in: match.output.2))
    }
  }

  /// Reads the rows of a table in a document: a module in backquotes, its purpose, its imports.
  init(table: String) {
    for row in table.matches(of: #/(?m)^\| `(\w+)` \|[^|]*\| ([^|]*) \|$/#) {
      let names = row.output.2.matches(of: #/\w+/#).map { String($0.output) }
      imports[String(row.output.1)] = Set(names).subtracting(["nothing"])
    }
  }

  /// All that a module can see, directly or through others.
  func reach(of module: String) -> Set<String> {
    var reached: Set<String> = []
    var next = imports[module] ?? []
    while let name = next.popFirst() {
      if reached.insert(name).inserted { next.formUnion(imports[name] ?? []) }
    }
    return reached
  }

  /// The arrows with the module that owns the files in place of each link.
  var withoutLinks: PackageArrows {
    var arrows = self
    arrows.imports = imports.filter { Self.links[$0.key] == nil }
      .mapValues { Set($0.map(Self.owner)) }
    return arrows
  }

  /// The module with the files of a link, or the module itself.
  static func owner(of module: String) -> String {
    guard let folder = links[module] else { return module }
    return String(folder.prefix { $0 != "/" })
  }

  private static func strings(in list: Substring) -> [String] {
    list.matches(of: #/"(\w+)"/#).map { String($0.output.1) }
  }
}
