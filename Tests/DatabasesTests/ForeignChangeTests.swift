import Engines
import FlagModel
import Foundation
import ModelText
import Predicates
import Queries
import SQLText
import Testing

@testable import Databases
@testable import Importing

/// Changes of files that other programs made: nothing but what was named is touched.
@Suite struct ForeignChangeTests {
  /// A kind of key, and the SQL and the words that name its second record.
  struct Key: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The columns, and what follows them.
    let columns: String
    var constraint = ""
    var ending = ""
    /// The values of the key in three records and in a new one.
    let keys: [String]
    /// A new record's key as it is typed.
    let typed: [String]
    /// The condition for the second record, in both languages.
    let second: String
    /// The text that `insert` answers with.
    let answer: String
    /// The column by which records are changed that are there.
    var upsert: String?
    /// The text by which `--id` names the second record; nil if nothing does.
    var id: String?
  }

  static let keys = [
    Key(
      testDescription: "a number", columns: "nr INTEGER PRIMARY KEY",
      keys: ["1", "2", "3", "9"], typed: ["nr=9"], second: "nr = 2", answer: "9", upsert: "nr",
      id: "2"),
    Key(
      testDescription: "a number that is no row number", columns: "nr INTEGER PRIMARY KEY DESC",
      keys: ["1", "2", "3", "9"], typed: ["nr=9"], second: "nr = 2", answer: "9", upsert: "nr",
      id: "2"),
    Key(
      testDescription: "a text", columns: "k TEXT PRIMARY KEY",
      keys: ["'x'", "'y'", "'z'", "'n'"], typed: ["k=n"], second: "k = 'y'", answer: "n",
      upsert: "k", id: "y"),
    Key(
      testDescription: "a text and no row number", columns: "k TEXT PRIMARY KEY",
      ending: "WITHOUT ROWID", keys: ["'x'", "'y'", "'z'", "'n'"], typed: ["k=n"],
      second: "k = 'y'", answer: "n", upsert: "k", id: "y"),
    Key(
      testDescription: "a text in any case", columns: "k TEXT COLLATE NOCASE PRIMARY KEY",
      keys: ["'x'", "'y'", "'z'", "'n'"], typed: ["k=n"], second: "k = 'y'", answer: "n",
      upsert: "k", id: "y"),
    Key(
      testDescription: "bytes and no row number", columns: "k BLOB PRIMARY KEY",
      ending: "WITHOUT ROWID", keys: ["x'01'", "x'02'", "x'03'", "x'04'"], typed: ["k=BA=="],
      second: "a = 2", answer: "BA==", id: "Ag=="),
    Key(
      testDescription: "a real number and no row number", columns: "k REAL PRIMARY KEY",
      ending: "WITHOUT ROWID", keys: ["0.5", "1.5", "2.5", "3.5"], typed: ["k=3.5"],
      second: "k = 1.5", answer: "3.5", upsert: "k", id: "1.5"),
    Key(
      testDescription: "two columns", columns: "k INT, l TEXT", constraint: ", PRIMARY KEY (k, l)",
      keys: ["1, 'x'", "1, 'y'", "2, 'x'", "3, 'n'"], typed: ["k=3", "l=n"],
      second: "k = 1 and l = 'y'", answer: "3,n"),
    Key(
      testDescription: "two columns and no row number", columns: "k INT, l TEXT",
      constraint: ", PRIMARY KEY (k, l)", ending: "WITHOUT ROWID",
      keys: ["1, 'x'", "1, 'y'", "2, 'x'", "3, 'n'"], typed: ["k=3", "l=n"],
      second: "k = 1 and l = 'y'", answer: "3,n"),
    Key(
      testDescription: "no key", columns: "k", keys: ["1", "2", "3", "9"], typed: ["k=9"],
      second: "k = 2", answer: "4", id: "2"),
    Key(
      testDescription: "no key, and a name of the row number is a column's",
      columns: "rowid TEXT, oid", keys: ["'p', 1", "'q', 2", "'r', 3", "'s', 4"],
      typed: ["rowid=s", "oid=4"], second: "rowid = 'q'", answer: "4", id: "2"),
    Key(
      testDescription: "all names of the row number are columns'",
      columns: "rowid INT, oid INT, _rowid_ TEXT PRIMARY KEY",
      keys: ["1, 1, 'x'", "2, 2, 'y'", "3, 3, 'z'", "4, 4, 'n'"],
      typed: ["rowid=4", "oid=4", "_rowid_=n"], second: "_rowid_ = 'y'", answer: "n",
      upsert: "_rowid_", id: "y"),
    Key(
      testDescription: "a key that may be NULL", columns: "k TEXT PRIMARY KEY",
      keys: ["NULL", "'y'", "NULL", "'n'"], typed: ["k=n"], second: "k = 'y'", answer: "n", id: "y"),
    Key(
      testDescription: "the key of another record", columns: "k INTEGER PRIMARY KEY REFERENCES p",
      keys: ["1", "2", "3", "4"], typed: ["k=4"], second: "k = 2", answer: "4", upsert: "k", id: "2"
    ),
    Key(
      testDescription: "numbers in another order than the rows", columns: "k BIGINT PRIMARY KEY",
      keys: ["3", "1", "2", "9"], typed: ["k=9"], second: "k = 1", answer: "9", upsert: "k",
      id: "1"),
    Key(
      testDescription: "descending numbers in another order than the rows",
      columns: "k INTEGER PRIMARY KEY DESC", keys: ["3", "1", "2", "9"], typed: ["k=9"],
      second: "k = 1", answer: "9", upsert: "k", id: "1"),
    Key(
      testDescription: "texts that look like numbers of other rows", columns: "k TEXT PRIMARY KEY",
      keys: ["'3'", "'1'", "'2'", "'9'"], typed: ["k=9"], second: "k = '1'", answer: "9",
      upsert: "k", id: "1"),
    Key(
      testDescription: "numbers of other rows without a declared type", columns: "k PRIMARY KEY",
      keys: ["3", "1", "2", "9"], typed: ["k=9"], second: "k = 1", answer: "9", upsert: "k",
      id: "1"),
    Key(
      testDescription: "a key beside another unique column",
      columns: "k INT PRIMARY KEY, u INT UNIQUE", keys: ["3, 11", "1, 12", "2, 13", "9, 19"],
      typed: ["k=9", "u=19"], second: "k = 1", answer: "9", id: "1"),
    Key(
      testDescription: "a unique column beside a key",
      columns: "k INT PRIMARY KEY, u INT UNIQUE", keys: ["3, 11", "1, 12", "2, 13", "9, 19"],
      typed: ["k=9", "u=19"], second: "k = 1", answer: "9", id: "12"),
    Key(
      testDescription: "a unique column and no key", columns: "u INT UNIQUE",
      keys: ["13", "11", "12", "19"], typed: ["u=19"], second: "u = 11", answer: "4", upsert: "u",
      id: "2"),
    Key(
      testDescription: "a unique column names the record", columns: "u INT UNIQUE",
      keys: ["13", "11", "12", "19"], typed: ["u=19"], second: "u = 11", answer: "4", upsert: "u",
      id: "11"),
  ]

  private func file(_ key: Key, _ more: String = "") throws -> AdoptedFile {
    let rows = key.keys.dropLast().enumerated().map { "(\($1), \($0 + 1), 'kept', \($0)5)" }
    return try AdoptedFile(
      """
      PRAGMA user_version = 7; PRAGMA application_id = 99;
      CREATE TABLE p (id INTEGER PRIMARY KEY);
      INSERT INTO p VALUES (1), (2), (3), (4);
      CREATE TABLE t (\(key.columns), a INT, b TEXT DEFAULT 'usual', c REAL\(key.constraint)) \(key.ending);
      CREATE INDEX t_a ON t (a, c);
      CREATE VIEW v AS SELECT a, b FROM t;
      CREATE TABLE log (what);
      CREATE TRIGGER t_i AFTER INSERT ON t BEGIN INSERT INTO log VALUES ('new ' || NEW.a); END;
      CREATE TRIGGER t_u AFTER UPDATE ON t BEGIN INSERT INTO log VALUES (OLD.a || "to" || NEW.a); END;
      INSERT INTO t VALUES \(rows.joined(separator: ", "));
      \(more)
      """)
  }

  /// Compares what flagdb makes of one file with what plain SQL makes of another.
  private func compare(_ key: Key, _ sql: String, _ change: (Database) throws -> Void) throws {
    let (changed, plain) = (try file(key), try file(key))
    try change(changed.open())
    try plain.scratch.plain(AdoptedFile.name).run(sql)
    #expect(try changed.content() == plain.content())
  }

  private func columns(_ key: Key) -> String {
    key.typed.map { $0.split(separator: "=")[0] }.joined(separator: ", ")
  }

  @Test("records are added", arguments: keys) func insert(_ key: Key) throws {
    try compare(key, "INSERT INTO t (\(columns(key)), a) VALUES (\(key.keys[3]), 7)") { database in
      let text = try database.insertion("t", key.typed + ["a=7"])
      #expect(text == key.answer)
    }
  }

  @Test("records are changed", arguments: keys) func update(_ key: Key) throws {
    try compare(key, "UPDATE t SET a = 7 WHERE \(key.second)") { database in
      let count = try database.update("t", "a=7", where: key.second)
      #expect(count == 1)
    }
  }

  @Test("records are removed", arguments: keys) func delete(_ key: Key) throws {
    try compare(key, "DELETE FROM t WHERE \(key.second)") { database in
      let count = try database.delete("t", where: key.second)
      #expect(count == 1)
    }
  }

  @Test("records are named by their key", arguments: keys) func named(_ key: Key) throws {
    func record(_ text: String, in database: Database) throws -> Predicates.Predicate {
      try PredicateChecker(database.entity("t"), in: database.schema, now: testNow)
        .check(PredicateSyntax(.key(text), at: SourcePlace(SourceText(text), 0..<0)))
    }
    guard let id = key.id else {
      let database = try file(key).open()
      #expect(throws: Diagnostic.self) { try record("2", in: database) }
      return
    }
    try compare(key, "UPDATE t SET a = 7 WHERE \(key.second)") { database in
      let (entity, record) = (try database.entity("t"), try record(id, in: database))
      let count = try database.write {
        let request = try ChangeRequest(
          [AssignmentSyntax.parse(SourceText("a=7"))], of: entity, now: testNow)
        return try database.update(
          entity, database.resolve(request, of: entity), where: record)
      }
      #expect(count.changed == 1)
    }
    try compare(key, "DELETE FROM t WHERE \(key.second)") { database in
      let (entity, record) = (try database.entity("t"), try record(id, in: database))
      let count = try database.write { try database.delete(from: entity, where: record) }
      #expect(count == 1)
    }
  }

  @Test("links lead to records by their key", arguments: keys) func linked(_ key: Key) throws {
    // The number of a row is not a column that others refer to.
    guard let column = key.upsert, column != "u", let id = key.id else { return }
    let values = key.keys.prefix(3).map { $0.split(separator: ", ").last ?? "" }
    let rows = [2, 1, 0].map { "(\($0 + 1), \(values[$0]))" }.joined(separator: ", ")
    let file = try file(
      key,
      """
      CREATE TABLE ch (id INTEGER PRIMARY KEY, t REFERENCES t(\(column)));
      INSERT INTO ch VALUES \(rows);
      """)
    let database = try file.open()
    let literal = values[1].hasPrefix("'") ? "'\(id)'" : id
    #expect(try database.count("ch", where: "t == \(literal)") == 1)
    #expect(try database.count("ch", where: "t == \(literal) and id == 2") == 1)
    #expect(try database.count("ch", where: "t in (\(literal))") == 1)
    #expect(try database.count("t", where: "\(key.second) and ch.count == 1") == 1)
    try database.insert("ch", "t=\(id)")
    #expect(try file.texts("SELECT quote(t) FROM ch WHERE id = 4") == ["\(values[1])"])
  }

  @Test("flags are changed", arguments: keys) func flags(_ key: Key) throws {
    let model = try file(key).open().schema.swiftSource
      .replacingOccurrences(of: "var a: Int?", with: "var a: F?")
    let flags = """
      struct F: OptionSet { let rawValue: Int64
        static let one = Self(rawValue: 1)
        static let eight = Self(rawValue: 8)
      }
      """
    try compare(key, "UPDATE t SET a = (a & ~1) | 8 WHERE \(key.second)") { database in
      let path = "\(database.path).flagdb"
      let fingerprint = try database.fingerprint()
      try Data("// flagdb adopted 1 \(fingerprint)\n\(flags)\n\(model)".utf8)
        .write(to: URL(fileURLWithPath: path))
      let again = try Database(path: database.path, for: .writing)
      #expect(
        try again.update("t", "a+=eight", "a-=one", where: key.second) == 1)
    }
  }

  @Test("records are imported", arguments: keys, [1, 40]) func load(_ key: Key, copies: Int) throws
  {
    let names = key.typed.map { String($0.split(separator: "=")[0]) }
    // Records are the same but for the key, which a constraint may want to be unique.
    let isUnique = key.keys[3] != "9" && key.keys[3] != "'s', 4" || key.upsert != nil
    let count = isUnique ? 1 : copies
    let values = Array(repeating: "(\(key.keys[3]), 7)", count: count).joined(separator: ", ")
    try compare(key, "INSERT INTO t (\(columns(key)), a) VALUES \(values)") { database in
      let entity = try database.entity("t")
      let cells = try key.typed.map { word -> Value in
        let parts = word.split(separator: "=", maxSplits: 1)
        return try entity.attribute(named: Name(parts[0]))?.value(from: String(parts[1]))
          ?? .integer(Int64(parts[1]) ?? 0)
      }
      let loaded = try database.load(
        "t", names + ["a"], Array(repeating: cells + [.integer(7)], count: count))
      #expect(loaded.failures == [])
      #expect(loaded.counts.inserted == Int64(count))
    }
  }

  @Test("records that are there are changed, and others added", arguments: keys) func upsert(
    _ key: Key
  ) throws {
    guard let column = key.upsert else { return }
    let names = key.typed.map { String($0.split(separator: "=")[0]) }
    let sql = """
      UPDATE t SET a = 8 WHERE \(key.second);
      INSERT INTO t (\(columns(key)), a) VALUES (\(key.keys[3]), 9)
      """
    for conflict in [ImportConflict.update(by: Name(column)), .replace] {
      try compare(key, sql) { database in
        let rows = try [key.keys[1], key.keys[3]].enumerated().map { number, keys in
          try keys.split(separator: ", ").map(value) + [.integer(Int64(8 + number))]
        }
        // Other columns than the key of the record that is there keep their values.
        let loaded = try database.load("t", names + ["a"], rows, conflict: conflict)
        #expect(loaded.failures == [])
        #expect((loaded.counts.inserted, loaded.counts.updated) == (1, 1))
      }
    }
  }

  /// The value of a literal of SQL.
  private func value(_ literal: Substring) throws -> Value {
    if literal.hasPrefix("'") { return .text(String(literal.dropFirst().dropLast())) }
    if let number = Int64(literal) { return .integer(number) }
    return .real(try #require(Double(String(literal))))
  }

  // MARK: Refusals

  static let shop = """
    CREATE TABLE owner (id INTEGER PRIMARY KEY, name TEXT UNIQUE);
    CREATE TABLE code (code TEXT PRIMARY KEY);
    CREATE TABLE item (
      id INTEGER PRIMARY KEY, title TEXT NOT NULL, price REAL CHECK (price >= 0), size INT AS (id + 1),
      owner INT REFERENCES owner, code TEXT REFERENCES code,
      kind TEXT CONSTRAINT "known kind" CHECK (kind IN ('a', 'b')), note TEXT NOT NULL DEFAULT 'none',
      again TEXT UNIQUE ON CONFLICT IGNORE, late INT REFERENCES owner DEFERRABLE INITIALLY DEFERRED);
    CREATE TABLE lost (a INTEGER REFERENCES nowhere);
    CREATE TABLE strict (id INTEGER PRIMARY KEY, n INT, r REAL, any ANY) STRICT;
    CREATE TABLE part (id INTEGER PRIMARY KEY, item INT NOT NULL REFERENCES item ON DELETE CASCADE);
    CREATE TABLE use (id INTEGER PRIMARY KEY, part REFERENCES part);
    CREATE TABLE item_owner (item REFERENCES item, owner REFERENCES owner, PRIMARY KEY (item, owner));
    CREATE TABLE shadowed (rowid, oid, _rowid_);
    CREATE VIEW dear AS SELECT title FROM item WHERE price > 10;
    CREATE TABLE app (id INTEGER PRIMARY KEY, a);
    CREATE TRIGGER app_t AFTER UPDATE ON app BEGIN SELECT notify(NEW.id); END;
    CREATE TABLE guarded (id INTEGER PRIMARY KEY, a);
    CREATE TRIGGER guard BEFORE INSERT ON guarded BEGIN SELECT RAISE(ABORT, 'not today'); END;
    CREATE TABLE quiet (id INTEGER PRIMARY KEY, a);
    CREATE TRIGGER hush BEFORE INSERT ON quiet BEGIN SELECT RAISE(IGNORE); END;
    INSERT INTO owner VALUES (1, 'Ann'), (2, 'Bob');
    INSERT INTO code VALUES ('c');
    INSERT INTO item (id, title, owner, code, again) VALUES (1, 'lamp', 1, 'c', 'x');
    INSERT INTO part VALUES (1, 1); INSERT INTO use VALUES (1, 1);
    INSERT INTO item_owner VALUES (1, 2); INSERT INTO app VALUES (1, 1); INSERT INTO strict VALUES (1, 1, 1, 1);
    """

  /// A change that is refused, and why.
  struct Refused: CustomTestStringConvertible, Sendable {
    let verb: String
    let entity: String
    let words: [String]
    let message: String

    init(_ verb: String, _ entity: String, _ words: String..., message: String) {
      self.verb = verb
      self.entity = entity
      self.words = words
      self.message = message
    }

    var testDescription: String { "\(verb) \(entity) \(words.joined(separator: " "))" }
  }

  @Test(
    "refusals name what stands in the way, and nothing is changed",
    arguments: [
      Refused("insert", "item", "price=1", message: "a item needs 'title' (add title=…)"),
      Refused(
        "insert", "item", "title=x", "price=-1",
        message: "a CHECK of 'item' refuses the record: price >= 0"),
      Refused(
        "insert", "item", "title=x", "kind=c",
        message: "a CHECK of 'item' refuses the record: known kind"),
      Refused(
        "insert", "item", "title=x", "size=3",
        message: "'size' of item is calculated by the file, and cannot be set (leave it out)"),
      Refused(
        "insert", "item", "title=x", "owner=Cid",
        message: "owner: there is no owner with the name or id 'Cid'"),
      Refused(
        "insert", "item", "title=x", "code=d",
        message: "code: there is no code with the code 'd'"),
      Refused(
        "insert", "item", "title=x", "id=1", message: "'id' must be unique: item 1 has '1' already"),
      Refused(
        "insert", "lost", "a=1",
        message: "the file's own triggers, views or foreign keys do not work here: no such table: "
          + "main.nowhere (they may need the program that made the file)"),
      Refused(
        "insert", "item", "title=x", "again=x",
        message: "a constraint of 'item' that ignores conflicts rejects the record"),
      Refused(
        "insert", "owner", "name=Ann", message: "'name' must be unique: owner 1 has 'Ann' already"),
      Refused(
        "insert", "code", "code=c", message: "'code' must be unique: another code has 'c' already"),
      Refused(
        "insert", "shadowed", "rowid=1",
        message:
          "'shadowed' is read-only: it has no key, and its columns have the names of the row number"
      ),
      Refused(
        "insert", "dear", "title=x",
        message: "'dear' is a view, which is read-only (change the tables that the view reads)"),
      Refused("insert", "guarded", "a=1", message: "guarded: not today"),
      Refused(
        "insert", "quiet", "a=1",
        message:
          "a constraint of 'quiet' that ignores conflicts, or its trigger 'hush' rejects the record"
      ),
      Refused(
        "update", "item", "price=-1", message: "a CHECK of 'item' refuses the record: price >= 0"),
      Refused(
        "update", "item", "title=x", "note:null",
        message: "'note' cannot be null: it is not optional"),
      Refused(
        "update", "code", "code=d",
        message: "code: other records refer to a value that would change"),
      Refused(
        "update", "app", "a=2",
        message:
          "the file's own triggers, views or foreign keys do not work here: no such function: "
          + "notify (they may need the program that made the file)"),
      Refused(
        "update", "dear", "title=x",
        message: "'dear' is a view, which is read-only (change the tables that the view reads)"),
      Refused(
        "delete", "code",
        message: "code cannot be deleted: 1 item has it as 'code' (delete those first, or let them "
          + "refer to another)"),
      Refused(
        "delete", "owner",
        message:
          "owner cannot be deleted: 1 item has it as 'owner' (delete those first, or let them "
          + "refer to another)"),
      Refused(
        "delete", "item",
        message:
          "item cannot be deleted: 1 item_owner has it as 'item' (delete those first, or let "
          + "them refer to another)"),
      Refused(
        "delete", "dear",
        message: "'dear' is a view, which is read-only (change the tables that the view reads)"),
    ])
  func refusals(_ refused: Refused) throws {
    let file = try AdoptedFile(Self.shop)
    let before = try file.content()
    let database = try file.open()
    let message = words {
      switch refused.verb {
      case "insert": _ = try database.insertion(refused.entity, refused.words)
      case "update": _ = try database.update(refused.entity, words: refused.words)
      default: _ = try database.delete(refused.entity)
      }
    }
    #expect(message == refused.message)
    #expect(try file.content() == before)
  }

  func words(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "done"
    } catch let error as DatabaseError {
      return error.message + (error.hint.map { " (\($0.text))" } ?? "")
    } catch let error as Diagnostics {
      return error.all.map(\.message).joined(separator: "; ")
    } catch let error as Diagnostic {
      return error.message + (error.hint.map { " (\($0.text))" } ?? "")
    } catch let error as ValueError {
      return error.message + (error.hint.map { " (\($0.text))" } ?? "")
    } catch let error as ImportFailure {
      return "\(error.number): \(error.message)"
    } catch {
      return "\(error)"
    }
  }

  @Test("a foreign key that is checked at the end is named") func deferred() throws {
    let file = try AdoptedFile(Self.shop)
    let before = try file.content()
    let database = try file.open()
    let message = words {
      try database.write {
        try database.connection.execute("INSERT INTO item (title, late) VALUES ('x', 9)")
      }
    }
    #expect(message == "a foreign key would refer to a missing record")
    #expect(try file.content() == before)
  }

  @Test("a STRICT table takes what its types allow") func strict() throws {
    let file = try AdoptedFile(Self.shop)
    let database = try file.open()
    #expect(try database.insert("strict", "n=2", "r=3", "any=x") == 2)
    #expect(
      try file.texts("SELECT n || typeof(r) || any FROM strict WHERE id = 2") == ["2realx"])
    let loaded = try database.load("strict", ["n"], [[.integer(1)], [.text("x")], [.integer(2)]])
    #expect(loaded.failed == [1])
    #expect(loaded.failures.first?.message == "'n' of strict must be a whole number, found a text")
  }

  @Test("an import that fails half way leaves nothing") func halfWay() throws {
    let file = try AdoptedFile(Self.shop)
    let before = try file.content()
    let database = try file.open()
    let entity = try database.entity("item")
    let message = words {
      try database.write {
        let importer = try Importer(
          ImportLayout(entity, ["title", "price"].map { database.field($0, of: entity) }),
          into: database
        ) { throw $0 }
        for number in 0..<100 {
          try importer.add(number) { row in
            row.append(.text("t\(number)"))
            row.append(.real(number == 77 ? -1 : 1))
          }
        }
        try importer.finish()
      }
    }
    #expect(message == "77: a CHECK of 'item' refuses the record: price >= 0")
    #expect(try file.content() == before)
  }

  @Test("what goes with a record is told, as the file's foreign keys say") func companions() throws
  {
    let file = try AdoptedFile(Self.shop + "DELETE FROM use; DELETE FROM item_owner;")
    let database = try file.open()
    let item = try database.entity("item")
    let companions = try database.read { try database.companions(ofDeleting: item, where: nil) }
    #expect(companions.map { "\($0.count) \($0.entity)" } == ["1 part"])
    #expect(try database.delete("item") == 1)
    #expect(try file.texts("SELECT count(*) FROM part") == ["0"])
  }

  @Test("a transaction of several changes is undone as a whole") func held() throws {
    let file = try AdoptedFile(Self.shop)
    let before = try file.content()
    let database = try file.open()
    try database.begin()
    #expect(try database.insert("owner", "name=Cid") == 3)
    #expect(try database.update("item", "owner=Cid") == 1)
    try database.rollBack()
    #expect(try file.content() == before)
    try database.begin()
    try database.insert("owner", "name=Cid")
    try database.commit()
    #expect(try file.texts("SELECT name FROM owner WHERE id = 3") == ["Cid"])
  }

  @Test("links are changed in their own table") func links() throws {
    let file = try AdoptedFile(Self.shop)
    let database = try file.open()
    let pairs = "SELECT item || '-' || owner FROM item_owner ORDER BY 1"
    let link = try #require(
      database.entity("item").relationships.first { $0.isToMany && $0.target == "owner" })
    #expect(try database.update("item", words: ["\(link.name)+=Ann"]) == 1)
    #expect(try file.texts(pairs) == ["1-1", "1-2"])
    #expect(try database.update("item", words: ["\(link.name)-=2"]) == 1)
    #expect(try file.texts(pairs) == ["1-1"])
    #expect(try database.update("item", words: ["code=c", "owner=Bob"]) == 1)
    #expect(try file.texts("SELECT owner || code FROM item") == ["2c"])
  }

  @Test("triggers and constraints do what they do in the program of the file") func usualRules()
    throws
  {
    let file = try AdoptedFile(
      """
      CREATE TABLE note (
        id INTEGER PRIMARY KEY, body TEXT, data TEXT CHECK (json_valid(data)),
        made TEXT DEFAULT CURRENT_TIMESTAMP, changes INT DEFAULT 0);
      CREATE VIRTUAL TABLE words USING fts5(body, content='note', content_rowid='id');
      CREATE TRIGGER ai AFTER INSERT ON note BEGIN
        INSERT INTO words (rowid, body) VALUES (new.id, new.body); END;
      CREATE TRIGGER au AFTER UPDATE OF body ON note BEGIN
        INSERT INTO words (words, rowid, body) VALUES ("delete", old.id, old.body);
        INSERT INTO words (rowid, body) VALUES (new.id, new.body);
        UPDATE note SET changes = changes + 1, body = upper(body) WHERE id = new.id; END;
      """)
    let database = try file.open()
    #expect(try database.insert("note", "body=one", "data={\"a\":5}") == 1)
    #expect(
      words { _ = try database.insert("note", "data=x") }
        == "a CHECK of 'note' refuses the record: json_valid(data)")
    #expect(try database.update("note", "body=two", where: "id = 1") == 1)
    #expect(
      try file.texts("SELECT body || changes || (made > '2') FROM note") == ["TWO11"])
    #expect(try file.texts("SELECT rowid FROM words WHERE words MATCH 'two'") == ["1"])
    #expect(try file.texts("SELECT count(*) FROM words WHERE words MATCH 'one'") == ["0"])
  }

  @Test("records are named by keys that are texts") func textKeys() throws {
    let file = try AdoptedFile(
      """
      CREATE TABLE kind (code TEXT PRIMARY KEY, parent TEXT REFERENCES kind) WITHOUT ROWID;
      CREATE TABLE tag (name TEXT PRIMARY KEY) WITHOUT ROWID;
      CREATE TABLE thing (id INTEGER PRIMARY KEY, kind TEXT REFERENCES kind);
      CREATE TABLE thing_tag (
        thing REFERENCES thing, tag REFERENCES tag, PRIMARY KEY (thing, tag)) WITHOUT ROWID;
      INSERT INTO tag VALUES ('red'), ('blue');
      """)
    let database = try file.open()
    // One names another that comes later.
    let kinds = try database.load(
      "kind", ["code", "parent"],
      [[.text("b"), .null], [.text("a"), .text("b")], [.text("c"), .text("x")]])
    #expect(kinds.failed == [2])
    let things = try database.load(
      "thing", ["kind", "tag"],
      [
        [.text("a"), .text("red\0blue")], [.text("b"), .text("red")], [.text("b"), .text("green")],
      ])
    #expect(things.failed == [2])
    #expect(
      try file.texts("SELECT thing || tag FROM thing_tag ORDER BY 1") == ["1blue", "1red", "2red"])
    #expect(try database.update("thing", "kind=b", "tag-=red", where: "kind = 'a'") == 1)
    #expect(try database.count("thing", where: "kind = 'b'") == 2)
    #expect(try file.texts("SELECT thing || tag FROM thing_tag ORDER BY 1") == ["1blue", "2red"])
    #expect(
      words { _ = try database.update("thing", "kind=q") }
        == "kind: there is no kind with the code 'q'")
  }

  @Test("a column that the tables do not have is the model's mistake") func wrongModel() throws {
    let file = try AdoptedFile(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a)", model: "struct t: Entity { var b: Int? }")
    let error = #expect(throws: Diagnostics.self) { try file.open() }
    #expect(error?.all.map(\.message) == ["'t' has no column 'b'"])
  }

  @Test(
    "a name of no column is never a text",
    arguments: ["no such", "group", "it's", "a`b", "a\"b", "a``\"\"b"])
  func misspelt(_ name: String) throws {
    let file = try AdoptedFile(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a);
      CREATE TRIGGER t_u AFTER UPDATE ON t BEGIN INSERT INTO t (a) VALUES ("by trigger"); END;
      INSERT INTO t VALUES (1, 1);
      """)
    let before = try file.content()
    let database = try file.open()
    let (column, written) = (Name(name), name.replacingOccurrences(of: "\"", with: "\"\""))
    let statements: [SQLText] = [
      "SELECT \(name: column) FROM t", "DELETE FROM t WHERE \(name: column) IS NOT NULL",
      "UPDATE t SET a = \(name: column)", "INSERT INTO t (a) VALUES (1) RETURNING \(name: column)",
    ]
    for statement in statements {
      #expect(throws: DatabaseError.self) {
        try database.write { try database.connection.run(statement) }
      }
    }
    for sql in ["DELETE FROM t WHERE \"\(written)\" > ''", "UPDATE t SET a = \"\(written)\""] {
      let diagnostic = #expect(throws: Diagnostic.self) { try database.runSQL(sql) }
      #expect(diagnostic?.hint?.text == "put text in single quotes")
    }
    #expect(try file.content() == before)
    try database.runSQL("UPDATE \"t\" SET \"a\" = 2 WHERE \"t\".\"id\" = 1")
    #expect(try file.texts("SELECT a FROM t ORDER BY id") == ["2", "by trigger"])
  }

  /// A key and a column that refers to it, which SQLite compares by the rules of the key.
  struct Reference: CustomTestStringConvertible, Sendable {
    let key: String
    let column: String
    /// The keys of three records, and the values of columns that refer to the first, the first and the
    /// second.
    let keys: [String]
    let values: [String]
    var ending = ""

    var testDescription: String { "\(column) to \(key) \(ending)" }
  }

  @Test(
    "links are followed by the collation and affinity of the key",
    arguments: ["", "WITHOUT ROWID"].flatMap { ending in
      [
        Reference(
          key: "TEXT COLLATE NOCASE", column: "TEXT", keys: ["'ann'", "'bob'", "'cid'"],
          values: ["'ANN'", "'ann'", "'Bob'"], ending: ending),
        Reference(
          key: "TEXT COLLATE RTRIM", column: "", keys: ["'ann'", "'bob'", "'cid'"],
          values: ["'ann  '", "'ann'", "'bob '"], ending: ending),
        Reference(
          key: "TEXT", column: "TEXT COLLATE NOCASE", keys: ["'ann'", "'ANN'", "'Ann'"],
          values: ["'ann'", "'ann'", "'ANN'"], ending: ending),
        Reference(
          key: "TEXT", column: "INTEGER", keys: ["'3'", "'1'", "'2'"], values: ["3", "3", "1"],
          ending: ending),
        Reference(
          key: "INT", column: "TEXT", keys: ["3", "1", "2"], values: ["'3'", "'3'", "'1'"],
          ending: ending),
        Reference(
          key: "REAL", column: "INTEGER", keys: ["3", "1", "2"], values: ["3", "3", "1"],
          ending: ending),
      ]
    })
  func comparedByTheKey(_ reference: Reference) throws {
    let (keys, values) = (reference.keys, reference.values)
    let file = try AdoptedFile(
      """
      PRAGMA foreign_keys = ON;
      CREATE TABLE p (k \(reference.key) PRIMARY KEY, n INT) \(reference.ending);
      CREATE TABLE ch (id INTEGER PRIMARY KEY, p \(reference.column) REFERENCES p(k) ON DELETE RESTRICT);
      INSERT INTO p VALUES (\(keys[0]), 1), (\(keys[1]), 2), (\(keys[2]), 3);
      INSERT INTO ch VALUES (1, \(values[0])), (2, \(values[1])), (3, \(values[2]));
      """)
    let database = try file.open()
    #expect(try database.count("ch", where: "p.n == 1 and id <= 2 or p.n == 2 and id == 3") == 3)
    for (number, count) in [(1, 2), (2, 1), (3, 0)] {
      #expect(try database.count("p", where: "n == \(number) and ch.count == \(count)") == 1)
      #expect(
        try database.count("p", where: "n == \(number) and ANY ch.id > 0") == (count > 0 ? 1 : 0))
    }
    let refusal = words { _ = try database.delete("p", where: "n == 1") }
    #expect(refusal.contains("2 ch have it as 'p'"), "\(refusal)")
    #expect(try database.delete("p", where: "n == 3") == 1)
  }

  /// A column, the value that it has, and how a model and a person name that.
  struct Form: CustomTestStringConvertible, Sendable {
    let column: String
    let kept: String
    let property: String
    let typed: String

    init(_ column: String, _ kept: String, _ property: String, _ typed: String) {
      self.column = column
      self.kept = kept
      self.property = property
      self.typed = typed
    }

    var testDescription: String { "\(typed) in \(property)" }
  }

  @Test(
    "stored() gives what the column keeps",
    arguments: [
      Form("INT", "1767225600000", "@Stored(.milliseconds) var c: Date?", "2026-01-01"),
      Form("INT", "1767225600", "@Stored(.epoch) var c: Date?", "2026-01-01"),
      Form("TEXT", "'2026-01-01T00:00:00Z'", "@Stored(.text) var c: Date?", "2026-01-01"),
      Form("INT", "-2147483647", "var c: F?", "low,high"),
      Form("INT", "2147483649", "var c: F?", "low,high"),
      Form("INT", "1", "@Stored(.anyNumber) var c: Bool?", "true"),
      Form(
        "BLOB", "X'0123456789ABCDEF0123456789ABCDEF'", "@Stored(.blob) var c: UUID?",
        "01234567-89AB-CDEF-0123-456789ABCDEF"),
    ])
  func storedForm(_ form: Form) throws {
    let file = try AdoptedFile(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, c \(form.column));
      INSERT INTO t VALUES (1, \(form.kept)), (2, NULL);
      """,
      model: """
        struct F: OptionSet { let rawValue: UInt32
          static let low = Self(rawValue: 1)
          static let high = Self(rawValue: 1 << 31)
        }
        struct t: Entity { \(form.property) }
        """)
    let database = try file.open()
    try database.runSQL("INSERT INTO t SELECT 3, c FROM t WHERE c = stored(c, '\(form.typed)')")
    try database.runSQL("UPDATE t SET c = stored(c, '\(form.typed)') WHERE id = 2")
    #expect(try file.texts("SELECT quote(c) FROM t") == Array(repeating: form.kept, count: 3))
  }
}
