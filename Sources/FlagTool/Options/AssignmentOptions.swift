import CommandTable
import Engines
import FlagFormats
import FlagModel
import JSON
import Platform
import Predicates
import Queries

/// The arguments `name=value`, and the values that they read from files.
struct AssignmentOptions: CommandOptions {
  var words: [String] = []
  private(set) var isRaw = false

  mutating func declare(in table: inout OptionTable) {
    table.heading("values")
    table.switch("raw", &isRaw, help: "read stored values: numbers instead of names")
  }

  /// The checked request for a record of an entity. All mistakes are reported at once.
  ///
  /// - Parameter calculations: nil if calculations are not allowed.
  func request(
    for entity: Entity, calculations: CalculationReader? = nil, in session: Session
  ) throws -> ChangeRequest {
    var syntax: [AssignmentSyntax] = []
    var problems: [Diagnostic] = []
    for word in words {
      do {
        if word.utf8.first == UInt8(ascii: "{") {
          syntax += try JSONRecord(SourceText(word), of: entity, isRaw: isRaw).assignments
        } else {
          syntax.append(try .parse(SourceText(word)))
        }
      } catch let problem as Diagnostic {
        problems.append(problem)
      } catch let several as Diagnostics {
        problems += several.all
      }
    }
    if !problems.isEmpty { throw Diagnostics(problems) }
    return try ChangeRequest(
      try syntax.map { try withFile($0, of: entity, in: session) }, of: entity, isRaw: isRaw,
      calculations: calculations, now: session.now)
  }

  /// The names in the arguments that the model lacks. Invalid arguments are ignored.
  func newNames(for entity: Entity) -> NewNames {
    var names = NewNames()
    for word in words {
      if word.utf8.first == UInt8(ascii: "{") {
        guard case .object(let members) = try? JSONValue(reading: word.utf8) else { continue }
        for member in members {
          guard let attribute = entity.attribute(named: Name(member.key)) else { continue }
          names.look(at: member.value, of: attribute)
        }
      } else if let assignment = try? AssignmentSyntax.parse(SourceText(word)),
        case .text(let value) = assignment.rightSide,
        let attribute = entity.attribute(named: assignment.name.name)
      {
        names.look(at: value.text, of: attribute)
      }
    }
    return names
  }

  /// `photo=@cat.jpg`: the bytes of a file.
  private func withFile(
    _ assignment: AssignmentSyntax, of entity: Entity, in session: Session
  ) throws -> AssignmentSyntax {
    guard case .text(let word) = assignment.rightSide, word.text.hasPrefix("@"),
      entity.attribute(named: assignment.name.name)?.type == .data
    else { return assignment }
    let path = String(word.text.dropFirst())
    session.read(path)
    let bytes = try readFile(at: path, limit: Self.largestFile, in: session.files)
    return AssignmentSyntax(
      name: assignment.name, operation: assignment.operation, rightSide: .value(.blob(bytes)))
  }

  /// SQLite's own limit for one value is 1,000,000,000 bytes.
  private static let largestFile = 900_000_000
}

/// An argument that the database refuses.
struct RefusedValue: Error {
  let cause: DatabaseError
  let place: SourcePlace
}

extension RefusedValue: ReportedError {
  func failure(in context: FailureContext) -> Failure {
    let diagnostic = Diagnostic(cause.message, at: place, hint: cause.hint)
    var text = diagnostic.rendered()
    if context.isVerbose, let details = cause.cause?.details { text += "\(details)\n" }
    return Failure(status: Exit.failed.rawValue, text: text)
  }
}

extension ChangeRequest {
  /// Runs a change. If the database refuses a value, the error marks it in the command line.
  func placing<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as DatabaseError {
      let places = error.attributes.compactMap { place(of: Name($0)) }
      guard let place = places.last else { throw error }
      throw RefusedValue(cause: error, place: place)
    }
  }
}
