import CommandTable
import FlagDB
import FlagModel
import PlainText
import Platform

/// `flagdb complete KIND -- WORD…`: what the shells ask while somebody types. Whatever goes wrong
/// offers nothing and says nothing.
struct CompleteCommand: Command {
  private let request: CompletionRequest

  init(_ line: Invocation) throws {
    request = tool.completionRequest(line)
  }

  func run(in session: Session) throws -> Exit {
    let candidates = CompletionCandidates(request).all.filter { $0.word.hasPrefix(request.typed) }
    try session.print(
      candidates.map { candidate in
        candidate.about.map { "\(candidate.word)\t\(visible($0))\n" } ?? "\(candidate.word)\n"
      }.joined())
    return .done
  }

  static let description = CommandDescription.completionCallBack
}

/// Every candidate for a place of the command line.
struct CompletionCandidates {
  struct Candidate {
    let word: String
    let about: String?
  }

  private let request: CompletionRequest

  init(_ request: CompletionRequest) {
    self.request = request
  }

  var all: [Candidate] {
    if request.kind == "command" {
      return tool.listedCommands.map { Candidate(word: $0.name, about: $0.summary) }
    }
    guard let schema else { return [] }
    switch request.kind {
    case "entity":
      return schema.entities.map { Candidate(word: $0.name, about: firstLine($0.summary)) }
    case "flag-set":
      return schema.flagSets.map { Candidate(word: $0.name, about: firstLine($0.summary)) }
    case "flags-of-type":
      let name = request.line?.value(of: "TYPE") ?? ""
      return continued((try? schema.flagSet(typed: name)).map(flags) ?? [], separator: ",")
    default:
      return entity(in: schema).map(candidates) ?? []
    }
  }

  private func candidates(of entity: Entity) -> [Candidate] {
    switch request.kind {
    case "flags": continued(flagOptions(of: entity), separator: ",")
    case "columns": continued(names(of: entity), separator: ",")
    case "unique": unique(in: entity)
    case "predicate": names(of: entity)
    case "assignment": assignments(of: entity)
    default: []
    }
  }

  /// The model of the database on the line; a model file is read as well, quietly.
  private var schema: Schema? {
    guard let path = request.line?.value(of: "DB") else { return nil }
    if path.hasSuffix(".swift") {
      // A pipe would be waited for.
      guard (try? fileKind(at: path)) == .regular else { return nil }
      return try? ModelFile.read([path], in: Session.silent)
    }
    // Nobody at a keyboard waits for a lock, and a Tab changes nothing.
    let patience = Duration.milliseconds(100)
    return try? Database(path: path, for: .reading, patience: patience, repairs: false).schema
  }

  private func entity(in schema: Schema) -> Entity? {
    request.line?.value(of: "ENTITY").flatMap(schema.entity(named:))
  }

  // MARK: Kinds

  private func names(of entity: Entity) -> [Candidate] {
    [Candidate(word: entity.keyColumn, about: "the key")]
      + entity.attributes.map {
        Candidate(word: $0.name, about: firstLine($0.summary) ?? $0.declaredType)
      }
      + entity.relationships.map {
        Candidate(word: $0.name, about: firstLine($0.summary) ?? $0.target)
      }
  }

  /// What a record can be told by.
  private func unique(in entity: Entity) -> [Candidate] {
    let names = Set(entity.labels.map(\.name) + [entity.keyColumn])
    return self.names(of: entity).filter { names.contains($0.word) }
  }

  private func flags(of set: FlagSet) -> [Candidate] {
    (set.flags + set.combinations).map { flag in
      let about =
        flag.mask.nonzeroBitCount == 1 ? nil : set.names(of: flag.mask).joined(separator: ",")
      return Candidate(word: flag.name, about: firstLine(flag.summary) ?? about)
    }
  }

  /// The flags of every attribute; of one where `markers:` stands before them.
  private func flagOptions(of entity: Entity) -> [Candidate] {
    let sets = entity.attributes.compactMap { attribute in
      if case .flags(let set) = attribute.type { (attribute.name, set) } else { nil }
    }
    if let colon = request.typed.firstIndex(of: ":") {
      let name = request.typed[..<colon]
      guard let set = sets.first(where: { $0.0 == name })?.1 else { return [] }
      return flags(of: set).map { Candidate(word: "\(name):\($0.word)", about: $0.about) }
    }
    return sets.flatMap { flags(of: $0.1) }
      + (sets.count > 1 ? sets.map { Candidate(word: "\($0.0):", about: nil) } : [])
  }

  /// `code=`, and after it what the attribute may be.
  private func assignments(of entity: Entity) -> [Candidate] {
    guard let equals = request.typed.firstIndex(of: "=") else {
      return names(of: entity).dropFirst().map { Candidate(word: "\($0.word)=", about: $0.about) }
    }
    let head = request.typed[...equals]
    let name = head.dropLast().reversed().drop { "+-^".contains($0) }.reversed()
    guard let attribute = entity.attribute(named: String(name)) else { return [] }
    let values: [Candidate] =
      switch attribute.type {
      case .flags(let set): flags(of: set)
      case .enumeration(let enumeration):
        enumeration.cases.map { Candidate(word: $0.name, about: firstLine($0.summary)) }
      case .bool: [Candidate(word: "true", about: nil), Candidate(word: "false", about: nil)]
      default: []
      }
    let whole = values.map { Candidate(word: head + $0.word, about: $0.about) }
    if case .flags = attribute.type { return continued(whole, separator: ",", head: String(head)) }
    return whole
  }

  /// A list of which the last element is typed: what stands before it stays, and is not offered
  /// again.
  private func continued(
    _ candidates: [Candidate], separator: Character, head: String = ""
  ) -> [Candidate] {
    guard let last = request.typed.lastIndex(of: separator) else { return candidates }
    let before = String(request.typed[...last])
    let given = Set(before.dropFirst(head.count).split(separator: separator).map(String.init))
    return candidates.compactMap { candidate in
      let word = String(candidate.word.dropFirst(head.count))
      return given.contains(word) ? nil : Candidate(word: before + word, about: candidate.about)
    }
  }

  private func firstLine(_ text: String?) -> String? {
    text?.split(separator: "\n").first.map(String.init)
  }
}
