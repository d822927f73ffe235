/// Lines about calculations, groups and cascades, which engines write in ways of their own.
extension EngineSession {
  /// A line that shows some columns one after another.
  private static func columns(_ entity: String, _ columns: [String]) -> String {
    let list = columns.map { "'\($0)'" }.joined(separator: " ")
    return """
      for c in \(list); do echo "$c: $(flagdb query "$DB" \(entity) -c "$c" --null nil 2>&1 | tail -n +2 | tr '\\n' ' ')"; done
      """
  }

  /// Whole numbers that leave 64 bits on the way of a calculation, or of a sum.
  static let limitLines = [
    #"""
    cat > limits.swift <<'END'
    @Model final class Limit {
      var a: Int
      var b: Int
      var c: Int?
      var x: Double = 0
      var made: Date?
      var due: Date?
      var price: Decimal?
      var e: Double?
    }
    END
    flagdb new "$DB" limits.swift
    flagdb insert "$DB" Limit a=9223372036854775807 b=9223372036854775807 c=-9223372036854775807 made=2026-01-05 due=2026-01-04 price=9000000000000.5
    flagdb insert "$DB" Limit a=-9223372036854775807 b=2 c=3 made=2026-02-05 due=2026-02-09 price=1 e=0
    flagdb insert "$DB" Limit a=1 b=2 e=1
    """#,
    columns(
      "Limit",
      [
        "a+b-b", "(a*b)/b", "a*b*0", "-a-2", "-(-a-2)", "(a+b)%5", "(a+b) << 1", "a+b ?? 7",
        "Double(a+b)", "(a+b)/2.0", "Int(x)+a+a-a", "min(a+b-b, b)", "abs(a*2)", "(a+b) is null",
        "price*2-price", "a+b-b == a", "-(a+b)+b",
      ]),
    columns(
      "Limit",
      [
        "sum(a)", "sum(b)", "sum(a+b-b)", "sum(b*a - a)", "sum(a)-5", "sum(c)", "sum(price)",
        "sum(b)-sum(b)", "sum(a)/2", "avg(a)", "sum(a*b)", "avg(b)", "avg(price)", "median(a)",
        "median(price)", "stddev(c)", "stddev(b % 1000)",
      ]),
    // Numbers of several types.
    columns(
      "Limit",
      [
        "(e ?? b)/2", "(b ?? e)/2", "max(b, 0.5)/2", "min(b, e)/2", "(b > 5 ? e : b)/2",
        "TERNARY(b > 5, b, 0.5)/2", "max(price, 50)", "max(price, b)", "min(price, b)",
        "max(price, x)", "min(price, 0.5, b)", "price ?? b", "price % b", "b % price", "-price % 7",
        "abs(price - b)", "sum(price, b, 0.25)", "b ?? 0.5",
      ]),
    #"flagdb query "$DB" Limit -g 'abs(price)'; flagdb query "$DB" Limit -g '(b > 5 ? e : nil)'; flagdb query "$DB" Limit -g '(2)' -s '(1)'"#,
    #"flagdb update "$DB" Limit --id 3 'price=max(b, 0.5)' 'e=max(b, 0.5)/4' && flagdb query "$DB" Limit --id 3 -c price,e"#,
    // A part of a calculation that is stored fails as the whole does.
    #"for v in 'c=a+1-1' 'c=a*2/2' 'c=-(a+1)' 'c=(a+1)*0' 'c=a+a-a' 'price=price+a-a' 'c=a-1+1'; do flagdb update "$DB" Limit --id 1 "$v" 2>&1; done; flagdb query "$DB" Limit --id 1 -c c,price"#,
    // Real numbers that leave all numbers, in both directions.
    #"""
    flagdb define "$DB" entity Wide x:Double y:Double
    printf 'x,y\n1e308,1\n-1e308,1e308\n2,-1e308\n' | flagdb insert "$DB" Wide --from -
    """#,
    columns(
      "Wide",
      [
        "sum(x*10)", "sum(x+x)", "avg(x*10)", "stddev(x*10)", "sum(y)", "stddev(y)",
        "Int(x)", "Int(x*10)", "Int(1e308)", "Int(-1e308) ?? 7", "sum(Int(x))", "Int(y) is null",
        "x*10-x*10", "sum(x*10) ?? 7", "Int(sum(x))",
      ]),
    #"for w in 'a+b-b > 0' 'a + b > 0' 'a*b/b == a' 'min(made, due - 1d) < made' 'max(made, due + 1d) > due' 'min(made, due - 1d) == made'; do echo "$w: $(flagdb query "$DB" Limit -w "$w" -c id | tail -n +2 | tr '\n' ' ')"; done"#,
    #"for c in 'min(made, due - 1d)' 'max({made, due + 1d})' 'max(min(made, due - 1d))'; do flagdb query "$DB" Limit -c "$c" 2>&1; done; flagdb query "$DB" Limit -c 'min(made, due)'"#,
    #"flagdb query "$DB" Limit -g 'a+b-b'"#,
    // The numbers that bring a sum back may come before or after.
    #"flagdb insert "$DB" Limit a=9223372036854775807 b=-9223372036854775807; flagdb query "$DB" Limit -c 'sum(b),sum(a)'; flagdb insert "$DB" Limit a=9223372036854775807 b=5; flagdb query "$DB" Limit -c 'sum(b)'; flagdb query "$DB" Limit -c 'sum(a)' 2>&1"#,
    // A record without a value, and one for which there is none
    #"flagdb update "$DB" Limit --all 'x=ln(e)' 2>&1; flagdb update "$DB" Limit --where 'e != nil' 'x=ln(e)' 2>&1; flagdb update "$DB" Limit --all 'x=1/e' 2>&1; flagdb update "$DB" Limit --all 'a=a+b' 2>&1"#,
    #"flagdb query "$DB" Limit -c id,a,x"#,
  ]

  /// Groups whose key is a record, over one relationship and over two.
  static let groupLines = [
    #"""
    cat > groups.swift <<'END'
    struct M: OptionSet {
      let rawValue: Int
      static let A = M(rawValue: 1)
      static let B = M(rawValue: 2)
      static let C = M(rawValue: 4)
    }
    @Model final class Owner {
      var name: String
      @Attribute(.unique) var code: String
      @Relationship(inverse: \Item.owner) var items: [Item] = []
    }
    @Model final class Item {
      var owner: Owner?
      var f: Int = 0
      var marks: M = []
      @Relationship(inverse: \Part.item) var parts: [Part] = []
    }
    @Model final class Part { var item: Item?; var n: Int = 0; var marks: M = [] }
    END
    flagdb new "$DB" groups.swift
    printf 'name,code\no1,c1\no2,c2\n' | flagdb insert "$DB" Owner --from -
    printf 'owner,f,marks\nc1,1,A|B\nc1,2,B\nc2,3,C\n,4,\n' | flagdb insert "$DB" Item --from -
    printf 'item,n,marks\n1,5,A\n1,6,A|B\n2,7,B\n3,8,C\n4,9,C\n,1,\n' | flagdb insert "$DB" Part --from -
    """#,
    #"""
    while IFS= read -r line; do echo "# $line"; eval "flagdb query \"\$DB\" $line" 2>&1; done <<'END'
    Part -g item.owner
    Part -g item.owner -c 'item.owner, sum(n)'
    Part -g item.owner -c 'item.owner as o, sum(n) as s' --sort -s
    Part -g item.owner --across marks
    Part -g item --across item.owner
    Part -g item.owner --having 'count() > 1'
    Part -g item.owner --sort -item.owner
    Part -g item.owner -g item
    Part -g item.owner -g 'each(marks)' -c 'item.owner, each(marks), sum(item.f)'
    Part -g item.owner -g 'each(marks)' -c 'item.owner, each(marks), avg(n), count(distinct item)'
    Part -g item.owner -g 'each(marks)'
    Part -g 'each(marks)' -g item.owner --having 'sum(n) > 6'
    Part -g 'each(item.marks)' -g item.owner
    Part -g item.owner.name -g 'each(marks)' -c 'item.owner.name, each(marks), sum(item.f)'
    Item -g owner -g 'each(marks)'
    Part -g item.owner --count
    Part -g item.owner -c 'item.owner, union(marks), intersection(marks)'
    Part -g 'each(marks)' -c 'each(marks), OR(item.marks), AND(marks)'
    Part -g item -c 'item, union(marks) as u' --having 'u has A' --sort -u
    Part -w 'id > 99' -c 'union(marks), intersection(marks)'
    Item -c 'id, parts.marks.union, parts.marks.intersection, owner.items.marks.union'
    Item -c 'id, parts.marks.union.subtracting(marks), marks.symmetricDifference(parts.marks.union)'
    Item -w 'parts.marks.union has C or parts.marks.intersection has A' --sort parts.marks.union
    Item -g 'each(parts.marks.union)'
    END
    flagdb update "$DB" Item --all 'marks=parts.marks.union.union(marks)' && flagdb query "$DB" Item
    flagdb update "$DB" Item --all 'marks=parts.marks.intersection' 2>&1
    flagdb sql "$DB" 'SELECT item, flags(bit_or(marks)) AS marks, bit_and(marks) AS all_of_them FROM "Part" GROUP BY item ORDER BY coalesce(item, 0)'
    """#,
  ]

  /// Cascades that reach a record over several ways, some of them for a class and its subclass.
  static let deletionLines = [
    #"""
    cat > deletions.swift <<'END'
    @Model class House {
      @Attribute(.unique) var name: String
      @Relationship(deleteRule: .cascade, inverse: \Room.house) var rooms: [Room] = []
      @Relationship(deleteRule: .cascade, inverse: \Tenant.house) var tenants: [Tenant] = []
      @Relationship(deleteRule: .cascade) var plan: Plan?
    }
    @Model class Villa: House { @Relationship(deleteRule: .cascade, inverse: \Pool.villa) var pools: [Pool] = [] }
    @Model final class Room {
      var name: String
      var house: House?
      @Relationship(deleteRule: .cascade, inverse: \Chair.room) var chairs: [Chair] = []
    }
    @Model final class Tenant {
      var name: String
      var house: House?
      @Relationship(deleteRule: .cascade, inverse: \Chair.tenant) var chairs: [Chair] = []
      @Relationship(deleteRule: .cascade) var tools: [Tool] = []
    }
    @Model final class Chair { var room: Room?; var tenant: Tenant? }
    @Model final class Pool { var villa: Villa? }
    @Model final class Plan { var size: Int = 0 }
    @Model final class Tool { var name: String }
    END
    flagdb new "$DB" deletions.swift --audit
    flagdb insert "$DB" Plan size=1; flagdb insert "$DB" Plan size=2
    flagdb insert "$DB" House name=h plan=1; flagdb insert "$DB" Villa name=v plan=2
    printf 'name,house\nr1,h\nr2,v\nr3,v\n' | flagdb insert "$DB" Room --from -
    printf 'name\nt1\nt2\nt3\n' | flagdb insert "$DB" Tool --from -
    flagdb insert "$DB" Tenant name=ann house=h tools=1,2; flagdb insert "$DB" Tenant name=bob house=v tools=3
    printf 'room,tenant\n1,1\n2,2\n3,1\n,2\n3,\n' | flagdb insert "$DB" Chair --from -
    flagdb insert "$DB" Pool villa=2; flagdb insert "$DB" Pool villa=2
    """#,
    #"for w in 'name == "h"' 'name == "v"' 'true' 'id == 7'; do flagdb delete "$DB" House --where "$w" --dry-run 2>&1 >/dev/null | grep would; done; flagdb delete "$DB" Villa --all --dry-run 2>&1 >/dev/null | grep would"#,
    #"flagdb delete "$DB" Villa --all; for e in House Room Tenant Chair Pool Plan Tool; do echo "$e $(flagdb query "$DB" $e --count)"; done"#,
    #"flagdb undo "$DB" >/dev/null 2>&1; for e in House Room Tenant Chair Pool Plan Tool; do echo "$e $(flagdb query "$DB" $e --count)"; done"#,
    #"flagdb delete "$DB" House --all; for e in House Room Tenant Chair Pool Plan Tool; do echo "$e $(flagdb query "$DB" $e --count)"; done"#,
  ]
}
