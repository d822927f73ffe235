import CommandTable
import FlagDB
import FlagModel
import Predicates

/// `flagdb define DB …`: adds to the model without a model file.
struct DefineCommand: Command {
  static let name = "define"
  static let summary = "adds to the model without a model file"

  enum Kind: String {
    case flags
    case enumeration = "enum"
    case entity
    case attribute
    case expression
  }

  var database = ""
  var kind: Kind?
  var name = ""
  /// The flags, cases or attributes.
  var parts: [String] = []
  var expression = ""
  var unique: [String] = []

  func run(in session: Session) throws -> Exit {
    let definition = try definition
    let database = try session.open(database, for: .writing)
    let added = try definition.added(to: database.schema, now: session.now)
    let schema = try checkedModel(added.swiftSource)
    try schema.checkExpressions(now: session.now)
    let made = kind == .expression ? [expression] : parts
    let origin = ["define", kind?.rawValue ?? "", name] + made
    try database.grow(to: schema, origin: origin.joined(separator: " "), now: session.now)
    return .done
  }

  private var definition: any ModelAddition {
    get throws {
      switch kind {
      case .flags: try FlagSetAddition(name, parts)
      case .enumeration: try EnumerationAddition(name, parts)
      case .entity: try EntityAddition(name, parts, unique: unique, isNew: true)
      case .expression: try ExpressionAddition(name, expression)
      case .attribute, nil: try EntityAddition(name, parts, unique: unique, isNew: false)
      }
    }
  }
}
