import Testing

@testable import Migrations
@testable import SQLText

/// The definitions that files made before hold. Each byte counts: a file whose tables differ from
/// what its model makes is told to have been changed by another program.
@Suite struct DefinitionGoldenTests {
  @Test func definitionsStayAsTheyAre() throws {
    let objects = schemaObjects(of: try model(Self.source), in: SQLiteDialect())
    let lines = objects.map { "\($0.sql);\n" }.joined().split(separator: "\n").map(String.init)
    #expect(lines == Self.definitions.split(separator: "\n").map(String.init))
  }

  private static let source = #"""
    struct Wide: OptionSet {
      let rawValue: UInt64
      static let a = Wide(rawValue: 1 << 0)
      static let top = Wide(rawValue: 1 << 63)
      static let own = Wide(rawValue: 0x300)
      static let more = Wide(rawValue: 0x700)
    }
    struct Narrow: OptionSet {
      let rawValue: Int8
      static let n = Narrow(rawValue: 1 << 0)
    }
    enum Kind: String { case it = "it's", é }
    enum Size: Double { case half = 0.5, big = 1e300 }
    struct Address { var street: String; @Valid(1...) var number: Int; var zip: String? }
    @Model final class Select {
      #Unique<Select>([\.order, \.small])
      #Index<Select>([\.small, \.kind])
      var order: String = "it's"
      var small: Int8
      var large: UInt64 = 3
      @Attribute(.unique) var key: UUID = UUID()
      var when: Date = Date()
      var url: URL?
      @Valid(length: 2...) var long: String
      @Valid(length: 1...9) var bytes: Data
      @Valid(0..<10) var half: Double
      var float: Float = 1.5
      var price: Decimal
      var isOn: Bool = true
      var wide: Wide
      var narrow: Narrow?
      var kind: Kind = Kind.it
      var size: Size?
      var tags: [String] = []
      var home: Address?
      @Relationship(deleteRule: .cascade, inverse: \Child.parent) var children: [Child] = []
      @Relationship(deleteRule: .cascade) var friends: [Team] = []
      @Relationship(deleteRule: .deny) var boss: Team?
    }
    @Model final class Child { var parent: Select; var name: String? }
    @Model final class Team {
      var name: String
      @Relationship(deleteRule: .cascade, inverse: \Select.friends) var members: [Select] = []
    }
    """#

  private static let definitions = #"""
    CREATE TABLE "Select" (id INTEGER PRIMARY KEY, "order" TEXT NOT NULL DEFAULT 'it''s', small INTEGER NOT NULL CHECK (small BETWEEN -128 AND 127), large INTEGER NOT NULL DEFAULT 3 CHECK (large >= 0), "key" TEXT NOT NULL UNIQUE DEFAULT (hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' || substr('89AB', 1 + (abs(random() % 4)), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))) CHECK ("key" GLOB '????????-????-????-????-????????????' AND "key" NOT GLOB '*[^0-9A-F-]*' AND length(replace("key", '-', '')) = 32), "when" TEXT NOT NULL DEFAULT (rtrim(rtrim(strftime('%Y-%m-%d %H:%M:%f', 'now'), '0'), '.')) CHECK (datetime(substr("when", 1, 19), '+0 days') IS substr("when", 1, 19) AND "when" >= '0001' AND (length("when") = 19 OR "when" GLOB '???????????????????.[0-9]*' AND length("when") BETWEEN 21 AND 26 AND substr("when", 21) NOT GLOB '*[^0-9]*')), url TEXT CHECK (url <> '' AND url NOT GLOB '*[' || char(1, 45, 32) || ']*'), long TEXT NOT NULL CHECK (length(long) >= 2), bytes BLOB NOT NULL CHECK (length(bytes) BETWEEN 1 AND 9), half REAL NOT NULL CHECK (abs(half) < 9e999 AND half >= 0.0 AND half < 10.0), float REAL NOT NULL DEFAULT 1.5 CHECK (abs(float) < 3.4028235677973366e+38), price INTEGER NOT NULL, isOn INTEGER NOT NULL DEFAULT 1 CHECK (isOn IN (0, 1)), wide INTEGER NOT NULL DEFAULT 0, narrow INTEGER, kind TEXT NOT NULL DEFAULT 'it''s' CHECK (kind IN ('it''s', 'é')), size REAL CHECK (size IN (0.5, 1e+300)), tags TEXT NOT NULL DEFAULT '[]' CHECK (tags GLOB '[[]*]'), home_street TEXT, home_number INTEGER CHECK (home_number >= 1) CHECK ((home_number IS NULL) = (home_street IS NULL)), home_zip TEXT CHECK (home_zip IS NULL OR home_street IS NOT NULL), boss INTEGER REFERENCES "Team" ON DELETE SET NULL, UNIQUE ("order", small)) STRICT;
    CREATE TABLE "Child" (id INTEGER PRIMARY KEY, parent INTEGER NOT NULL REFERENCES "Select" ON DELETE CASCADE, name TEXT) STRICT;
    CREATE TABLE "Team" (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
    CREATE TABLE "Select_friends" (members INTEGER NOT NULL REFERENCES "Select" ON DELETE CASCADE, friends INTEGER NOT NULL REFERENCES "Team" ON DELETE CASCADE, PRIMARY KEY (members, friends)) STRICT, WITHOUT ROWID;
    CREATE INDEX "Select.wide" ON "Select" (wide);
    CREATE INDEX "Select.narrow" ON "Select" (narrow);
    CREATE INDEX "Select.boss" ON "Select" (boss);
    CREATE INDEX "Select.small,kind" ON "Select" (small, kind);
    CREATE INDEX "Select_friends.friends" ON Select_friends (friends);
    CREATE INDEX "Child.parent" ON Child (parent);
    CREATE TRIGGER "Select.friends cascade" BEFORE DELETE ON "Select"
    BEGIN
      DELETE FROM Team WHERE id IN (SELECT friends FROM Select_friends WHERE members = OLD.id);
    END;
    CREATE TRIGGER "Select.boss deny" BEFORE DELETE ON "Select"
    BEGIN
      SELECT RAISE(ABORT, 'Select still has its boss') WHERE EXISTS (SELECT OLD.boss WHERE OLD.boss IS NOT NULL);
    END;
    CREATE TRIGGER "Team.members cascade" BEFORE DELETE ON Team
    BEGIN
      DELETE FROM "Select" WHERE id IN (SELECT members FROM Select_friends WHERE friends = OLD.id);
    END;
    CREATE VIEW Select_named AS SELECT
      id,
      "order",
      small,
      large,
      "key",
      "when",
      url,
      long,
      bytes,
      half,
      float,
      price / 1000000.0 AS price,
      isOn,
      substr(iif(wide & 1, '|a', '') || iif(wide & 0x8000000000000000, '|top', '') || iif((wide & 768) = 768, '|own', '') || iif((wide & 1792) = 1792 AND wide & ~-9223372036854775807 & ~iif((wide & 768) = 768, 768, 0) & 1792, '|more', '') || iif(wide & ~-9223372036854775807 & ~iif((wide & 768) = 768, 768, 0) & ~iif((wide & 1792) = 1792, 1792, 0), printf('|0x%X', wide & ~-9223372036854775807 & ~iif((wide & 768) = 768, 768, 0) & ~iif((wide & 1792) = 1792, 1792, 0)), ''), 2) AS wide,
      iif(narrow IS NULL, NULL, substr(iif(narrow & 1, '|n', '') || iif(iif(narrow BETWEEN -128 AND -1, narrow & 255, narrow) & ~1, printf('|0x%X', iif(narrow BETWEEN -128 AND -1, narrow & 255, narrow) & ~1), ''), 2)) AS narrow,
      CASE kind WHEN 'it''s' THEN 'it' WHEN 'é' THEN 'é' ELSE '?' || kind END AS kind,
      CASE size WHEN 0.5 THEN 'half' WHEN 1e+300 THEN 'big' ELSE '?' || size END AS size,
      tags,
      home_street,
      home_number,
      home_zip,
      boss
    FROM "Select";
    CREATE VIEW Child_named AS SELECT
      id,
      parent,
      name
    FROM Child;
    CREATE VIEW Team_named AS SELECT
      id,
      name
    FROM Team;
    """#
}
