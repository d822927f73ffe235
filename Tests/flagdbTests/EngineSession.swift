/// Lines of a shell in their order, where `$DB` is a database that the first of them makes.
enum EngineSession: String, CaseIterable {
  case replacing
  case ownKind
  case patterns
  case numbers
  case limits
  case groups
  case deletions
  case uniqueAlone

  var lines: [String] {
    switch self {
    case .replacing: Self.replacingLines
    case .ownKind: Self.ownKindLines
    case .patterns: Self.patternLines
    case .numbers: Self.numberLines
    case .limits: Self.limitLines
    case .groups: Self.groupLines
    case .deletions: Self.deletionLines
    case .uniqueAlone: Self.uniqueAloneLines
    }
  }

  /// `insert --replace` of records that are found by any of their unique values.
  private static let replacingLines = [
    #"""
    cat > shelf.swift <<'END'
    @Model final class Box {
      #Unique<Box>([\.row, \.place])
      @Attribute(.unique) var label: String
      @Attribute(.unique) var number: Int?
      var row: Int?
      var place: Int?
      var weight: Double = 1.5
      var note: String?
      @Relationship(deleteRule: .cascade, inverse: \Thing.box) var things: [Thing] = []
    }
    @Model final class Thing {
      var name: String
      var box: Box?
    }
    END
    flagdb new "$DB" shelf.swift
    """#,
    #"printf 'label,number,row,place,weight,note\na,1,1,1,7,old\nb,2,1,2,8,old\nc,,,,9,old\n' | flagdb insert "$DB" Box --from -"#,
    #"flagdb insert "$DB" Thing name=x box=a && flagdb insert "$DB" Thing name=y box=b"#,
    #"printf 'label,note\na,new\nd,new\n' | flagdb insert "$DB" Box --from - --replace"#,
    #"flagdb query "$DB" Box --columns label,number,row,place,weight,note,things.count"#,
    #"printf 'label,number\nz,2\n' | flagdb insert "$DB" Box --from - --replace"#,
    #"printf 'label,row,place\nq,4,4\nr,4,4\nr,5,5\n' | flagdb insert "$DB" Box --from - --replace"#,
    #"printf '{"label":"c","weight":2}\n{"id":1,"label":"one"}\n{"label":"new","note":"n"}\n' | flagdb insert "$DB" Box --from - --format ndjson --replace"#,
    #"printf 'label,number\nc,2\n' | flagdb insert "$DB" Box --from - --replace >/dev/null 2>&1; echo $?"#,
    #"printf 'label,weight\nc,4\nd,heavy\nnew,5\n' | flagdb insert "$DB" Box --from - --replace --on-error skip"#,
    #"printf 'label,weight\nskipped,4\nc,6\n' | flagdb insert "$DB" Box --from - --replace --skip-records 1"#,
    #"printf 'label,weight\nc,40\nnever,4\n' | flagdb insert "$DB" Box --from - --replace --dry-run 2>/dev/null"#,
    #"flagdb query "$DB" Box --columns label,number,row,place,weight,note,things.count"#,
    #"flagdb query "$DB" Thing --columns name,box.label"#,
  ]

  /// Records that name others of their own kind, which may come later.
  private static let ownKindLines = [
    #"""
    cat > tree.swift <<'END'
    @Model final class Node {
      @Attribute(.unique) var name: String
      var size: Int = 0
      var parent: Node?
      var friends: [Node] = []
    }
    END
    flagdb new "$DB" tree.swift
    """#,
    #"printf '{"name":"b","parent":"a"}\n{"name":"a"}\n' | flagdb insert "$DB" Node --from - --format ndjson"#,
    #"printf 'name,parent\nd,nowhere\n' | flagdb insert "$DB" Node --from -"#,
    #"printf 'name,parent\nd,e\ne,f\nf,nowhere\ng,a\n' | flagdb insert "$DB" Node --from - --on-error skip"#,
    #"printf '{"name":"h","friends":["i","a"]}\n{"name":"i","friends":["h"]}\n' | flagdb insert "$DB" Node --from - --format ndjson"#,
    #"printf 'name,size,parent\na,5,k\nk,6,\n' | flagdb insert "$DB" Node --from - --upsert name"#,
    #"printf 'name,parent\nl,mmmmmm\nm,\nn,l\n' | flagdb insert "$DB" Node --from - --batch 1"#,
    #"printf 'name,size,parent\nb,3,o\no,4,b\n' | flagdb insert "$DB" Node --from - --replace"#,
    #"flagdb query "$DB" Node --columns name,size,parent.name,friends.name"#,
    #"flagdb update "$DB" Node --where "name = 'b'" size=friends.count parent:null && flagdb query "$DB" Node --columns name,size,parent"#,
    #"flagdb check "$DB""#,
  ]

  /// A line that counts the records of each condition.
  private static func counts(_ entity: String, _ conditions: [String]) -> [String] {
    stride(from: 0, to: conditions.count, by: 3).map { start in
      let some = conditions[start..<min(start + 3, conditions.count)]
      return """
        while IFS= read -r condition; do
          flagdb query "$DB" \(entity) --where "$condition" --columns n --format ndjson | tr -d '\n'
          echo " $condition"
        done <<'END'
        \(some.joined(separator: "\n"))
        END
        """
    }
  }

  /// Regular expressions, which mean the same whatever the letters of a database are.
  private static let patternLines =
    [
      #"""
      cat > texts.swift <<'END'
      @Model final class Line {
        var n: Int
        var text: String
      }
      END
      flagdb new "$DB" texts.swift
      printf '%s\n' '{"n":1,"text":"a\nb"}' '{"n":2,"text":"ä"}' '{"n":3,"text":"ß"}' '{"n":4,"text":"日本"}' \
        '{"n":5,"text":"a\u00a0b"}' '{"n":6,"text":"Σ"}' '{"n":7,"text":"ς"}' '{"n":8,"text":"z z"}' '{"n":9,"text":"Zürich"}' \
        '{"n":10,"text":""}' '{"n":11,"text":"x_1"}' '{"n":12,"text":"e\u0301"}' | flagdb insert "$DB" Line --from - --format ndjson
      """#
    ]
    + counts(
      "Line",
      [
        "text matches '.*'", #"text matches '\\w+'"#, #"text matches '[\\w\\s]*'"#,
        #"text matches '.*\\s.*'"#, "text matches[c] 'σ'", "text matches[c] '[a-z].*'",
        #"text matches '.*\\bz\\b'"#, #"text matches '\\p{L}+'"#, #"text matches '\\Az.*'"#,
        "text matches '(?i)Z.*'", "text matches[cd] 'zurich'", "text matches[d] '.'",
        "not (text matches '[a-z].*')", "text matches 'Z(ü|u)r.{2}h'", "text matches ''",
        #"text matches '(a)\\1'"#, "text matches 'a(?=b)'", "text <[c] text.uppercased() + 'x'",
        "(text + 'Σ').lowercased() = text.lowercased() + 'σ'",
      ])

  /// Real and whole numbers at the ends of what they can be: nothing stops a query.
  private static let numberLines =
    [
      #"""
      cat > numbers.swift <<'END'
      @Model final class Number {
        var n: Int
        var g: Double?
        var i: Int64 = 0
        var s: String = "1"
        var parts: [Double] = []
      }
      END
      flagdb new "$DB" numbers.swift
      printf '%s\n' n,g,i,s 1,1e308,9223372036854775807,1e400 2,-1e308,-9223372036854775808,-1e400 3,1e-200,0,1e-400 \
        4,2,1,2.5 5,-0.5,-1,x 6,0,64,1e12345 7,,3,'9223372036854775807.5' 8,1e15,9007199254740993,1e308 \
        9,9223372036854775807,9223372036854775806,1e00005 10,1234567890123456.7,-64,4.9e-324 11,5e-324,7,'1e-99999' \
        | flagdb insert "$DB" Number --from -
      """#
    ]
    + counts(
      "Number",
      [
        "g * g > 1", "g + g > 1", "g - 2 * g < 0", "i / g > 5", "g * 1e-200 * 1e-200 == 0",
        "g / 1e300 / 1e300 == 0", "exp(-g) > 0.5", "exp(g) > 1", "exp(g * 1e3) >= 0", "i ** 30 > 5",
        "g ** -1 > 0", "g ** 0.5 > 0", "g ** g > 1", "2 ** g == 0", "g ** 3 < 0", "g / g == 1",
        "1 / g > 0",
        "g * g * g * g > 1", "g * 1e300 > g", "g / 1e-300 > g", "g / (g - 2) > 1", "Int(g) == 2",
        "Int(g) > 100", "Int(g) == 1234567890123456", "Int(g) == 9223372036854775807",
        "Int(g) < -100",
        "i << 64 == 0", "i << 1 > 0", "i >> 70 == 0", "i >> 70 == -1", "i << i == 0",
        "i >> -2 == 4",
        "Double(s) > 1e308", "Double(s) < -1e308", "Double(s) == 0", "Double(s) > 2.4",
        "Int(s) > 5",
        "i == 9223372036854775807.0", "i >= 9223372036854775806.5", "i < 9223372036854775808.0",
        "i == g", "i > g", "i >= g", "i < g", "i != g", "g == i", "g < i", "i == g * 1",
        "abs(i) > 5", "i + 1 > 0", "i * i > 0", "-i < 0", "g * 0 == 0",
        "sqrt(g) > 1",
        "ln(g) > 1", "(g + 1) * (g - 1) > 0", "g + 1 > g", "g + 1e308 > 1e308", "g - 1e308 < 0",
        "-g * g < 0", "g % 3 == 1",
      ])
    + [
      #"for c in 'sum(g)' 'avg(g)' 'sum(g * 1)' 'sum(g * g)' 'avg(g) * 2' 'count() * 2.5' 'max(g) * 10' 'stddev(g)' 'stddev(i)' 'sum(i)' 'avg(i)'; do flagdb query "$DB" Number --columns "$c"; done"#,
      #"for c in 'sum(g)' 'avg(g)' 'stddev(g)' 'avg(g) * 2' 'count() * 2.5' 'sum(i)' 'sum(g) + avg(g) * count()'; do flagdb query "$DB" Number --where 'n in {4,5,6,8}' --columns "$c"; done"#,
      #"flagdb query "$DB" Number --where 'n in {4,5,6,8}' --group-by 'g * g' --columns 'g * g,count(),sum(g * g) * 2'"#,
      #"flagdb update "$DB" Number --where 'n == 10' 'i=Int(g)' && flagdb query "$DB" Number --where 'n == 10' --columns i"#,
      #"flagdb update "$DB" Number --where 'n == 1' 'g=g*10' 2>&1 | head -1"#,
      #"flagdb update "$DB" Number --where 'n == 4' 'g=(g + 1) * (g - 0.5) / 3' && flagdb query "$DB" Number --where 'n == 4' --columns g"#,
    ]

  /// An attribute that `#Unique` names alone.
  private static let uniqueAloneLines = [
    #"""
    cat > people.swift <<'END'
    @Model final class Person {
      #Unique<Person>([\.code], [\.row, \.place])
      var code: String
      var row: Int?
      var place: Int?
      var boss: Person?
      @Relationship(inverse: \Person.friends) var friends: [Person] = []
    }
    END
    flagdb new "$DB" people.swift && flagdb migrate "$DB" people.swift && flagdb schema "$DB"
    """#,
    #"flagdb insert "$DB" Person code=p1 row=1 place=1 && flagdb insert "$DB" Person code=p2 boss=p1 friends=p1"#,
    #"flagdb update "$DB" Person --id p1 boss=p2 friends+=p2 && flagdb query "$DB" Person --id p1"#,
    #"flagdb query "$DB" Person --id p3; flagdb insert "$DB" Person code=p1; flagdb insert "$DB" Person code=p3 boss=p4"#,
    #"printf 'code,row,place,boss\np1,5,6,p3\np3,7,8,\n' | flagdb insert "$DB" Person --from - --upsert code"#,
    #"printf 'code,row\np1,9\np4,10\n' | flagdb insert "$DB" Person --from - --ignore; printf 'code,row\np2,11\np5,12\n' | flagdb insert "$DB" Person --from - --replace"#,
    #"printf 'code,row\np1,9\n' | flagdb insert "$DB" Person --from - --upsert row"#,
    #"flagdb query "$DB" Person -c code,row,place,boss; flagdb query "$DB" Person -c code,friends --where 'boss == "p3"'; flagdb stats "$DB" Person code"#,
    #"rm -f new.db; flagdb copy "$DB" new.db && flagdb update new.db Person --id p2 row=13 boss=p4 && flagdb diff "$DB" new.db; flagdb delete "$DB" Person --id p2; flagdb check "$DB""#,
  ]
}
