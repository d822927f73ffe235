extension EngineClasses {
  /// Lines of a shell about models whose classes change.
  static let migrationLines = attributes + removals + links

  /// A migration with the losses that it names.
  private static func lossy(_ model: String, _ options: String = "") -> String {
    #"flagdb migrate "$DB" \#(model) --allow-loss --yes \#(options) 2>&1 | sed '/is a backup of/d; /is not copied/d'"#
  }

  /// Attributes that become stricter, or get another type.
  private static let attributes = [
    #"""
    cat > one.swift <<'END'
    enum Size: Int { case small, large, huge }
    @Model class Trip { var name: String }
    @Model class Business: Trip { var days: Int = 1; var size: Size = .large; var note: String?; var code: Int?; var text: String? }
    END
    sed 's/var days/@Valid(0...2) var days/; s/small, large/large = 1/; s/note: String?/note: Bool = true/; s/code: Int?/code: Int = 5/; s/text: String?/text: Int = 9; var more: Int = 4; var most: Int? = 2/' one.swift > two.swift
    sed 's/var code: Int = 5/@Attribute(.unique) var code: Int/; s/text: Int = 9/text: Size/' two.swift > three.swift
    flagdb new "$DB" one.swift
    """#,
    #"flagdb insert "$DB" Trip name=t; flagdb insert "$DB" Trip name=u; flagdb insert "$DB" Business name=b days=3 size=small note=no text=12; flagdb insert "$DB" Business name=c text=twelve code=7"#,
    #"flagdb migrate "$DB" two.swift --drop Size.small"#,
    lossy("two.swift", "--drop Size.small"),
    #"flagdb query "$DB" Trip; flagdb query "$DB" Business; flagdb check "$DB""#,
    lossy("three.swift"),
    lossy("three.swift", "--fill Business.text=huge"),
    #"flagdb query "$DB" Business; flagdb check "$DB"; flagdb define "$DB" attribute Business z:String=s; flagdb query "$DB" Business -c name,z"#,
  ]

  /// Classes that are removed, or have another superclass.
  private static let removals = [
    #"""
    printf 'struct M: OptionSet { let rawValue: Int64; static let a = M(rawValue: 1) }\nstruct Q { var a: Int; var b: Int }\n@Model class Way { var name: String; var q: Q? }\n@Model class Biz: Way { var pay: Int = 3; var m: M = [.a] }\n@Model class Fun: Way { var joy: Int? }\n@Model class Far: Biz { var km: Int = 9 }\n' > w1.swift
    sed 's/ var q: Q?//; s/m: M = \[.a\]/&; var joy: Int?; var q: Q?/; /class Fun/d; s/Far: Biz/Far: Way/' w1.swift > w2.swift
    flagdb migrate "$DB" w1.swift --allow-loss --yes >log 2>&1
    """#,
    #"flagdb insert "$DB" Biz name=b q.a=1 q.b=2; flagdb insert "$DB" Fun name=f joy=5; flagdb insert "$DB" Far name=g"#,
    #"flagdb migrate "$DB" w2.swift --drop Way.kind.Fun"#,
    lossy("w2.swift", "--drop Way.kind.Fun --fill Way.kind=Biz"),
    #"flagdb query "$DB" Way -c name,type; flagdb query "$DB" Biz; flagdb query "$DB" Far; flagdb check "$DB""#,
    lossy("w1.swift"),
    #"flagdb query "$DB" Way -c name,type; flagdb query "$DB" Biz; flagdb query "$DB" Far; flagdb query "$DB" Fun; flagdb check "$DB""#,
  ]

  /// Lists that move to a subclass, relationships to a subclass, and lists with other targets.
  private static let links = [
    #"""
    cat > r1.swift <<'END'
    @Model class A { var k: String = "k" }
    @Model class B: A { var list: [T] }
    @Model class C: B { var y: Int? }
    @Model final class T { @Attribute(.unique) var name: String }
    @Model final class R { var o: A?; var l: [A]; var n: A?; var p: [T]; var q: [T] }
    END
    sed 's/ var list: \[T\] / /; s/y: Int?/&; var list: [T]/; s/o: A?/o: B?/; s/l: \[A\]/l: [B]/' r1.swift > r2.swift
    sed 's/n: A?/n: B/' r2.swift > r3.swift
    sed 's/q: \[T\]/q: [R]/' r3.swift > r4.swift
    flagdb migrate "$DB" r1.swift --allow-loss --yes >log 2>&1
    """#,
    #"flagdb insert "$DB" T name=t; flagdb insert "$DB" A; flagdb insert "$DB" B list=t; flagdb insert "$DB" C list=t; flagdb insert "$DB" R o=1 l=1,2,3 p=t; flagdb insert "$DB" R o=3 l=2"#,
    #"flagdb migrate "$DB" r2.swift"#,
    lossy("r2.swift"),
    #"flagdb query "$DB" C -c id,list; flagdb query "$DB" R -c id,o,l; flagdb check "$DB""#,
    #"flagdb migrate "$DB" r3.swift; flagdb migrate "$DB" r3.swift --fill R.n=1"#,
    #"flagdb migrate "$DB" r3.swift --fill R.n=2; flagdb query "$DB" R; flagdb check "$DB""#,
    #"flagdb migrate "$DB" r3.swift --rename R.p=q --rename R.q=p; flagdb query "$DB" R -c id,p,q"#,
    #"flagdb migrate "$DB" r4.swift"#,
    lossy("r4.swift"),
    #"flagdb query "$DB" R -c id,p,q; flagdb check "$DB""#,
  ]
}
