/// Lines of a shell in their order, where `$DB` is a database that the first of them makes and `own.db` a
/// file: `diff --apply` in both directions.
enum EngineTakeovers: String, CaseIterable {
  case records
  case models

  var lines: [String] {
    switch self {
    case .records: Self.recordLines
    case .models: Self.modelLines
    }
  }

  private static let model = #"""
    cat > one.swift <<'END'
    struct Marks: OptionSet { let rawValue: Int; static let a = Marks(rawValue: 1); static let b = Marks(rawValue: 2) }
    enum Size: String { case small, large }
    struct Step: Codable { var at: Double; var isLast: Bool }
    @Model final class Box {
      #Unique<Box>([\.row, \.place])
      @Attribute(.unique) var label: String
      var row: Int?
      var place: Int?
      var day: Date?
      var isOpen: Bool = false
      @Valid(places: 2) var price: Decimal?
      var token: UUID?
      var weight: Double?
      var marks: Marks = []
      var size: Size = Size.small
      var sizes: [Double] = []
      var steps: [Step] = []
      var bytes: Data?
      var extra: Any?
      var parent: Box?
      @Relationship(deleteRule: .cascade, inverse: \Thing.box) var things: [Thing] = []
      @Relationship(inverse: \Tag.boxes) var tags: [Tag] = []
    }
    @Model final class Thing { var name: String; var box: Box }
    @Model final class Tag {
      @Attribute(.unique) var name: String
      var boxes: [Box] = []
      @Relationship(deleteRule: .deny, inverse: \Use.tag) var uses: [Use] = []
    }
    @Model final class Use { var tag: Tag? }
    END
    flagdb new "$DB" one.swift
    printf 'name\nred\nblue\ngreen\n' | flagdb insert "$DB" Tag --from -
    printf '%s\n' '{"label":"a","row":1,"place":1,"day":"2026-11-20T10:00:00.25Z","isOpen":true,"price":1.25,"token":"9b2e4c1a-5d3f-4e6b-8a7c-0f1d2e3b4c5a","weight":0.1,"marks":["a","b"],"size":"large","sizes":[1,2.5,-3],"steps":[{"at":1.5,"isLast":false},{"at":2,"isLast":true}],"tags":["red","blue"]}' \
      '{"label":"b","row":1,"place":2,"day":"1999-01-01","price":-0.5,"weight":100,"parent":"a","tags":["red"]}' \
      '{"label":"c","row":2,"place":1,"sizes":[],"parent":"b"}' '{"label":"d","parent":"d"}' | flagdb insert "$DB" Box --from - --format ndjson
    printf 'name,box\nx,a\ny,b\nz,b\n' | flagdb insert "$DB" Thing --from -
    flagdb insert "$DB" Use tag=green
    for n in 1:7 2:1.5 3:word; do flagdb update "$DB" Box --id ${n%:*} extra=${n#*:}; done
    flagdb copy "$DB" own.db
    """#

  private static let recordLines = [
    model,
    #"flagdb diff own.db "$DB" --apply"#,
    #"flagdb diff "$DB" own.db --apply"#,
    // Values that swap, links in both directions, records that go and come
    #"for n in 1:t 2:a 1:b; do flagdb update "$DB" Box --id ${n%:*} label=${n#*:}; done; flagdb update "$DB" Box --id 1 place=9 && flagdb update "$DB" Box --id 2 place=1 && flagdb update "$DB" Box --id 1 place=2"#,
    #"flagdb update "$DB" Box --where 'label == "a"' weight=nil marks=b sizes=9 isOpen=true 'day=2026-02-03T04:05:06.789Z' price=7 extra=9 parent=c"#,
    #"flagdb insert "$DB" Box label=new tags=green parent=1 'extra=2.5' && flagdb insert "$DB" Thing name=n box=new && flagdb delete "$DB" Box --where 'label == "d"'"#,
    #"flagdb delete "$DB" Use --all && flagdb delete "$DB" Tag --where 'name == "green"'"#,
    #"flagdb diff own.db "$DB""#,
    #"flagdb diff own.db "$DB" --apply --dry-run"#,
    #"flagdb diff "$DB" own.db --apply --dry-run"#,
    #"flagdb diff own.db "$DB" --summary"#,
    #"cp own.db first.db; flagdb diff own.db "$DB" --apply"#,
    #"flagdb diff own.db "$DB" && flagdb check "$DB" && flagdb diff own.db "$DB" --apply"#,
    // New keys go on behind those that were taken over
    #"flagdb insert "$DB" Box label=fresh > key && flagdb delete "$DB" Box --where 'label == "fresh"'"#,
    // The other direction
    #"flagdb delete "$DB" Box --where 'label == "b"' && flagdb query "$DB" Thing --columns name,box.label"#,
    #"flagdb update "$DB" Box --id 1 token=nil 'day=2001-01-01' sizes= steps= bytes=hex:00ff extra=text && flagdb insert "$DB" Tag name=new boxes=a"#,
    #"flagdb diff "$DB" own.db --apply"#,
    #"flagdb diff "$DB" own.db && flagdb check own.db && flagdb diff "$DB" own.db --apply"#,
    #"flagdb diff first.db "$DB" --apply && flagdb query "$DB" Box --columns label,tags.name,parent.label,things.count,extra,sizes,steps"#,
    #"flagdb diff first.db "$DB""#,
    #"flagdb diff first.db "$DB" Box --apply"#,
    #"printf 'label\na\n' > Box.csv; flagdb diff Box.csv "$DB" --apply"#,
  ]

  /// Models that differ too.
  private static let modelLines = [
    model,
    #"flagdb define own.db attribute Box 'rank:Int=7' && flagdb define own.db flags Marks c && flagdb update own.db Box --all marks+=c rank=id"#,
    #"flagdb diff own.db "$DB" --apply --dry-run"#,
    #"flagdb diff own.db "$DB" --apply"#,
    #"flagdb diff own.db "$DB" && flagdb query "$DB" Box --columns label,rank,marks"#,
    #"sed '/var price/d; s/a = Marks(rawValue: 1)/a = Marks(rawValue: 2)/; s/b = Marks(rawValue: 2)/b = Marks(rawValue: 1)/' one.swift > two.swift; flagdb new two.db two.swift && flagdb insert two.db Box label=only marks=a"#,
    #"flagdb diff two.db "$DB" --apply 2>&1 | grep -v 'note: as'; flagdb query "$DB" Box --count"#,
    #"flagdb diff two.db "$DB" --apply --drop Box.price --drop Box.rank --drop Marks.c --allow-loss --yes 2>&1 | sed '/is a backup of/d; /is not copied/d; /note: as/d'"#,
    #"flagdb query "$DB" Box --columns label,marks; flagdb diff two.db "$DB"; flagdb check "$DB""#,
    // Links that lead nowhere stop it
    #"flagdb insert two.db Use tag=1 2>/dev/null; flagdb insert two.db Tag name=t && sqlite3 two.db 'INSERT INTO "Use" (tag) VALUES (77)' && flagdb diff two.db "$DB" --apply"#,
    #"flagdb query "$DB" Tag --count; flagdb diff two.db "$DB""#,
  ]
}
