import FlagModel
import JSON
import XML

/// Sets of flags in JSON, YAML and XML, each with its path: members with numbers, objects with a
/// name and a value, a mask or a bit, and such objects by their names.
struct TreeSource {
  private let source: SourceText
  private let file: Int32
  private var sets = TableSets()

  static func groups(
    of source: SourceText, _ file: Int, _ language: DefinitionLanguage
  ) throws(Diagnostics) -> [DefinedGroup] {
    var reader = TreeSource(source: source, file: Int32(file))
    reader.sets.areFlags = false
    reader.read(try tree(of: source, language), [])
    return reader.sets.groups
  }

  private init(source: SourceText, file: Int32) {
    self.source = source
    self.file = file
  }

  private static func tree(
    of source: SourceText, _ language: DefinitionLanguage
  ) throws(Diagnostics) -> JSONValue {
    func failure(_ message: String) -> Diagnostics {
      Diagnostics([Diagnostic(message, at: SourcePlace(source, 0..<0))])
    }
    switch language {
    case .yaml: return try YAMLReader.read(source)
    case .xml:
      do throws(XMLError) {
        return try XMLElement(reading: source.utf8).tree
      } catch {
        throw failure("line \(error.line): \(error.message)")
      }
    default:
      do {
        return try JSONValue(reading: source.utf8)
      } catch {
        throw failure(error.problem.message)
      }
    }
  }

  // MARK: Sets

  /// - Parameter isNamed: true for an element of a list that has a name. Its only list needs none.
  private mutating func read(_ value: JSONValue, _ path: [Name], isNamed: Bool = false) {
    switch value {
    case .object(let members):
      _ = add(members.compactMap { Self.row($0.value, key: $0.key) }, of: members.count, path)
      let lists = members.count { $0.value.items != nil }
      for member in members {
        let isOnly = isNamed && lists == 1 && member.value.items != nil
        let inner = if isOnly { path } else { path + [Name(member.key)] }
        read(member.value, inner)
      }
    case .array(let items):
      let isSet = add(items.compactMap { Self.row($0, key: nil) }, of: items.count, path)
      // The numbers of a row are no flags of their own.
      for item in items where !isSet || item.hasLists {
        guard let name = (item["name"] ?? item["id"])?.string else {
          read(item, path)
          continue
        }
        read(item, Array(path.dropLast()) + [Name(name)], isNamed: true)
      }
    default: break
    }
  }

  /// The keys and texts of a member; nil if it is no row.
  private static func row(_ value: JSONValue, key: String?) -> [(key: Name, text: String)]? {
    switch value {
    case .object(let members):
      var texts: [(key: Name, text: String)] = []
      for member in members {
        if let text = member.value.scalar { texts.append((Name(member.key), text)) }
      }
      guard let key else { return texts }
      return [(key: "name", text: key)] + texts.filter { $0.key != "name" }
    case .number, .string:
      guard let key, let text = value.scalar else { return nil }
      // A number as a key may be a bit or a value, so it names nothing.
      if TableNumber.read(Name(key)) != nil { return nil }
      return [(key: "name", text: key), (key: "value", text: text)]
    default: return nil
    }
  }

  /// Adds a set if all members are rows with a name and a value. Returns false if they are not.
  private mutating func add(
    _ rows: [[(key: Name, text: String)]], of count: Int, _ path: [Name]
  ) -> Bool {
    guard rows.count == count else { return false }
    // The parsers keep no places.
    let place = TokenPlace(file: file, start: 0, end: 0)
    let name = if path.isEmpty { [TableSource.name(of: source)] } else { path }
    var countBits = true
    let tableRows = rows.compactMap { row -> TableSets.Row? in
      let columns = TableColumns(row.map(\.key), isTree: true)
      countBits = countBits && columns?.bit != nil && columns?.value == nil
      return columns?.row(
        row.map { TableField(text: Name($0.text), place: place) }, usually: Name(path: name))
    }
    let bits = tableRows.compactMap { try? $0.value.get().bits }
    guard tableRows.count == count, !bits.isEmpty else { return false }
    for row in tableRows { sets.add(row) }
    // Records may have a Boolean value of the name 'bit'.
    let areDistinct = bits.count > 1 && Set(bits).count == tableRows.count
    if countBits, areDistinct { sets.declaredFlags.insert(Name(path: name)) }
    return true
  }
}

extension JSONValue {
  /// True if a member is a list or an object.
  fileprivate var hasLists: Bool {
    guard case .object(let members) = self else { return true }
    return members.contains { $0.value.scalar == nil }
  }

  /// A number or a text.
  fileprivate var scalar: String? {
    switch self {
    case .number(let text), .string(let text): text
    default: nil
    }
  }
}

extension XMLElement {
  /// The attributes, and the children by the names of their elements.
  fileprivate var tree: JSONValue {
    let names = children.map(\.name).reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    if attributes.isEmpty, names.isEmpty { return .string(text) }
    let lists = names.map { name -> JSONMember in
      let trees = children(named: name).map(\.tree)
      if trees.count == 1, trees[0].string != nil { return JSONMember(name, trees[0]) }
      return JSONMember(name, .array(trees))
    }
    return .object(
      attributes.sorted { $0.key < $1.key }.map { JSONMember($0.key, .string($0.value)) } + lists)
  }
}
