import CommandTable
import FlagModel

/// The hint for a command line without the entity: the entities of the database.
enum MissingEntity {
  static func hint(for error: any Error, in schema: Schema) -> Hint? {
    isMeant(error) ? hint(in: schema) : nil
  }

  static func isMeant(_ error: any Error) -> Bool {
    if case .missingArgument("ENTITY")? = (error as? UsageError)?.problem { true } else { false }
  }

  static func hint(in schema: Schema) -> Hint? {
    let names = schema.entities.map(\.name)
    if names.isEmpty { return "the model has no entities yet" }
    return "the model has \(listed(names))"
  }
}
