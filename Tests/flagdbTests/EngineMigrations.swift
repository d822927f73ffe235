/// Lines of a shell in their order, where `$DB` is a database that the first of them makes: models that
/// change.
enum EngineMigrations: String, CaseIterable {
  case definitions
  case plans
  case types
  case relationships
  case masks
  case elements
  case classes

  var lines: [String] {
    switch self {
    case .definitions: Self.definitionLines
    case .plans: Self.planLines
    case .types: Self.typeLines
    case .relationships: Self.relationshipLines
    case .masks: Self.maskLines
    case .elements: EngineElements.migrationLines
    case .classes: EngineClasses.migrationLines
    }
  }

  /// `define`, and records that are added meanwhile.
  private static let definitionLines = [
    #"flagdb new "$DB""#,
    #"flagdb define "$DB" flags Marker RAW HRM PLX"#,
    #"flagdb define "$DB" enum Status received measured"#,
    #"flagdb define "$DB" entity Sample code:String note:String? status:Status markers:Marker"#,
    #"flagdb insert "$DB" Sample code=S-1 status=received markers=HRM && flagdb insert "$DB" Sample code=S-2 status=measured markers="#,
    #"flagdb define "$DB" flags Marker SPO"#,
    #"flagdb update "$DB" Sample --id 2 markers+=SPO status=received"#,
    #"flagdb define "$DB" attribute Sample 'rank:Int=7' 'taken:Date?' 'parent:Sample?'"#,
    #"flagdb define "$DB" attribute Sample 'must:Int'"#,
    #"flagdb define "$DB" expression Sample.passing 'rank > 5'"#,
    #"flagdb update "$DB" Sample --id 2 parent=1 rank=3"#,
    #"flagdb query "$DB" Sample --where passing"#,
    #"flagdb query "$DB" Sample"#,
    #"flagdb insert "$DB" Sample code=S-3 status=archived markers=RAW,ECG --alter"#,
    #"printf 'code,status,markers\nS-4,lost,RAW|FRESH\nS-5,measured,HRM\n' | flagdb insert "$DB" Sample --from - --alter"#,
    #"flagdb query "$DB" Sample"#,
    #"flagdb insert "$DB" Sample code=S-9 status=measured markers=RAW,LAST --alter --dry-run 2>/dev/null"#,
    #"printf 'name,legs,likes\nRex,4,MILK|FISH\nTwo,2,FISH\n' | flagdb insert "$DB" Pet --from - --create && flagdb query "$DB" Pet"#,
    #"flagdb schema "$DB""#,
    #"flagdb migrate "$DB" --history -c version,changes 2>/dev/null || flagdb migrate "$DB" --history | cut -d, -f1,4-"#,
    #"flagdb check "$DB""#,
  ]

  /// `migrate` and its options.
  private static let planLines = [
    #"flagdb new "$DB" Examples/zoo.swift"#,
    #"printf 'code,taken,score,status,markers,note\nS-1,2026-11-17,50,received,RAW,\nS-2,2026-11-18,91,measured,HRM|PLX,two\nS-3,2026-11-19,7,archived,RAW|PLX|0x40,\n' | flagdb insert "$DB" Sample --from -"#,
    #"flagdb insert "$DB" Reading sample=S-2 value=97 tags=a,b"#,
    #"flagdb migrate "$DB" Examples/zoo.swift"#,
    #"flagdb migrate "$DB" Examples/zoo.swift --check; echo $?"#,
    #"sed 's/HRM = BIOMarker(rawValue: 1 << 1)/HRM = BIOMarker(rawValue: 1 << 2)/; s/PLX = BIOMarker(rawValue: 1 << 2)/PLX = BIOMarker(rawValue: 1 << 1)/; s/case received, measured, archived/case archived, received, measured/' Examples/zoo.swift > swapped.swift"#,
    #"flagdb migrate "$DB" swapped.swift --dry-run"#,
    #"flagdb migrate "$DB" swapped.swift --check; echo $?"#,
    #"flagdb migrate "$DB" swapped.swift"#,
    #"flagdb query "$DB" Sample --columns id,code,status,markers"#,
    #"flagdb query "$DB" Sample --has HRM,PLX --count"#,
    #"sed 's/var note: String?/var remark: String?; var rank: Int = 3; var seen: Bool = true; var token: UUID = UUID()/' swapped.swift > renamed.swift"#,
    #"flagdb migrate "$DB" renamed.swift"#,
    #"flagdb migrate "$DB" renamed.swift --rename Sample.note=remark"#,
    #"flagdb query "$DB" Sample --columns id,code,remark,rank,seen --where 'token != nil'"#,
    #"sed 's/static let RAW.*//' renamed.swift > lost.swift; flagdb migrate "$DB" lost.swift"#,
    #"sed 's/var remark: String?/@Attribute(.unique) var remark: String/' renamed.swift > strict.swift; flagdb migrate "$DB" strict.swift"#,
    #"flagdb migrate "$DB" strict.swift --fill Sample.remark=none"#,
    #"flagdb update "$DB" Sample --id 1 remark=one && flagdb update "$DB" Sample --id 3 remark=three && flagdb migrate "$DB" strict.swift"#,
    #"flagdb insert "$DB" Sample code=S-4 taken=2026-11-20 remark=one"#,
    #"flagdb update "$DB" Sample --id 1 score=101; flagdb update "$DB" Sample --id 1 rank=nil"#,
    #"sed 's/0...100/0...95/; s/@Valid(places: 2) var price: Price?/var price: Double?/; s/Reading/Value/g' strict.swift > other.swift; flagdb migrate "$DB" other.swift --rename Reading=Value"#,
    #"flagdb query "$DB" Value --columns sample.code,value,tags"#,
    #"flagdb delete "$DB" Sample --id 2 && flagdb query "$DB" Value --count"#,
    #"flagdb migrate "$DB" --to 1 --dry-run 2>&1 | sed 's/Sample 1: [0-9A-F-]\{36\}$/Sample 1: TOKEN/'"#,
    #"flagdb migrate "$DB" --to 9 2>&1 | head -1"#,
    #"flagdb migrate "$DB" --history | cut -d, -f1,4-"#,
    #"flagdb check "$DB""#,
    #"flagdb schema "$DB""#,
  ]

  /// Attributes that get other types.
  private static let typeLines = [
    #"""
    cat > one.swift <<'END'
    enum Size: Int { case small, large }
    struct Marks: OptionSet { let rawValue: Int; static let a = Marks(rawValue: 1); static let b = Marks(rawValue: 2) }
    @Model final class Thing {
      @Attribute(.unique) var name: String
      var number: String?
      var day: String?
      var truth: Int?
      var price: Double = 0
      var size: Size = Size.small
      var marks: Marks = []
      var list: [String] = []
      var big: Int?
      var id2: UUID?
    }
    END
    sed 's/number: String/number: Int/; s/day: String/day: Date/; s/truth: Int/truth: Bool/; s/price: Double/price: Decimal/; s/var size: Size = Size.small/var size: String = ""/; s/marks: Marks = \[\]/marks: [String] = []/; s/list: \[String\] = \[\]/list: Set<String> = []/; s/big: Int/big: Float/; s/id2: UUID/id2: String/' one.swift > two.swift
    flagdb new "$DB" one.swift
    """#,
    #"printf 'name,number,day,truth,price,size,marks,list,big,id2\nx,12,2026-11-20,1,1.25,large,a|b,"b,a",16777217,9b2e4c1a-5d3f-4e6b-8a7c-0f1d2e3b4c5a\ny,,,,0,small,,,,\nz,0x10,2026-11-20T10:00:00+02:00,0,-3,small,b,a,-5,\n' | flagdb insert "$DB" Thing --from -"#,
    #"flagdb insert "$DB" Thing name=w number=twelve truth=7 day=soon list=a,b,a price=0.125"#,
    #"flagdb migrate "$DB" two.swift --dry-run"#,
    #"flagdb migrate "$DB" two.swift"#,
    #"flagdb migrate "$DB" two.swift --allow-loss --yes 2>&1 | sed '/is a backup of/d; /is not copied/d'"#,
    #"flagdb query "$DB" Thing --format json"#,
    #"flagdb check "$DB""#,
    #"flagdb migrate "$DB" one.swift --allow-loss --yes 2>&1 | sed '/is a backup of/d; /is not copied/d'"#,
    #"flagdb query "$DB" Thing --format json"#,
    #"flagdb insert "$DB" Thing name=v big=9 && flagdb query "$DB" Thing --where 'name == "v"'"#,
    // Real numbers as texts
    #"printf 'name,price\nn1,1e20\nn2,1000000000000000\nn3,1e16\nn4,1234567890123456.5\nn5,-9007199254740994\nn6,12345678901234568\nn7,0.00001\nn8,0.1\nn9,0.7999999999999999\nn10,-2\nn11,123456789012345.6\nn12,0.0001234\n' | flagdb insert "$DB" Thing --from -"#,
    #"sed 's/price: Double = 0/price: String?/' one.swift > text.swift; flagdb migrate "$DB" text.swift"#,
    #"flagdb query "$DB" Thing -w 'name beginswith "n"' --columns name,price --csv"#,
    #"flagdb migrate "$DB" one.swift --allow-loss --yes 2>&1 | sed '/is a backup of/d; /is not copied/d'"#,
    #"flagdb query "$DB" Thing --columns name,price; flagdb delete "$DB" Thing -w 'name beginswith "n"' --yes"#,
    // Numbers beyond 64 bits, and texts that any value may be
    #"flagdb update "$DB" Thing --where 'name == "v"' price=1e300 && flagdb update "$DB" Thing --where 'name == "w"' number=007"#,
    #"sed 's/price: Double = 0/price: Int?/; s/number: String/number: Any/' one.swift > three.swift; flagdb migrate "$DB" three.swift"#,
    #"flagdb migrate "$DB" three.swift --allow-loss --yes 2>&1 | sed '/is a backup of/d; /is not copied/d'"#,
    #"flagdb query "$DB" Thing --columns name,price,number"#,
  ]

  /// Texts that become relationships, and relationships that change their shape.
  private static let relationshipLines = [
    #"""
    cat > one.swift <<'END'
    @Model final class Box {
      @Attribute(.unique) var label: String
      var owner: String?
      @Relationship(inverse: \Tag.boxes) var tags: [Tag] = []
    }
    @Model final class Tag { @Attribute(.unique) var name: String; var boxes: [Box] = [] }
    @Model final class Person { @Attribute(.unique) var name: String }
    END
    sed 's/var owner: String?/var owner: Person?/; s/@Model final class Person { /&@Relationship(deleteRule: .cascade, inverse: \\Box.owner) var boxes: [Box] = []; /' one.swift > two.swift
    sed 's/var boxes: \[Box\] = \[\] }/var box: Box? }/; s/inverse: \\Tag.boxes/deleteRule: .deny, inverse: \\Tag.box/' two.swift > three.swift
    flagdb new "$DB" one.swift
    """#,
    #"printf 'name\nAnn\nBob\n' | flagdb insert "$DB" Person --from - && printf 'name\nred\nblue\n' | flagdb insert "$DB" Tag --from -"#,
    #"printf '{"label":"a","owner":"Ann","tags":["red","blue"]}\n{"label":"b","owner":"Cyd","tags":["red"]}\n{"label":"c"}\n' | flagdb insert "$DB" Box --from - --format ndjson"#,
    #"flagdb migrate "$DB" two.swift"#,
    #"flagdb update "$DB" Box --where 'label == "b"' owner=Bob; flagdb migrate "$DB" two.swift"#,
    #"flagdb query "$DB" Box --columns label,owner.name,tags.count"#,
    #"flagdb delete "$DB" Person --where 'name == "Bob"' && flagdb query "$DB" Box --columns label"#,
    #"flagdb migrate "$DB" three.swift --rename Tag.boxes=box --dry-run"#,
    #"flagdb migrate "$DB" three.swift --rename Tag.boxes=box --allow-loss --yes 2>&1 | sed '/is a backup of/d; /is not copied/d'"#,
    #"flagdb query "$DB" Tag --columns name,box.label"#,
    #"flagdb delete "$DB" Box --where 'label == "a"'"#,
    #"flagdb check "$DB""#,
  ]

  /// Words of other records that become a mask, and a mask that becomes such records.
  private static let maskLines = [
    #"""
    cat > words.swift <<'END'
    @Model final class Mail { var title: String; @Relationship(inverse: \Label.mail) var labels: [Label] = [] }
    @Model final class Label { var mail: Mail?; var label: String }
    END
    cat > mask.swift <<'END'
    struct Status: OptionSet { let rawValue: Int16; static let unread = Self(rawValue: 1), starred = Self(rawValue: 2) }
    @Model final class Mail { var title: String; var status: Status = [] }
    END
    flagdb new "$DB" words.swift
    """#,
    #"printf 'title\na\nb\nc\n' | flagdb insert "$DB" Mail --from - && printf 'mail,label\n1,starred\n1,unread\n2,unread\n2,other\n2,unread\n,starred\n' | flagdb insert "$DB" Label --from -"#,
    #"flagdb migrate "$DB" mask.swift --into status=labels"#,
    #"flagdb migrate "$DB" mask.swift --into status=labels --allow-loss --yes 2>&1 | sed '/is a backup of/d; /is not copied/d'"#,
    #"flagdb query "$DB" Mail && flagdb update "$DB" Mail --id 3 status=starred"#,
    #"flagdb migrate "$DB" words.swift --into status=labels"#,
    #"flagdb query "$DB" Label && flagdb query "$DB" Mail -c title,labels.count"#,
    #"flagdb insert "$DB" Label mail=3 label=unread && flagdb check "$DB""#,
  ]
}
