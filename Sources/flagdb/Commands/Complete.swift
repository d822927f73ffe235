import CommandTable
import FlagDB
import FlagModel
import FlagSQL
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
    let candidates = CompletionCandidates(request).all.filter { $0.text.hasPrefix(request.typed) }
    try session.print(
      candidates.map { candidate in
        candidate.about.map { "\(candidate.text)\t\(visible($0))\n" } ?? "\(candidate.text)\n"
      }.joined())
    return .done
  }

  static let description = CommandDescription.completionCallBack
}

/// Every candidate for a place of the command line.
struct CompletionCandidates {
  private let request: CompletionRequest
  /// The model that is known already.
  private let known: Schema?

  init(_ request: CompletionRequest, in schema: Schema? = nil) {
    self.request = request
    known = schema
  }

  var all: [Candidate] {
    guard let schema = known ?? schema else { return [] }
    switch request.kind {
    case "entity": return schema.entityCandidates
    case "flag-set": return schema.flagSetCandidates
    case "flags-of-type":
      let name = request.line?.value(of: "TYPE") ?? ""
      return continued((try? schema.flagSet(typed: name))?.candidates ?? [])
    default: return entity(in: schema).map { candidates(of: $0, in: schema) } ?? []
    }
  }

  private func candidates(of entity: Entity, in schema: Schema) -> [Candidate] {
    switch request.kind {
    case "flags": continued(flagOptions(of: entity))
    case "columns": columns(of: entity)
    case "unique": unique(in: entity)
    case "predicate": predicates(of: entity, in: schema)
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

  /// What a column, a group or an order may be made of; a hyphen and `min(` stay before a name.
  private func columns(of entity: Entity) -> [Candidate] {
    let item = request.typed.split(separator: ",", omittingEmptySubsequences: false).last ?? ""
    let head = item.lastIndex(where: { "(- ".contains($0) }).map { String(item[...$0]) } ?? ""
    return continued(
      entity.candidates(withExpressions: true).map { Candidate(head + $0.text, about: $0.about) })
  }

  /// What a record can be told by.
  private func unique(in entity: Entity) -> [Candidate] {
    let names = Set(entity.labels.map(\.name) + [entity.keyColumn])
    return entity.candidates(withExpressions: false).filter { names.contains($0.text) }
  }

  /// What was typed of the predicate, with what may go on from there.
  private func predicates(of entity: Entity, in schema: Schema) -> [Candidate] {
    let typed = request.typed
    let completion = entity.completions(of: typed, at: typed.utf8.count, in: schema)
    let head = String(decoding: typed.utf8.prefix(completion.range.lowerBound), as: UTF8.self)
    return completion.candidates.map { Candidate(head + $0.text, about: $0.about) }
  }

  /// The flags of every attribute; of one where `markers:` stands before them.
  private func flagOptions(of entity: Entity) -> [Candidate] {
    let sets = entity.flagAttributes
    if let colon = request.typed.firstIndex(of: ":") {
      let name = request.typed[..<colon]
      guard let set = sets.first(where: { $0.name == name })?.set else { return [] }
      return set.candidates.map { Candidate("\(name):\($0.text)", about: $0.about) }
    }
    return sets.flatMap(\.set.candidates)
      + (sets.count > 1 ? sets.map { Candidate("\($0.name):") } : [])
  }

  /// `code=`, and after it what the attribute may be.
  private func assignments(of entity: Entity) -> [Candidate] {
    guard let equals = request.typed.firstIndex(of: "=") else {
      return entity.candidates(withExpressions: false).filter { $0.text != entity.keyColumn }
        .map { Candidate("\($0.text)=", about: $0.about) }
    }
    let head = String(request.typed[...equals])
    let name = head.dropLast().reversed().drop { "+-^".contains($0) }.reversed()
    guard let attribute = entity.attribute(named: String(name)) else { return [] }
    switch attribute.type {
    case .flags(let set): return continued(headed(set.candidates, head), head: head)
    case .enumeration(let enumeration): return headed(enumeration.candidates, head)
    case .bool: return headed([Candidate("true"), Candidate("false")], head)
    default: return []
    }
  }

  private func headed(_ candidates: [Candidate], _ head: String) -> [Candidate] {
    candidates.map { Candidate(head + $0.text, about: $0.about) }
  }

  /// A list of which the last element is typed: what stands before it stays, and is not offered
  /// again.
  private func continued(_ candidates: [Candidate], head: String = "") -> [Candidate] {
    guard let last = request.typed.lastIndex(of: ",") else { return candidates }
    let before = String(request.typed[...last])
    let given = Set(before.dropFirst(head.count).split(separator: ",").map(String.init))
    return candidates.compactMap { candidate in
      let word = String(candidate.text.dropFirst(head.count))
      return given.contains(word) ? nil : Candidate(before + word, about: candidate.about)
    }
  }
}
