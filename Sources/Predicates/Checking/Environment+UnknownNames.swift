package import FlagModel
import SQLText

// Errors for unknown names, with suggestions.

extension CheckingPart {
  /// The name in a literal that is a single word without a dot before it.
  func unknownName(_ literal: PredicateSyntax) -> NameSyntax? {
    switch literal.kind {
    case .name(let name) where isMoment(name): nil
    case .name(let name): NameSyntax(name, at: literal.place)
    case .member: unknownPath(literal)
    case .binary(_, let left, let right): unknownName(left) ?? unknownName(right)
    default: nil
    }
  }

  /// The names of a path; for a member of another expression, the name in that expression.
  private func unknownPath(_ literal: PredicateSyntax) -> NameSyntax? {
    var names: [Name] = []
    var node = literal
    while case .member(let base, let name) = node.kind {
      names.append(name)
      node = base
    }
    guard let first = unknownName(node), case .name = node.kind else { return unknownName(node) }
    return NameSyntax(Name(path: [first.name] + names.reversed()), at: literal.place)
  }

  /// True for `now` and `today`, unless an attribute has this name.
  func isMoment(_ name: Name) -> Bool { name == "now" || name == "today" }

  func unknown(_ name: NameSyntax) -> Diagnostic {
    if let foreign = foreignName(name) { return foreign }
    let unknown = innermost.unknownName(name.name, at: name.place)
    if let meant = Language.foreignConstants[name.name.text.lowercased()] {
      return Diagnostic(unknown.message, at: name.place, hint: .meant([meant]))
    }
    for frame in environment.frames.reversed() {
      guard let variable = frame.variable, case .record(let path) = frame.subject,
        path.entity.names.contains(name.name)
      else { continue }
      return Diagnostic(
        unknown.message, at: name.place, hint: .meant(["$\(variable).\(name.name)"]))
    }
    guard case .choice? = unknown.hint, let call = call(of: name.name) else { return unknown }
    return Diagnostic(unknown.message, at: name.place, hint: .meant([call]))
  }

  /// The call of a function whose brackets are missing.
  private func call(of name: Name) -> String? {
    let functions = Language.functions.filter { $0.isNamed(name.text) }
    let function = functions.min { $0.arguments.count < $1.arguments.count }
    guard environment.answer.hasGroups, let function,
      case .aggregate(let aggregate) = function.meaning
    else { return function?.signature(name.text.lowercased()) }
    if aggregate == .count { return "\(function.name)()" }
    return "\(function.name)(…)"
  }

  /// The error for a flag or case as a condition, as in `markers has RAW and HRM`; nil for another
  /// name.
  func wordAlone(_ word: NameSyntax) -> Diagnostic? {
    for attribute in innermost.attributes {
      let test: String
      let kind: String
      switch attribute.type {
      case .flags(let set) where set.mask(named: word.name) != nil:
        test = "has"
        kind = "a flag"
      case .enumeration(let cases) where cases.rawValue(of: word.name) != nil:
        test = "="
        kind = "an enum case"
      default: continue
      }
      return Diagnostic(
        "'\(word.name)' is \(kind), not a condition", at: word.place,
        hint: .meant(["\(attribute.name) \(test) \(word.name)"]))
    }
    return nil
  }

  func unknownName(_ name: Name, of entity: Entity, at syntax: PredicateSyntax) -> Diagnostic {
    let end = syntax.place.range.upperBound
    let length = name.parts.last?.utf8.count ?? 0
    return entity.unknownName(
      name, at: SourcePlace(syntax.place.source, max(0, end - length)..<end))
  }

  /// The error for a name of Swift's libraries.
  func foreignName(_ name: NameSyntax) -> Diagnostic? {
    guard let first = name.name.parts.first, let hint = Language.insteadOfTypes[first.text] else {
      return nil
    }
    return Diagnostic("'\(first)' is not supported", at: name.place, hint: hint)
  }
}

extension Entity {
  /// The error for a name that the entity does not have.
  package func unknownName(_ name: Name, at place: SourcePlace) -> Diagnostic {
    if lostNames.contains(name) {
      return Diagnostic(
        "'\(source.table)' has lost the column of '\(name)'", at: place,
        hint: .refresh(of: "DB"))
    }
    return Diagnostic(
      "'\(name)' is not an attribute of \(self.name)", at: place,
      hint: hint(ofColumnAt: place, beginningWith: name)
        ?? .name(for: name, in: names + attributes.flatMap { $0.fields.map(\.name) })
        ?? .name(for: name, in: names, orAll: "\(self.name) has"))
  }

  /// The name of an attribute whose column in a file has a point in its name: `ipSrc` for `ip.src`.
  private func hint(ofColumnAt place: SourcePlace, beginningWith name: Name) -> Hint? {
    let text = place.source.utf8.dropFirst(place.range.lowerBound)
    let columns = namesInFiles.filter { column in
      column.inFiles.isInside(name) && text.starts(with: column.inFiles.utf8)
    }
    return columns.max { $0.inFiles.utf8.count < $1.inFiles.utf8.count }.map {
      .meant([$0.name.text])
    }
  }
}
