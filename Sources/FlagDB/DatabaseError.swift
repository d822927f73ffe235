internal import Databases
import Engines
package import FlagModel
import Importing
internal import Migrations

/// The failure to open, read or change a database, with a message for the user.
public struct DatabaseError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of a failure, for code that distinguishes them.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// Another record has the value of a unique attribute.
    case unique
    /// A record refers to one that does not exist, or a record cannot be deleted because others refer to it.
    case reference
    /// The model or a rule of the table does not allow a value.
    case invalidValue
    /// A predicate, a model, a name, or the text of a value is wrong.
    case invalidRequest
    /// The record, the file or the schema does not exist.
    case notFound
    /// The file exists already.
    case exists
    /// Another program has locked the database. The same call may succeed later.
    case busy
    /// Another program changed the same records or the model. The same call may succeed.
    case conflict
    /// No connection became free within the timeout of the configuration.
    case timeout
    /// The call was interrupted.
    case cancelled
    /// The database, or the call, only reads.
    case readOnly
    /// A migration would lose data.
    case wouldLoseData
    /// The model of the database is another one than that of the structs.
    case modelDiffers
    /// The file is not a database, or not one that this version can read.
    case notADatabase
    /// The database is damaged.
    case damaged
    /// The disk is full, or the memory.
    case full
    /// The file or the server cannot be used.
    case unavailable
    /// The program closed the database.
    case closed
    /// Another failure.
    case other
  }

  /// The kind of the failure.
  public let code: Code
  /// The attributes with the refused value; empty if they are not known.
  public let attributes: [String]
  /// The reason, in lower case and without a full stop.
  public let message: String
  /// The line with the mistake, with a mark under its place; nil if no text has a mistake.
  public let place: String?
  /// The repair, if one is known.
  public let hint: String?
  /// Names similar to an unknown name, the likeliest first.
  public let suggestions: [String]
  /// True if the change may have been committed, so that repeating it may be wrong.
  public let mayBeKept: Bool

  /// The message, the place and the hint, on separate lines.
  public var description: String {
    let lines = [visible(message), place, hint.map { "hint: \(visible($0))" }]
    return lines.compactMap(\.self).joined(separator: "\n")
  }

  package init(
    _ message: String, code: Code, attributes: [String] = [], places: [SourcePlace] = [],
    hint: Hint? = nil, mayBeKept: Bool = false
  ) {
    self.code = code
    self.attributes = attributes
    let lines = places.flatMap(\.lines)
    self.message = message
    self.mayBeKept = mayBeKept
    place = lines.isEmpty ? nil : lines.joined(separator: "\n")
    self.hint = hint?.text
    suggestions = hint?.suggestions ?? []
  }
}

extension DatabaseError {
  /// Converts an error of flagdb's modules; nil for any other error.
  init?(_ error: any Error) {
    switch error {
    case let error as DatabaseError: self = error
    case let error as Engines.DatabaseError: self.init(of: error)
    case let error as Diagnostic: self.init([error])
    case let errors as Diagnostics: self.init(errors.all.filter { $0.severity == .error })
    // The hints name options of the tool, so they are left out.
    case let error as MigrationRefusal:
      self.init(error.reasons.map(\.message).joined(separator: "; "), code: .wouldLoseData)
    case let failure as ImportFailure:
      self.init(
        "record \(failure.number): \(failure.message)", code: .invalidValue, hint: failure.hint)
    case let error as ValueError: self.init(error.message, code: .invalidRequest, hint: error.hint)
    case let error as UnreadableStore:
      self.init(
        "'\(error.path)' is a store of Core Data", code: .invalidRequest,
        hint: "import FlagDBCoreData, and open it with 'Database(store:)'")
    case let error as UntranslatableExpression: self.init(error.message, code: .invalidRequest)
    default: return nil
    }
  }

  /// Converts an error of an engine.
  /// - Parameter place: the place of the refused value in a text.
  init(of error: Engines.DatabaseError, at place: SourcePlace? = nil) {
    self.init(
      error.message, code: Code(of: error), attributes: error.attributes,
      places: place.map { [$0] } ?? [], hint: error.hint,
      mayBeKept: error.outcome == .kept || error.outcome == .unknown)
  }

  /// Converts all mistakes in a text.
  private init(_ problems: [Diagnostic]) {
    self.init(
      problems.map(\.message).joined(separator: "; "), code: .invalidRequest,
      places: problems.compactMap(\.place), hint: Hint(problems.map(\.hint)))
  }
}

extension DatabaseError.Code {
  /// The code for an error of an engine.
  fileprivate init(of error: Engines.DatabaseError) {
    self =
      switch error.kind {
      case .noSuchFile: .notFound
      case .notADatabase, .newerLayout: .notADatabase
      case .exists: .exists
      case .unusableFile: error.cause?.isFull == true ? .full : .unavailable
      case .blocked: error.isConflict ? .conflict : .busy
      case .damaged: .damaged
      case .interrupted: .cancelled
      case .outOfMemory: .full
      case .modelChanged, .fileChanged: .conflict
      case .refused, .failed: Self(of: error.cause, isRefusal: error.kind == .refused)
      }
  }

  /// The code for the cause of a failure.
  private init(of cause: EngineError?, isRefusal: Bool) {
    self =
      switch cause?.kind {
      case .constraint(.unique): .unique
      case .constraint(.reference), .constraint(.trigger): .reference
      case .constraint: .invalidValue
      case .statement: .invalidRequest
      case .busy: .busy
      case .conflict, .moved: .conflict
      case .interrupted: .cancelled
      case .readOnly, .forbidden: .readOnly
      case .corrupt: .damaged
      case .noDatabase: .notADatabase
      case .full, .outOfMemory: .full
      case .unreachable, .unreadable, .unopenable, .undeletable: .unavailable
      case .tooLong: .invalidValue
      case .other, nil: isRefusal ? .invalidRequest : .other
      }
  }
}

/// Runs the body and converts each error that it throws.
func telling<Result>(_ body: () throws -> Result) throws(DatabaseError) -> Result {
  do {
    return try body()
  } catch {
    throw DatabaseError(error) ?? DatabaseError("\(error)", code: .other)
  }
}
