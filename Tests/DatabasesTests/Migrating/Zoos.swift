import Engines
import FlagModel
import Migrating
import Migrations

@testable import Databases

/// Models that the zoo becomes, as changes of its text.
enum Zoos {
  static let note = "var note: String?"
  static let hrm = "HRM = BIOMarker(rawValue: 1 << 1)"
  static let plx = "PLX = BIOMarker(rawValue: 1 << 2)"

  /// HRM and PLX exchange their bits.
  static let swapped = changed((hrm, "HRM = BIOMarker(rawValue: 1 << 2)"))
    .replacing(plx, "PLX = BIOMarker(rawValue: 1 << 1)")

  /// A table that has to be made anew, moved bits and renumbered cases, all at once.
  static let rebuilt =
    swapped
    .replacing(note, "@Valid(length: 0...80) var note: String?")
    .replacing("case received, measured, archived", "case archived, received, measured")

  /// A table that stays and gets another text: a column more, a case more, and a rule more.
  static let reworded =
    changed((note, "@Valid(length: 0...80) var note: String?"))
    .replacing("measured, archived", "measured, archived, lost")
    .replacing("BIOMarker = []", "BIOMarker = []; var isNew: Bool = true")

  /// The zoo with parts of its text replaced.
  static func changed(_ changes: (String, String)...) -> String {
    changes.reduce(Zoo.text) { $0.replacing($1.0, $1.1) }
  }

  /// More samples, with every combination of three flags and an undeclared bit among them.
  static func fill(_ count: Int) -> String {
    """
    WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < \(count))
    INSERT INTO Sample (code, note, taken, status, markers)
    SELECT 'M-' || x, 'note ' || x, '2026-01-01 00:00:00', x % 3, (x & 7) | ((x & 8) << 3) FROM c
    """
  }
}

extension String {
  func replacing(_ part: String, _ other: String) -> String {
    split(separator: part, omittingEmptySubsequences: false).joined(separator: other)
  }
}

extension Database {
  @discardableResult
  func migrate(
    to text: String, _ decisions: MigrationDecisions = .none, origin: String = "test",
    allowingLoss: Bool = false
  ) throws -> MigrationOutcome {
    try Migrator(self).migrate(
      MigrationRequest(
        to: try DatabasesTests.model(text), decisions: decisions, origin: origin,
        allowsLoss: allowingLoss,
        now: testNow))
  }
}

/// Why a migration was refused: the messages, each with its examples and its hint.
func refusal(_ body: () throws -> Void) -> [String] {
  do {
    try body()
    return ["done"]
  } catch let refusal as MigrationRefusal {
    return refusal.reasons.map { reason in
      ([reason.message] + reason.notes.map(\.message)).joined(separator: "; ")
    }
  } catch {
    return ["\(type(of: error)): \((error as? DatabaseError)?.message ?? "\(error)")"]
  }
}
