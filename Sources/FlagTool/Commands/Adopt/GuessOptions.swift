import CommandTable
import Databases
import FlagFormats
import FlagModel
import Guessing

/// `--guess`, and the options that accept guesses.
struct GuessOptions: CommandOptions {
  var areAsked = false
  private var accepted: [String] = []
  private var output = OutputOptions()

  /// The argument that accepts all likely guesses.
  static let likely = Proposal.Certainty.likely.rawValue

  mutating func declare(in table: inout OptionTable) {
    table.heading("guesses")
    let guess = table.switch(
      "guess", &areAsked,
      help: "guess the contents of columns from their names and values, but write nothing")
    table.heading("guesses", needs: guess)
    table.value(
      "accept", &accepted, "GUESS,…", .asks("adopted-guess"),
      help: "accept guesses: `likely` for all that a name or declaration supports, or columns, as "
        + "in `visits.transition,items.flags`"
    ) { $0 }
    table.value(
      "format", short: "f", &output.format, "FORMAT",
      help: "the format of the guesses; a table on a terminal, csv elsewhere")
  }

  /// True if guesses are asked for, and none is accepted.
  var areOnlyShown: Bool { areAsked && accepted.isEmpty }

  /// The accepted guesses; nil if the guesses are only shown.
  func accepted(of proposals: [Proposal]) throws -> [Proposal]? {
    if accepted.isEmpty { return nil }
    let words = accepted.flatMap { $0.split(separator: ",") }.map { Name($0) }
    if let unknown = words.first(where: { word in
      word.text != Self.likely && !proposals.contains { $0.column == word }
    }) {
      throw CommandError(
        "--accept: there is no guess for '\(unknown)'",
        hint: .name(for: unknown, in: proposals.map(\.column), orAll: "there are guesses for"))
    }
    let takesLikely = words.contains { $0.text == Self.likely }
    return proposals.filter { proposal in
      takesLikely && proposal.certainty == .likely || words.contains(proposal.column)
    }
  }

  func show(
    _ proposals: [Proposal], for schema: Schema, of database: Database,
    _ definitions: DefinitionOptions, in session: Session
  ) throws {
    let naming = ColumnNaming(
      schema: schema, database: database, definitions: definitions, session: session)
    let columns = ["column", "guess", "certainty", "reason", "examples", "option"].map {
      OutputColumn(name: $0)
    }
    let rows = proposals.map { proposal -> [Value] in
      [
        proposal.column.text, AdoptReport.meaning(of: proposal.attribute) ?? "",
        proposal.certainty.rawValue, proposal.reason, proposal.shownExamples,
        proposal.option(in: naming),
      ].map(Value.text)
    }
    try session.writeRecords(columns, output, rows)
    if proposals.isEmpty {
      session.say("note: no column has values that suggest flags, enums or dates\n")
    } else {
      session.say(
        "note: nothing is written; --accept likely or --accept COLUMN,… accepts guesses\n")
    }
  }
}

extension Proposal {
  /// `visits.transition`
  var column: Name { "\(entity).\(attribute.name)" }

  fileprivate var shownExamples: String {
    examples.map { value in
      switch value {
      case .text(let text): String(text.prefix(40))
      default: AttributeType.any.text(of: value)
      }
    }.joined(separator: ", ")
  }

  /// The option that gives the column this type. Unknown names of flags are placeholders, which the
  /// user must replace.
  fileprivate func option(in naming: ColumnNaming) -> String {
    switch attribute.type {
    case .flags(let set):
      let fields = set.fields.map { field in
        let bits = "\(field.bits.lowerBound)...\(field.bits.upperBound)"
        var type = field.declaredType
        if field.enumeration != nil { type = "FILE:TYPE" }
        return " --field " + shellWord("\(column).\(field.name):\(bits)=\(type)")
      }
      return "--flags " + shellWord("\(column)=FILE:TYPE") + fields.joined()
    case .enumeration(let enumeration):
      let cases = enumeration.cases.map { enumCase in
        let value = AttributeType.any.text(of: enumCase.rawValue)
        if Name(value) == enumCase.name { return value }
        return "\(enumCase.name)=\(value)"
      }
      let value = "\(column)=\(cases.joined(separator: ","))"
      return option("enum", value, in: naming) { try $0.addEnumeration(value) }
    case .date:
      let form = DateForm.allCases.first { form in
        form.numbered.map(StoredForm.dates) ?? .text == attribute.stored
      }
      let value = "\(column)=\(form?.adopted ?? "text")"
      return option("date", value, in: naming) { try $0.addDate(value) }
    case .bool: return option("bool", column.text, in: naming) { try $0.addBool(column.text) }
    case .url: return option("url", column.text, in: naming) { try $0.addURL(column.text) }
    default: return ""
    }
  }

  /// The option with its value, if `name` accepts it and finds the guessed type. A list of cases
  /// cannot express every value.
  private func option(
    _ option: String, _ value: String, in naming: ColumnNaming,
    _ name: (inout ColumnNaming) throws -> Void
  ) -> String {
    var naming = naming
    try? name(&naming)
    let named = naming.schema.entity(named: entity)?.attribute(named: attribute.name)
    let isSame = named?.stored == attribute.stored && named?.type.means(attribute.type) == true
    if isSame { return "--\(option) \(shellWord(value))" }
    return "--accept \(shellWord(column.text))"
  }
}

extension AttributeType {
  /// True if the values are those of another type, whatever the types' names are.
  fileprivate func means(_ other: AttributeType) -> Bool {
    if case .enumeration(let enumeration) = self, case .enumeration(let otherEnumeration) = other {
      return enumeration.named(otherEnumeration.name) == otherEnumeration
    }
    return self == other
  }
}
