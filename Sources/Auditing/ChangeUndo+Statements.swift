import FlagModel
import Migrations
import SQLText

/// The statements that revert changes.
extension ChangeUndo {
  /// Deletes an added record only if it still has its first values. An older log has no fingerprint.
  static func removal(from entity: Entity, _ auditDialect: any AuditDialect) -> SQLText {
    let fingerprint = auditDialect.fingerprint(
      of: "\(name: entity.name)", in: LoggedTable(of: entity))
    return """
      DELETE FROM \(name: entity.name) WHERE \(name: entity.keyColumn) = ?1 \
      AND (?2 IS NULL OR ?2 = \(fingerprint))
      """
  }

  /// Reverts the link or unlink of two records. The parameters are the keys of both.
  static func reversal(of verb: String, _ join: Relationship.JoinTable) -> SQLText {
    if verb == "link" {
      return """
        DELETE FROM \(name: join.name) WHERE \(name: join.ownColumn) = ?1 \
        AND \(name: join.otherColumn) = ?2
        """
    }
    return """
      INSERT INTO \(name: join.name) (\(name: join.ownColumn), \(name: join.otherColumn)) \
      VALUES (?1, ?2)
      """
  }

  /// Restores values of a record, if it still has those of the change. The parameters are the values before and
  /// after the change, and the key.
  static func restoration(of columns: [Name], in entity: Entity) -> SQLText {
    let settings = columns.enumerated().map { index, column in
      "\(name: column) = \(.written("?\(index + 1)"))" as SQLText
    }
    let conditions = columns.enumerated().map { index, column in
      "\(name: column) COLLATE BINARY IS \(.written("?\(columns.count + index + 1)"))" as SQLText
    }
    return """
      UPDATE \(name: entity.name) SET \(settings.joined(by: ", ")) \
      WHERE \(name: entity.keyColumn) = \(.written("?\(columns.count * 2 + 1)")) \
      AND \(conditions.allHold)
      """
  }

  static func opposite(_ verb: String) -> String {
    ["insert": "delete", "delete": "insert", "link": "unlink", "unlink": "link"][verb] ?? verb
  }
}

extension [SQLText] {
  /// All conditions joined by AND, in groups, because SQLite limits the depth of an expression.
  fileprivate var allHold: SQLText {
    chunks(of: 40).map { "(\($0.joined(by: " AND ")))" as SQLText }.joined(by: " AND ")
  }
}
