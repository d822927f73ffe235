/// Lines of a shell in their order, where `$DB` is a database that the first of them makes: the log of changes,
/// and what takes them back. Numbers of changes are those of a file as long as nothing is refused, since a
/// server gives none twice.
enum EngineLogs: String, CaseIterable {
  case changes
  case values
  case pairs
  case migrations
  case sessions
  case takeovers
  case refusals

  var lines: [String] {
    switch self {
    case .changes: Self.changeLines
    case .values: Self.valueLines
    case .pairs: Self.pairLines
    case .migrations: Self.migrationLines
    case .sessions: Self.sessionLines
    case .takeovers: Self.takeoverLines
    case .refusals: Self.refusalLines
    }
  }

  private static let log = #"flagdb log "$DB" --no-header"#
  /// Without numbers of changes and moments.
  private static let bareLog = #"flagdb log "$DB" --no-header | cut -d, -f3-"#

  private static let changeLines = [
    #"flagdb new "$DB" Examples/zoo.swift && flagdb log "$DB"; flagdb undo "$DB""#,
    #"flagdb define "$DB" audit on; flagdb define "$DB" audit on; flagdb log "$DB" && flagdb undo "$DB""#,
    #"flagdb insert "$DB" Sample code=01 taken=2026-01-01 markers=HRM,PLX"#,
    #"flagdb insert "$DB" Sample code=S-2 taken=2026-02-01"#,
    #"flagdb insert "$DB" Reading sample=S-2 value=3 tags=a,b"#,
    #"LOGNAME=ben flagdb update "$DB" Sample --id 1 markers+=RAW score=61 code=1 'price=12.50'"#,
    log, #"flagdb log "$DB" --changes"#, #"flagdb log "$DB" Sample 1 --by ben -f table"#,
    #"flagdb log "$DB" Sample S-2; flagdb log "$DB" Sample S-3; flagdb log "$DB" Sample -- -7"#,
    #"flagdb log "$DB" Reading -f json; flagdb log "$DB" --change 5 --format ndjson; flagdb log "$DB" --change 6"#,
    #"flagdb log "$DB" --since 2026-11-21T07:00:00Z --limit 2; flagdb log "$DB" --until 2026-11-21T08:00:00Z"#,
    #"flagdb log "$DB" --changes Sample --limit 2; flagdb log "$DB" Nothing; flagdb log "$DB" --by nobody"#,
    #"flagdb complete bash 3 -- undo "$DB" ''; flagdb complete bash 4 -- log "$DB" --change ''"#,
    // The order in which records go with others is the engine's.
    #"flagdb delete "$DB" Sample --id 2; \#(log) | sort"#,
    #"flagdb undo "$DB"; \#(log) | sort; flagdb query "$DB" Reading"#,
    #"flagdb undo "$DB"; flagdb query "$DB" Sample -c id,code,score,price,markers"#,
    #"flagdb log "$DB" --changes"#,
    // The same change again
    #"flagdb log "$DB" --changes --limit 1 --no-header | cut -d, -f1 | xargs flagdb undo "$DB"; flagdb query "$DB" Sample -c id,code,score,price,markers"#,
    #"flagdb insert "$DB" Sample code=S-5 taken=2026-02-02"#,
    // What came after is not lost
    #"flagdb update "$DB" Sample --id 1 score=70"#,
    #"flagdb undo "$DB" 5 2>&1 | sed 's/change [0-9]* by/change N by/; s/hint.*takes/hint: N takes/'"#,
    #"flagdb undo "$DB" 3; flagdb undo "$DB" 4; flagdb undo "$DB" 99; flagdb undo "$DB" x"#,
    #"flagdb undo "$DB" --dry-run"#,
    #"flagdb sql "$DB" --write 'DELETE FROM flagdb_log' 2>&1 | head -n 1"#,
    #"flagdb sql "$DB" --write 'UPDATE flagdb_change SET who = 1' 2>&1 | head -n 1"#,
    #"flagdb sql "$DB" 'SELECT entity, key, change, who FROM flagdb_history ORDER BY id DESC LIMIT 3'"#,
    #"flagdb check "$DB""#,
    // Off, and on again
    #"flagdb define "$DB" audit off; flagdb define "$DB" audit off; flagdb update "$DB" Sample --all score=1; flagdb undo "$DB""#,
    #"flagdb check "$DB"; flagdb define "$DB" audit on; flagdb check "$DB"; flagdb log "$DB" --limit 2 --no-header | cut -d, -f2-"#,
    #"flagdb undo "$DB" 2>&1 | sed 's/change [0-9]*/change N/'"#,
    #"flagdb update "$DB" Sample --id 1 score=5 && flagdb undo "$DB" | sed 's/change [0-9]*/change N/' && flagdb query "$DB" Sample -c id,score"#,
    // Many at once
    #"(echo code,taken; seq 1 4500 | sed 's/.*/L&,2026-11-20/') | flagdb insert "$DB" Sample --from - && flagdb update "$DB" Sample --all 'score=id % 100' markers+=RAW"#,
    #"flagdb log "$DB" --changes --limit 2 --no-header | cut -d, -f2-; flagdb undo "$DB" | sed 's/change [0-9]*/change N/'; flagdb query "$DB" Sample --group-by score,markers --columns 'score,markers,count()'"#,
    #"flagdb delete "$DB" Sample --where 'code beginswith "L"' && flagdb undo "$DB" | sed 's/change [0-9]*/change N/' && flagdb query "$DB" Sample --columns 'count(),max(code)'"#,
    #"flagdb undo "$DB" | sed 's/change [0-9]*/change N/'; flagdb query "$DB" Sample --count"#,
    // A change of records that are gone by then
    #"printf 'code,taken,score\nS-5,2026-03-03,9\nnew,2026-03-04,8\n' | flagdb insert "$DB" Sample --from - --upsert code; flagdb undo "$DB" | sed 's/change [0-9]*/change N/'; flagdb query "$DB" Sample -c code,taken,score"#,
    #"flagdb log "$DB" --forget-before 2027-01-01 --yes | sed 's/[0-9]* lines/N lines/'; flagdb log "$DB" --changes --no-header | cut -d, -f3- | sed 's/back [0-9]*/back N/'; \#(log) | cut -d, -f3,4,6- | sed 's/forget,,,[0-9]*/forget,,,N/; s/,id,[0-9]*/,id,N/'"#,
    #"flagdb log "$DB" --forget-before yesterdya; flagdb log "$DB" --changes --change 3; flagdb undo "$DB""#,
    #"flagdb schema "$DB"; flagdb check "$DB" 2>/dev/null"#,
  ]

  /// Values of every type come back as they were.
  private static let valueLines = [
    #"""
    cat > types.swift <<'END'
    struct Mark: OptionSet { let rawValue: Int64
      static let low = Mark(rawValue: 1)
      static let top = Mark(rawValue: 1 << 63) }
    enum Mood: String { case good, bad }
    enum Level: Int { case one = 1, two }
    enum Part: Double { case half = 0.5, whole = 1 }
    struct Spot: Codable { var x: Double; var y: Int?; var name: String }
    struct Seat { var row: Int; var side: String }
    @Model final class Thing {
      @Attribute(.unique) var name: String
      var text: String?
      var marks: Mark?
      var number: Int?
      var real: Double?
      var price: Decimal?
      var photo: Data?
      var born: Date?
      var tag: UUID?
      var home: URL?
      var isTame: Bool?
      var mood: Mood?
      var level: Level?
      var part: Part?
      var names: [String]?
      var reals: [Double]?
      var days: [Date]?
      var spots: [Spot]?
      var sizes: [String: Int]?
      var seat: Seat?
    }
    END
    flagdb new "$DB" types.swift --audit
    """#,
    #"flagdb insert "$DB" Thing name=a text=$'it\'s "so" \\ é\n\t😀' marks=top number=-9223372036854775808 real=-0.0 price=-0.000001 photo=@types.swift born=0001-01-01T00:00:00.000001Z tag=6f9619ff-8b86-d011-b42d-00cf4fc964ff home=https://example.org/ä isTame=true mood=bad level=two part=half 'names=["","\"x","é"]' 'reals=[1.5,-2e300,0]' 'days=["2026-11-20T10:00:00.5Z"]' 'spots=[{"x":1,"name":"n"},{"y":2,"x":2.50,"name":""}]' 'sizes={"b":1,"a":2}'"#,
    #"flagdb insert "$DB" Thing name=b text= marks= number=9223372036854775807 real=1e308 price=9223372036854.775807 photo= born=9999-12-31T23:59:59.999999Z isTame=false mood=good level=one part=whole names=[] reals=[] days=[] spots=[] sizes={}"#,
    #"flagdb insert "$DB" Thing name=c"#,
    #"flagdb query "$DB" Thing -f json > before; cat before"#,
    #"flagdb update "$DB" Thing --all text=x marks=low number=1 real=0 price=1 photo=nil born=2026-01-01 tag=nil home=nil isTame=nil mood=nil level=nil part=nil names=nil reals=nil days=nil spots=nil sizes=nil"#,
    #"flagdb log "$DB" --limit 60 --format json"#,
    #"flagdb undo "$DB"; flagdb query "$DB" Thing -f json | diff - before"#,
    // The parts of an optional struct are there together, or not at all
    #"flagdb update "$DB" Thing --id 1 seat.row=1 seat.side=left text=y && flagdb undo "$DB" && flagdb query "$DB" Thing -f json | diff - before"#,
    #"flagdb update "$DB" Thing --id 1 seat.row=1 seat.side=left && flagdb update "$DB" Thing --id 1 seat.row:null seat.side:null number=2 && flagdb undo "$DB" && flagdb query "$DB" Thing --id 1 -c seat.row,seat.side,number; flagdb update "$DB" Thing --id 1 seat.row=2 && flagdb undo "$DB" && flagdb undo "$DB"; flagdb query "$DB" Thing -f json | diff - before"#,
    #"printf '.begin\nupdate Thing --id 1 seat.row=1 seat.side=left\nupdate Thing --id 1 seat.row=2 text=z\nupdate Thing --id 1 seat.row:null seat.side:null\nupdate Thing --id 1 seat.row=7 seat.side=right\n.commit\n' | flagdb "$DB"; for i in 1 2 3 4; do flagdb undo "$DB" | sed 's/change [0-9]*/change N/'; done; flagdb query "$DB" Thing -f json | diff - before"#,
    #"flagdb update "$DB" Thing --id 1 real=-5 && flagdb log "$DB" --limit 1 && flagdb undo "$DB" && flagdb query "$DB" Thing -c real"#,
    #"flagdb update "$DB" Thing --where 'name != "a"' born=2026-11-20T10:00:00.25Z 'real=real / 3' 'number=number / 7' && flagdb undo "$DB"; flagdb query "$DB" Thing -f json | diff - before"#,
    #"flagdb delete "$DB" Thing --all && flagdb undo "$DB" && flagdb query "$DB" Thing -f json | diff - before"#,
    #"flagdb insert "$DB" Thing name=d && flagdb check "$DB""#,
    #"flagdb sql "$DB" "SELECT before, after FROM flagdb_history WHERE property IN ('marks', 'mood', 'level') AND change = 'update' AND id < 40 ORDER BY id""#,
  ]

  /// Relationships, and names that need quotes.
  private static let pairLines = [
    #"""
    cat > pairs.swift <<'END'
    @Model class `Sam'ple "x"` { @Attribute(.unique) var `na'me`: String
      var `select`: Int?
      var `transaction`: Int = 0
      var `flagdb$`: Int = 0
      @Relationship(deleteRule: .cascade, inverse: \Visit.whose) var visits: [Visit] = []
      @Relationship(inverse: \Keeper.pets) var keepers: [Keeper] = [] }
    @Model class `a234567890123456789012345678901234567890123456789012345é`: Keeper { var n: Int? }
    @Model class b234567890123456789012345678901234567890123456789012345a { var n: Int? }
    @Model class b234567890123456789012345678901234567890123456789012345b { var n: Int? }
    @Model class Visit { var whose: `Sam'ple "x"`?; var key: Int = 0; var before: String? }
    @Model class Keeper { @Attribute(.unique) var entity: String; var pets: [`Sam'ple "x"`] = []; @Relationship var chief: Keeper? }
    END
    flagdb new "$DB" pairs.swift --audit; flagdb check "$DB"
    """#,
    #"flagdb insert "$DB" Keeper entity=one && flagdb insert "$DB" Keeper entity=two chief=one"#,
    #"flagdb insert "$DB" "Sam'ple \"x\"" "na'me=it's" select=4 keepers=one,two && flagdb insert "$DB" Visit "whose=it's" key=5 before=x"#,
    log,
    #"flagdb update "$DB" "Sam'ple \"x\"" --all 'keepers-=one' select=5 transaction=6 'flagdb$=7'"#,
    #"flagdb log "$DB" "Sam'ple \"x\"" "it's" --no-header"#,
    #"flagdb undo "$DB"; flagdb query "$DB" Keeper -c entity,pets.count"#,
    #"flagdb delete "$DB" "Sam'ple \"x\"" --all; \#(log) --limit 11 | sort; flagdb undo "$DB"; flagdb query "$DB" Keeper -c entity,pets.count; flagdb query "$DB" Visit"#,
    #"flagdb delete "$DB" Keeper --where 'entity == "one"'; flagdb undo "$DB"; flagdb query "$DB" Keeper -c entity,pets.count,chief"#,
    #"flagdb insert "$DB" b234567890123456789012345678901234567890123456789012345a n=1; flagdb insert "$DB" b234567890123456789012345678901234567890123456789012345b n=2; flagdb update "$DB" b234567890123456789012345678901234567890123456789012345b --all n=3; flagdb log "$DB" --limit 3 --no-header; flagdb undo "$DB""#,
    // Values that must be different are exchanged
    #"flagdb update "$DB" Keeper --where 'entity == "one"' entity=three && flagdb update "$DB" Keeper --where 'entity == "two"' entity=one && flagdb undo "$DB" && flagdb undo "$DB"; flagdb query "$DB" Keeper"#,
    #"flagdb insert "$DB" Keeper entity=four && flagdb update "$DB" Keeper --where 'entity == "one"' chief=four"#,
    #"flagdb log "$DB" Keeper four --no-header | cut -d, -f1 | tail -n 1 | xargs flagdb undo "$DB" 2>&1 | sed 's/change [0-9]*/change N/'"#,
    #"flagdb undo "$DB" >/dev/null && flagdb undo "$DB" | sed 's/change [0-9]*/change N/'; flagdb query "$DB" Keeper"#,
    #"flagdb check "$DB""#,
  ]

  private static let migrationLines = [
    #"flagdb new "$DB" Examples/zoo.swift --audit && flagdb insert "$DB" Sample code=a taken=2026-01-01 markers=RAW score=7 && flagdb insert "$DB" Reading sample=a value=1 tags=x"#,
    #"flagdb update "$DB" Sample --all markers+=HRM note=n"#,
    #"sed 's/RAW = BIOMarker(rawValue: 1 << 0)/RAW = BIOMarker(rawValue: 1 << 5)/; s/var note/var remark/; s/var score: Double/var score: Int/' Examples/zoo.swift > new.swift"#,
    #"flagdb migrate "$DB" new.swift --rename Sample.note=remark && \#(log)"#,
    #"flagdb undo "$DB"; flagdb undo "$DB" 4; flagdb check "$DB""#,
    #"flagdb update "$DB" Sample --all remark=m markers-=RAW && \#(log); flagdb undo "$DB"; flagdb query "$DB" Sample"#,
    #"flagdb sql "$DB" 'SELECT change, property, before, after FROM flagdb_history ORDER BY id'"#,
    #"flagdb define "$DB" entity Box name:String 'marks:BIOMarker' && flagdb insert "$DB" Box name=b marks=PLX && flagdb update "$DB" Box --all name=c marks= && flagdb log "$DB" Box --no-header && flagdb undo "$DB" && flagdb query "$DB" Box"#,
    #"flagdb define "$DB" attribute Box 'size:Int=3' && flagdb update "$DB" Box --all size=4 && flagdb undo "$DB" && flagdb query "$DB" Box; flagdb check "$DB""#,
    #"flagdb schema "$DB" > m.swift; sed 's/class Box/class Crate/' m.swift > crate.swift; flagdb migrate "$DB" crate.swift --rename Box=Crate && flagdb delete "$DB" Crate --all && flagdb undo "$DB" && flagdb query "$DB" Crate; flagdb log "$DB" Crate --no-header; flagdb check "$DB""#,
    #"sed '/class Crate/,/^}/d' crate.swift > less.swift; flagdb migrate "$DB" less.swift --allow-loss --yes 2>&1 | grep -v -e pg_dump -e backup -e '^lost' ; flagdb log "$DB" --limit 5 --no-header; flagdb check "$DB""#,
    #"flagdb migrate "$DB" --to 1 --allow-loss --yes >/dev/null 2>&1; flagdb update "$DB" Sample --all score=2.5 && flagdb undo "$DB"; flagdb query "$DB" Sample; flagdb check "$DB""#,
    #"flagdb insert "$DB" Sample code=b taken=2026-01-02 markers=ECG --alter && flagdb log "$DB" --limit 2 --no-header && flagdb undo "$DB" && printf 'name,legs\nRex,4\n' | flagdb insert "$DB" Pet --from - --create && flagdb update "$DB" Pet --all legs=3 && flagdb undo "$DB" && flagdb query "$DB" Pet; flagdb check "$DB""#,
  ]

  private static let sessionLines = [
    #"flagdb new "$DB" Examples/zoo.swift --audit && flagdb insert "$DB" Sample code=a taken=2026-01-01"#,
    #"printf '.begin\nupdate Sample --all score=2\nupdate Sample --all score=3\nupdate Sample --all code=x note=y\n.commit\nlog --changes\nundo\nlog --limit 2\nscore > 1\nundo\nundo\nscore > 1\n' | flagdb "$DB""#,
    #"printf '.begin\nupdate Sample --all score=4\nundo\nscore > 1\nupdate Sample --all score=5\n.commit\nlog --changes --limit 3\nundo\nscore > 1\n' | flagdb "$DB""#,
    #"printf '.begin\nupdate Sample --all score=6\n.rollback\nscore > 1\n' | flagdb "$DB"; \#(bareLog)"#,
    #"flagdb sql "$DB" --write "UPDATE \"Sample\" SET score = 9; DELETE FROM \"Sample\"; INSERT INTO \"Sample\" (id, code, taken) VALUES (1, 'again', '2026-05-05 00:00:00')"; \#(bareLog) --limit 20"#,
    #"flagdb undo "$DB" | sed 's/change [0-9]*/change N/'; flagdb query "$DB" Sample; flagdb check "$DB""#,
  ]

  /// `diff --apply` is one change, and copies have no log.
  private static let takeoverLines = [
    #"flagdb new "$DB" Examples/zoo.swift --audit && flagdb insert "$DB" Sample code=a taken=2026-01-01 && flagdb insert "$DB" Sample code=b taken=2026-01-02 && flagdb insert "$DB" Reading sample=b value=1"#,
    #"rm -f new.db; flagdb copy "$DB" new.db && flagdb log new.db"#,
    #"flagdb update new.db Sample --where 'code == "a"' score=3 markers=RAW && flagdb delete new.db Sample --where 'code == "b"' && flagdb insert new.db Sample code=c taken=2026-01-03"#,
    #"flagdb diff new.db "$DB" --apply; flagdb diff new.db "$DB"; \#(bareLog); flagdb log "$DB" --changes --no-header | cut -d, -f3-5"#,
    #"flagdb undo "$DB" | sed 's/change [0-9]*/change N/'; flagdb query "$DB" Sample; flagdb query "$DB" Reading; flagdb check "$DB""#,
    #"sed 's/var note/var rank: Int = 4; var note/' Examples/zoo.swift > new.swift; flagdb migrate new.db new.swift; flagdb diff new.db "$DB" --apply; flagdb check "$DB"; \#(bareLog) | head -n 12"#,
    #"flagdb update "$DB" Sample --all rank=5 && flagdb undo "$DB" | sed 's/change [0-9]*/change N/'; flagdb query "$DB" Sample -c code,rank"#,
    #"flagdb define new.db audit on && flagdb update "$DB" Sample --all rank=6 && flagdb diff "$DB" new.db --apply; flagdb log new.db --no-header --limit 3 | cut -d, -f3-; flagdb undo new.db | sed 's/change [0-9]*/change N/'; flagdb check new.db"#,
    // Unique values are exchanged while another record refers to one of the records.
    #"flagdb insert "$DB" Reading sample=c value=1 > keys; rm -f swap.db; flagdb copy "$DB" swap.db; for pair in a=z c=a z=c; do flagdb update swap.db Sample --where "code == '${pair%=*}'" "code=${pair#*=}"; done; flagdb query "$DB" Sample -c id,code; flagdb diff swap.db "$DB" --apply; flagdb query "$DB" Reading -c sample,value"#,
    #"flagdb undo "$DB" | sed 's/change [0-9]*/change N/'; flagdb query "$DB" Sample -c id,code; flagdb query "$DB" Reading -c sample,value; flagdb check "$DB""#,
  ]
  /// Records whose references nobody has leave no trace. A server gives the keys of refused records to no others, so
  /// those come last.
  private static let refusalLines = [
    #"""
    cat > people.swift <<'END'
    @Model final class Person {
      @Attribute(.unique) var code: String
      var note: String?
      var boss: Person?
      @Relationship(inverse: \Person.friends) var friends: [Person] = []
      @Relationship(inverse: \Team.people) var teams: [Team] = []
    }
    @Model final class Team { @Attribute(.unique) var name: String; var people: [Person] = [] }
    END
    flagdb new "$DB" people.swift --audit && flagdb insert "$DB" Team name=t
    """#,
    #"printf '%s\n' '{"code":"a"}' '{"code":"b","boss":"a","friends":["a"],"teams":["t"]}' '{"code":"c","boss":"d","friends":["a","c"],"teams":["t"]}' '{"code":"d","friends":["b","nobody"]}' | flagdb insert "$DB" Person --from - --format ndjson --on-error skip"#,
    // A server stores a reference within the input by an update at the end.
    #"\#(bareLog) | grep -v ',update,boss,' | sort; flagdb log "$DB" --changes --limit 1 --no-header | cut -d, -f4"#,
    #"flagdb undo "$DB" | sed 's/change [0-9]*/change N/'; flagdb query "$DB" Person --count; flagdb undo "$DB" | sed 's/change [0-9]*/change N/'; flagdb query "$DB" Person -c code,boss,friends,teams"#,
    // Nothing but such a record, and such a record first
    #"printf 'code,boss\ne,nobody\n' | flagdb insert "$DB" Person --from - --on-error skip; flagdb log "$DB" --limit 1 --no-header | cut -d, -f4-; flagdb undo "$DB" | sed 's/change [0-9]*/change N/'"#,
    #"printf 'code,boss\ne,nobody\nf,\n' | flagdb insert "$DB" Person --from - --on-error skip; flagdb log "$DB" --changes --limit 1 --no-header | cut -d, -f1 | xargs flagdb undo "$DB" | sed 's/change [0-9]*/change N/'; flagdb query "$DB" Person -c code"#,
    #"printf 'code,boss\ng,nobody\nh,a\ni,nobody\n' | flagdb insert "$DB" Person --from - --on-error skip --batch 2; flagdb log "$DB" --limit 2 --no-header | cut -d, -f4,6-"#,
    // A record of another input that referred to one
    #"printf 'code,boss\nj,nobody\n' > one.csv; printf 'code,boss,note\nk,j,x\n' > two.csv; flagdb insert "$DB" Person --from one.csv --from two.csv --on-error skip; flagdb query "$DB" Person -c code,boss,note; flagdb undo "$DB" | sed 's/change [0-9]*/change N/'; flagdb query "$DB" Person -c code"#,
    #"flagdb check "$DB""#,
  ]
}
