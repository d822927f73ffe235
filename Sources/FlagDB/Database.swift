/// The library of an app: all that is public. It stands above the engine that the tool is made of, and
/// imports Databases, Migrations, Queries, Predicates, FlagModel, Platform and PlainText.
internal import Databases
import FlagModel

/// A database and the model that it carries.
public final class Database {
  let engine: Databases.Database

  init(_ engine: Databases.Database) {
    self.engine = engine
  }

  /// The model in force, as Swift.
  public var model: String { engine.schema.swiftSource }

  var schema: Schema { engine.schema }
}
