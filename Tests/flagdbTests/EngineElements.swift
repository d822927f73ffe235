/// Lines of a shell about elements of arrays, sets and dictionaries that may be null, where `$DB` is a database
/// that the first of them makes.
enum EngineElements {
  private static let model = #"""
    cat > one.swift <<'END'
    enum Level: Int { case x = 1, y = 2 }
    enum Word: String { case p, q = "Q" }
    struct Mark: OptionSet { let rawValue: Int; static let a = Mark(rawValue: 1); static let b = Mark(rawValue: 2) }
    struct Part: Codable { var b: Level?; var a: Int; var l: [Level?]; var f: Mark }
    enum Choice: Codable { case none, one(e: Level) }
    @Model final class Item {
      var ints: [Int?]
      var texts: [String?]
      var reals: [Double?]
      var truths: [Bool?]
      var dates: [Date?]
      var keys: [UUID?]
      var links: [URL?]
      @Valid(places: 2) var prices: [Decimal?]
      var levels: [Level?]
      var words: [Word?]
      var marks: [Mark?]
      var parts: [Part?]
      var choice: Choice?
      var intSet: Set<Int?>
      var levelSet: Set<Level?>
      var grid: [[Int?]]
      var rows: [[Int]?]
      var dict: [String: Level?]
      var lists: [Int: [Level?]]
      var keyed: [Level: Int]
    }
    END
    flagdb new "$DB" one.swift
    """#

  private static let records = [
    #"""
    flagdb insert "$DB" Item '{"ints":[null,-7,12],"texts":["a",null],"reals":[1.5,null],"truths":[true,null,false],"dates":["2026-01-02",null],"keys":[null,"00000000-0000-0000-0000-00000000000A"],"links":["x:/a",null],"prices":[1.5,null],"levels":["x",null,"y"],"words":["p",null,"q"],"marks":[["a"],null,["a","b"]],"parts":[{"b":"x","a":1,"l":["x",null],"f":["a"]},null],"choice":{"one":{"e":"x"}},"intSet":[3,null,1],"levelSet":["y",null],"grid":[[1,null],[]],"rows":[[1,2],null],"dict":{"a":"x","b":null},"lists":{"1":["x",null]},"keyed":["x",1]}'
    """#,
    #"flagdb insert "$DB" Item ints= texts= reals= truths= dates= keys= links= prices= levels= words= marks= 'parts=[]' intSet= levelSet= 'grid=[]' 'rows=[]' 'dict={}' 'lists={}' 'keyed=[]'"#,
    #"flagdb query "$DB" Item -f ndjson"#,
  ]

  private static let names = [
    "ints", "texts", "reals", "truths", "dates", "keys", "links", "prices", "levels", "words",
    "marks", "parts", "intSet", "levelSet", "grid", "rows",
  ]

  static let lines =
    [model] + records
    + names.flatMap { name in
      [
        #"flagdb query "$DB" Item -g 'each(\#(name))' -f ndjson"#,
        #"flagdb query "$DB" Item -c '\#(name).count,\#(name).isEmpty,\#(name).first,\#(name).last'"#,
        #"flagdb query "$DB" Item -c '\#(name).max,\#(name).min'"#,
        #"flagdb query "$DB" Item -w '\#(name) contains nil' -c id; flagdb query "$DB" Item -w 'any \#(name) == nil' -c id"#,
        #"flagdb query "$DB" Item -w '\#(name) == []' -c id; flagdb query "$DB" Item -w '\#(name).first != nil' -c id"#,
        #"flagdb stats "$DB" Item \#(name) --format json"#,
      ]
    }
    + [
      "ints contains -7", "any ints > 4", "all ints > 4",
      "ints.contains(12) && ints.contains { $0 == nil }",
      "ints.allSatisfy { $0 == nil || $0 > -8 }", "ints == [nil,-7,12]", "ints.sum > 4",
      #"any texts beginswith "a""#, #"texts contains "a""#, #"any texts like[c] "A""#,
      "truths contains true", "dates contains 2026-01-02", "any dates > 2026-01-01",
      "dates == [2026-01-02,nil]", #"keys contains "00000000-0000-0000-0000-00000000000a""#,
      #"links contains "x:/a""#, "any prices > 1", "prices contains 1.5", "any levels == x",
      "levels contains .y", "words contains q", "any marks has a",
      "marks.contains { $0.contains(.b) }", "marks contains [.a,.b]", "any parts.a == 1",
      "parts.contains { $0.b == .x }", "intSet contains 3", "intSet.isSuperset(of: [1,3])",
      "levelSet contains y", #"dict["a"] == x"#, #"dict["b"] == nil"#, "any dict.values == x",
      "lists[1] contains x", "any lists[1] == nil", "grid.count == 2", "rows contains [1,2]",
    ].map { #"flagdb query "$DB" Item --where '\#($0)' --columns id"# }
    + [
      #"flagdb query "$DB" Item -c 'ints.sum,ints.avg,median(ints),reals.sum,prices.sum,prices.max,dates.max'"#,
      #"flagdb query "$DB" Item -c 'dict.values.count,dict.keys,lists[1].first,lists[1].count,parts.a.max,parts.b'"#,
      #"flagdb update "$DB" Item --id 2 'ints=[1,nil]' 'levels=x' 'texts=["b",null]' 'marks=["a",null]'"#,
      #"flagdb query "$DB" Item -c id,ints,levels,texts,marks"#,
      #"rm -f new.db; flagdb copy "$DB" new.db && flagdb diff new.db "$DB" && flagdb query new.db Item -f ndjson"#,
      #"flagdb update new.db Item --id 1 'levels=["y",null]' && flagdb diff "$DB" new.db"#,
      #"flagdb check "$DB""#,
      // The hint of a key that could be one of two is a condition that can be typed.
      #"""
      printf '@Model final class Pair { @Attribute(.unique) var list: [Int?]?; @Attribute(.unique) var number: Int? }' >pair.swift && flagdb migrate "$DB" pair.swift --drop Item --allow-loss --yes 2>/dev/null >/dev/null; flagdb insert "$DB" Pair list=1 number=7; flagdb insert "$DB" Pair number=1; flagdb query "$DB" Pair --id 1
      """#,
      #"flagdb query "$DB" Pair -w 'list = [1]'"#,
    ]

  static let migrationLines =
    [model, #"flagdb define "$DB" audit on"#] + records
    + [
      // New numbers, in structs whose properties are in no alphabetical order too
      #"sed 's/x = 1, y = 2/x = 2, y = 1/; s/"Q"/"R"/; s/Mark(rawValue: 1)/Mark(rawValue: 16)/; s/Mark(rawValue: 2)/Mark(rawValue: 1)/' one.swift >two.swift; flagdb migrate "$DB" two.swift --dry-run"#,
      #"flagdb migrate "$DB" two.swift && flagdb query "$DB" Item -f ndjson && flagdb query "$DB" Item -f ndjson --raw"#,
      #"flagdb check "$DB" && flagdb query "$DB" Item -w 'any levels == .x' -c id"#,
      #"flagdb update "$DB" Item --id 1 'levels=["y",null]' 'dict={"c":"y"}' 'marks=[null,["a","b"]]'; flagdb log "$DB" Item 1 --no-header | cut -d, -f3-"#,
      // New names
      #"sed 's/case x/case xx/; s/q =/qq =/; s/let a =/let aa =/' two.swift >three.swift; flagdb migrate "$DB" three.swift --rename Level.x=xx --rename Word.q=qq --rename Mark.a=aa"#,
      #"flagdb query "$DB" Item -f ndjson && flagdb query "$DB" Item -f ndjson --raw"#,
      #"flagdb undo "$DB" 2>&1 | head -n 3; flagdb query "$DB" Item -c id,levels,dict,marks; flagdb log "$DB" Item 1 --no-header | cut -d, -f3-"#,
      #"flagdb migrate "$DB" --to 1; flagdb query "$DB" Item -f ndjson --raw"#,
      // Nulls go, and a case
      #"sed 's/Level?\]/Level]/; s/\[Int?\]/[Int]/; s/, y = 2//' one.swift >four.swift; flagdb migrate "$DB" four.swift --drop Level.y"#,
      #"flagdb migrate "$DB" four.swift --drop Level.y --allow-loss --yes 2>&1 | sed '/is a backup of/d; /is not copied/d'; flagdb query "$DB" Item -f ndjson"#,
      #"sed 's/\[Int?\]/[String?]/; s/Set<Int?>/[Int?]/; s/\[String?\]/Set<String?>/' one.swift >five.swift; flagdb migrate "$DB" five.swift --allow-loss --yes 2>&1 | sed '/is a backup of/d; /is not copied/d'; flagdb query "$DB" Item -f ndjson"#,
    ]
}
