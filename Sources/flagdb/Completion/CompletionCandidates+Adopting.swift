import Databases
import Definitions
import FlagModel
import Platform
import Predicates

// The columns of a file of others, and the types that `adopt` gives them.

extension CompletionCandidates {
  /// `item.flags=`, and behind it the types that the column may get.
  func adoptedColumns(_ option: String, in schema: Schema) -> [Candidate] {
    if option == "guess" { return continued(guesses) }
    if let equals = typed.firstIndex(of: "=") {
      return adoptedTypes(option, in: schema, behind: String(typed[...equals]))
    }
    let sign = ["bool": "", "url": "", "field": ":"][option] ?? "="
    return schema.entities.flatMap { entity in
      entity.attributes.filter { $0.isAdoptable(as: option) }.map { attribute in
        Candidate(
          "\(entity.name).\(attribute.name)\(sign)", about: attribute.declaredType.text)
      }
    }
  }

  /// `likely`, and the columns for which there is a guess, with its reason.
  private var guesses: [Candidate] {
    guard let database, let model = try? database.modelToAdopt(),
      let proposals = try? database.proposals(for: model.schema)
    else { return [] }
    return [Candidate(GuessOptions.likely)]
      + proposals.map { Candidate($0.column, about: $0.reason) }
  }

  private func adoptedTypes(
    _ option: String, in schema: Schema, behind head: String
  ) -> [Candidate] {
    switch option {
    case "date":
      return headed(DateForm.allCases.map { Candidate($0.adopted, about: $0.help) }, head)
    case "flags":
      return headed(schema.flagSets.map(\.candidate), head) + definitions(behind: head)
    case "enum", "field":
      let known = schema.enumerations.map { Candidate($0.name, about: $0.summary) }
      return headed(known, head) + definitions(behind: head)
    default: return []
    }
  }

  /// The files that define flags, and behind the colon the sets of one.
  private func definitions(behind head: String) -> [Candidate] {
    let word = typed.dropFirst(head.count)
    if let colon = word.firstIndex(of: ":") {
      return headed(definedFlags(in: word[..<colon]), String(typed[...colon]))
    }
    let folder = word.lastIndex(of: "/").map { String(word[...$0]) } ?? ""
    let files = names(inDirectory: folder.isEmpty ? "." : folder).sorted().filter {
      !$0.hasPrefix(".") && DefinitionLanguage(fileName: $0) != nil
    }
    return files.map { Candidate("\(head)\(folder)\($0)") }
  }
}

extension Attribute {
  /// True if its column may hold what an option of `adopt` names.
  fileprivate func isAdoptable(as option: String) -> Bool {
    switch (type, option) {
    case (.any, _), (.string, "enum"), (.string, "url"), (.string, "date"), (.double, "date"): true
    case (.integer, _), (.flags, _), (.enumeration, _), (.bool, _): option != "url"
    default: false
    }
  }
}
