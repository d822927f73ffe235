/// Lines of a shell about records of several classes, and references to records without a name, where `$DB` is a
/// database that the first of them makes.
enum EngineClasses {
  static let lines =
    [
      #"""
      cat > trips.swift <<'END'
      @Model class Trip { @Attribute(.unique) var code: String; var n: Int = 1 }
      @Model class Business: Trip { var perdiem: Int = 3; var note: String? }
      @Model class Holiday: Trip { var rating: Int? }
      @Model class Guide { @Attribute(.unique) var name: String?; @Attribute(.unique) var badge: Int?; var tours: [Tour] }
      @Model class Tour { var title: String; var guide: Guide? }
      @Model class Box {
        var name: String
        @Relationship(deleteRule: .cascade, inverse: \Item.box) var items: [Item]
        @Relationship(inverse: \Tag.boxes) var tags: [Tag]
      }
      @Model class Item {
        var n: Int
        var box: Box?
        var up: Item?
        @Relationship(deleteRule: .cascade, inverse: \Item.up) var parts: [Item]
      }
      @Model class Tag { var text: String; var boxes: [Box] }
      END
      flagdb new "$DB" trips.swift --audit
      """#,
      #"flagdb insert "$DB" Trip code=t; flagdb insert "$DB" Business code=b; flagdb insert "$DB" Holiday code=h rating=4"#,
    ]
    + ["--upsert code", "--replace"].flatMap { option in
      [
        #"printf 'code,perdiem\nb,6\n' | flagdb insert "$DB" Business --from - \#(option)"#,
        #"printf 'code,perdiem\nt,5\n' | flagdb insert "$DB" Business --from - \#(option)"#,
        #"printf 'code,perdiem\nnew,7\nh,5\n' | flagdb insert "$DB" Business --from - \#(option)"#,
        #"printf 'code,perdiem\nt,5\nx\#(option.count),7\nh,5\nb,8\n' | flagdb insert "$DB" Business --from - \#(option) --on-error skip"#,
        #"(echo code,perdiem,note; seq 1 40 | sed 's/.*/many&,&,note &/') | flagdb insert "$DB" Business --from -"#,
        #"(echo code,perdiem,note; seq 3 50 | sed 's/.*/many&,1&,again &/') | flagdb insert "$DB" Business n=5 --from - \#(option)"#,
        #"flagdb query "$DB" Business -c code,n,perdiem,note -s code; flagdb delete "$DB" Business --where 'code beginswith "many"' --yes"#,
        #"printf 'code,n\nb,77\nh,78\n' | flagdb insert "$DB" Trip --from - --upsert code"#,
        #"flagdb query "$DB" Trip -c code,n,type; flagdb query "$DB" Business -c code,perdiem,note; flagdb query "$DB" Holiday -c code,rating"#,
        #"flagdb check "$DB""#,
      ]
    } + [
      #"flagdb insert "$DB" Guide name:null badge:null; flagdb insert "$DB" Guide name=Ann badge=7"#,
      #"flagdb insert "$DB" Tour title=a guide=1; flagdb insert "$DB" Tour title=b; flagdb insert "$DB" Tour title=c guide=Ann"#,
      #"flagdb query "$DB" Tour -f json; flagdb query "$DB" Guide -f json; flagdb query "$DB" Guide -c id,tours,tours.count"#,
      #"flagdb query "$DB" Tour -g guide; flagdb query "$DB" Tour -g title --across guide"#,
      #"flagdb query "$DB" Tour -c 'guide.tours.count' -w 'guide.tours is empty'"#,
      #"rm -f copy.db; flagdb new copy.db trips.swift; for e in Guide Tour; do flagdb query "$DB" $e -f json | flagdb insert copy.db $e --from -; done; flagdb query copy.db Tour"#,
    ] + redoneDeletions + importsOfClasses

  /// Deletions that touch several records, undone and done again.
  private static let redoneDeletions = [
    #"flagdb insert "$DB" Tag text=a; flagdb insert "$DB" Box name=x tags=1; flagdb insert "$DB" Item n=1 box=1; flagdb insert "$DB" Item n=2 box=1 up=1; flagdb insert "$DB" Item n=3 up=2"#,
    redone(#"flagdb delete "$DB" Box --id 1 --yes"#),
    redone(#"flagdb delete "$DB" Item --id 2 --yes"#),
    redone(#"flagdb delete "$DB" Tag --id 1 --yes"#),
    #"flagdb update "$DB" Item --id 1 up=3"#,
    redone(#"flagdb delete "$DB" Item --id 3 --yes"#),
  ]

  /// A change that is undone, done again and undone again.
  private static func redone(_ change: String) -> String {
    #"""
    newest() { flagdb log "$DB" --changes -n 1 -f json | jq '.[0].change'; }
    all() { for e in Box Item Tag; do flagdb query "$DB" $e -f csv; done; flagdb query "$DB" Box -c name,items,tags; }
    \#(change)
    all >one; flagdb undo "$DB" >/dev/null; all >two; redo=$(newest); flagdb undo "$DB" $redo >/dev/null; echo "status $?"
    all | cmp one - && flagdb undo "$DB" $(newest) >/dev/null; all | cmp two - && cat two; flagdb check "$DB"
    """#
  }

  /// Records of the input that refer to each other by a relationship of the superclass.
  private static let importsOfClasses = [
    #"""
    cat > nodes.swift <<'END'
    @Model class Node { @Attribute(.unique) var k: String; var up: Node?; var next: Leaf?; var all: [Node] }
    @Model class Leaf: Node { var x: Int = 3 }
    END
    flagdb migrate "$DB" nodes.swift --allow-loss --yes >log 2>&1
    """#,
    #"echo '[{"k":"a"},{"k":"b","up":"a"},{"k":"c","up":"d","next":"d","all":["a","d"]},{"k":"d"}]' | flagdb insert "$DB" Leaf --from -; flagdb query "$DB" Leaf"#,
    #"echo '[{"k":"e"},{"k":"f","up":"e"},{"k":"g","up":"none"},{"k":"h","up":"g"}]' | flagdb insert "$DB" Leaf --from - --on-error skip; flagdb query "$DB" Leaf -c k,up"#,
  ]
}
