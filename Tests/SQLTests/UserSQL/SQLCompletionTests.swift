import Completing
import FlagModel
import Predicates
import TestSupport
import Testing
import UserSQL

/// The candidates in SQL; `|` is the cursor.
@Suite struct SQLCompletionTests {
  @Test(arguments: [
    ("SELECT co|", ["code"]), ("SELECT | FROM Sample", ["id", "code", "note", "markers"]),
    ("SELECT r.| FROM Reading r JOIN Sample s", ["id", "value", "sample"]),
    ("SELECT s.co| FROM Reading AS r, Sample AS s", ["code"]),
    ("SELECT code FROM |", ["Sample", "Reading"]),
    ("select code fr|", ["from"]), ("SELECT code FROM Sample W|", ["WHERE"]),
    ("SELECT code FROM Sample WHERE mar|", ["markers"]),
    ("SELECT ha|", ["has("]), ("SELECT * FROM Sample WHERE has(markers, 'H|", ["'HRM"]),
    (
      "SELECT * FROM Sample WHERE any(markers, 'HRM,|",
      ["'HRM,RAW", "'HRM,HRM", "'HRM,PLX", "'HRM,vitals"]
    ),
    ("SELECT * FROM Sample WHERE status = stored(status, 'me|", ["'measured"]),
    ("SELECT \"co|", []), ("|", []),
  ])
  func candidates(_ text: String, _ words: [String]) throws {
    let parts = text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    let found = try Zoo.schema().completions(ofSQL: parts.joined(), at: parts[0].utf8.count)
    #expect(found.candidates.map(\.text).filter { words.contains($0) } == words)
    if words.isEmpty { #expect(found.candidates.isEmpty) }
  }

  @Test(arguments: [
    ("SELECT * FROM Sample WHERE code = 'S|", "code"),
    ("SELECT * FROM Sample WHERE note LIKE 'S|", "note"),
    ("SELECT * FROM Sample WHERE code IN ('a', 'S|", "code"), ("SELECT 'S|", nil),
  ])
  func textsOf(_ text: String, _ attribute: Name?) throws {
    let text = String(text.dropLast())
    let found = try Zoo.schema().completions(ofSQL: text, at: text.utf8.count)
    #expect(found.texts?.attribute.name == attribute)
  }

  /// True if another line has to follow.
  @Test(arguments: [
    ("SELECT 1", false), ("SELECT code", true), ("SELECT code,", true), ("SELECT code FROM", true),
    ("SELECT code FROM Sample", false), ("SELECT code;", false), ("SELECT count(*)", false),
    ("SELECT count(*) AS n", false), ("SELECT 1 n", false), ("SELECT *", true), ("SELECT (1", true),
    ("SELECT 'a", true),
    ("SELECT 'a;", true), ("WITH a AS (SELECT 1)", true),
    ("WITH a AS (SELECT 1) SELECT * FROM a", false),
    ("SELECT a FROM b WHERE c = 1 AND", true), ("VALUES (1)", false), ("VALUES", true),
    ("PRAGMA table_info(a)", false), ("PRAGMA", true), ("EXPLAIN SELECT a FROM b", false),
    ("SELECT current_date", false),
    ("SELECT a FROM b UNION SELECT 1", false), ("SELECT a FROM b UNION SELECT c", true),
  ])
  func continues(_ text: String, _ isUnfinished: Bool) {
    #expect(PlainSQL.isUnfinished(text) == isUnfinished)
  }
}
