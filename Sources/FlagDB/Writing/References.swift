public import FlagModel
import FlagSQL

extension Database {
  /// The key of the record that a person names: by a unique attribute of its entity, or by its key.
  public func key(of target: Entity, named text: String) throws -> Int64 {
    try translated { try KeyFinder(target, connection).key(named: text) }
  }

  func integer(_ sql: SQLText) throws -> Int64? {
    try translated {
      if case .integer(let number) = try connection.value(sql) { number } else { nil }
    }
  }
}
