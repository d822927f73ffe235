/// Lines of a shell about the values of one type, which the server keeps in its own form. `$DB` is a database
/// that the first of them makes.
enum EngineTypes: String, CaseIterable {
  case dates
  case truths
  case identifiers
  case decimals
  case structures
  case patterns
  case elements
  case classes

  var lines: [String] {
    switch self {
    case .dates: Self.ofDates
    case .truths: Self.ofTruths
    case .identifiers: Self.ofIdentifiers
    case .decimals: Self.ofDecimals
    case .structures: Self.ofStructures
    case .patterns: Self.ofPatterns
    case .elements: EngineElements.lines
    case .classes: EngineClasses.lines
    }
  }

  /// Every text as a pattern for every other.
  private static let ofPatterns = [
    #"printf '@Model final class Rule { var text: String; var pattern: String }' >rule.swift && flagdb new "$DB" rule.swift"#,
    #"""
    printf '%s\n' 'a' '*' '?' 'a*' '?a' '\' '\\' '\*' 'a\' '\\*' '\%' '%' '_' 'a_' 'a%\_' '[a]' 'é?' '\é' '' >texts
    join -j 2 -o 1.1,2.1 -t "$(printf '\t')" texts texts | flagdb insert "$DB" Rule --from - --columns text,pattern -f tsv --no-header
    """#,
    #"flagdb query "$DB" Rule --count"#,
    #"flagdb query "$DB" Rule --where 'text like pattern'"#,
    #"flagdb query "$DB" Rule --where 'text like[c] pattern' --count"#,
  ]

  private static let ofDates =
    [
      #"""
      cat > trips.swift <<'END'
      @Model final class Trip {
        #Index<Trip>([\.starts])
        var name: String
        @Attribute(.unique) var starts: Date?
        var due: Date = Date(timeIntervalSince1970: 86400)
        var made: Date = Date.now
        var stops: [Date]?
        var isPaid: Bool?
        @Relationship(deleteRule: .cascade, inverse: \Leg.trip) var legs: [Leg] = []
      }
      @Model final class Leg { var trip: Trip?; var when: Date }
      END
      flagdb new "$DB" trips.swift
      """#,
      #"flagdb schema "$DB" Trip"#,
      #"flagdb insert "$DB" Trip name=a starts=2026-02-03T04:05:06.789123Z stops=2026-01-01,2025-05-05T12:00:00Z"#,
      #"flagdb insert "$DB" Trip name=b starts=0001-01-01 isPaid=true"#,
      #"flagdb insert "$DB" Trip name=c starts=9999-12-31T23:59:59.999999Z isPaid=false"#,
      #"flagdb insert "$DB" Trip name=d starts=1969-12-31T23:30:00.5+05:30"#,
      #"flagdb insert "$DB" Trip name=e starts=2026-02-03T04:05:06.789123Z"#,
      #"flagdb insert "$DB" Trip name=e starts=10000-01-01"#,
      #"flagdb insert "$DB" Trip name=e starts=2026-02-30"#,
      #"printf 'name,starts,due\nf,2026-03-01,2026-03-02T01:02:03.25Z\ng,,1900-02-28\n' | flagdb insert "$DB" Trip --from -"#,
      #"printf '{"name":"h","starts":"2024-02-29","stops":["2024-02-29","0001-01-01T00:00:00.000001Z"]}\n' | flagdb insert "$DB" Trip --from - --format ndjson"#,
      #"printf 'name,starts\nf2,2026-03-01\n' | flagdb insert "$DB" Trip --from - --upsert starts"#,
      #"printf 'name,starts\nf3,2026-03-01\ni,2026-04-01\n' | flagdb insert "$DB" Trip --from - --ignore"#,
      #"seq 10 59 | sed 's/.*/2026-03-01,2026-03-01T10:&:00Z/; 1i trip,when' | flagdb insert "$DB" Leg --from -"#,
      // Questions
      #"flagdb query "$DB" Trip --columns name,starts,due,stops"#,
      #"flagdb query "$DB" Trip --columns name,starts,stops --format ndjson --sort -starts"#,
      #"flagdb query "$DB" Trip --columns starts --raw --sort starts"#,
      #"flagdb query "$DB" Trip --where 'made > 2026-01-01' --count"#,
      #"flagdb query "$DB" Trip --columns name,year(starts),quarter(starts),month(starts),week(starts),day(starts),hour(starts),weekday(starts)"#,
      #"flagdb query "$DB" Trip --columns 'count(),min(starts),max(starts),median(starts),percentile(starts,33),count(distinct due)'"#,
      #"flagdb query "$DB" Trip --columns 'name,stops.max,median(stops),legs.when.max,legs.count'"#,
      #"flagdb query "$DB" Trip --group-by 'month(starts)' --columns 'month(starts),count(),max(due)'"#,
      #"flagdb query "$DB" Trip --group-by isPaid --across 'year(starts)'"#,
      #"flagdb query "$DB" Trip --group-by 'each(stops)'"#,
      #"flagdb query "$DB" Trip --columns due --distinct"#,
      #"flagdb query "$DB" Leg --where 'trip.starts = 2026-03-01' --columns trip.starts,when --limit 3"#,
      #"flagdb stats "$DB" Trip starts stops legs --where 'starts < 9000-01-01'"#,
      #"flagdb stats "$DB" Leg when --format json"#,
      #"flagdb stats "$DB" Trip isPaid --by 'year(starts)'"#,
      #"flagdb sql "$DB" 'SELECT name, starts, due FROM "Trip" ORDER BY id'"#,
      #"flagdb sql "$DB" 'SELECT name, starts FROM "Trip_named" WHERE id < 3 ORDER BY id'"#,
    ]
    + [
      "starts = 2026-03-01", "starts != 2026-03-01", "starts in {2026-03-01, 0001-01-01}",
      "starts not in {2026-03-01, 0001-01-01}", "starts between {2024-01-01, 2026-03-01}",
      "starts = nil", "starts < due", "starts + 7d > now", "due - starts > 3h",
      "year(starts) = 2026", "(starts ?? due) > 2000-01-01", "2026-01-01 in stops",
      "stops = {2026-01-01, 2025-05-05T12:00:00Z}", "stops.max > 2025-01-01",
      "max(starts, due) = due", "(isPaid == true ? starts : due) < 1971-01-01",
      "starts.timeIntervalSince1970 < 0", "legs.when.min > 2026-01-01", "any(legs.when) = starts",
    ].map { #"flagdb query "$DB" Trip --where '\#($0)' --columns name"# }
    + calculationsOfDecimals + halvesOfDecimals
    + [
      // Changes
      #"flagdb update "$DB" Trip --where 'name = "a"' starts=starts+7d 'due=starts-3h30m'"#,
      #"flagdb update "$DB" Trip --where 'name = "b"' starts=starts-1d"#,
      #"flagdb update "$DB" Trip --all 'starts=starts+1d'"#,
      #"flagdb update "$DB" Trip --where 'name = "d"' starts:null due=2027-01-01T00:00:00.000001Z"#,
      #"flagdb update "$DB" Trip --where 'starts = nil' 'name=day(due)' 'stops={due}'"#,
      #"flagdb update "$DB" Trip --all 'due=legs.when.max ?? stops.min ?? starts ?? due'"#,
      #"flagdb query "$DB" Trip --columns name,starts,due,stops"#,
      #"flagdb delete "$DB" Trip --where 'starts < 1000-01-01'"#,
      #"flagdb check "$DB""#,
      #"rm -f new.db; flagdb copy "$DB" new.db && flagdb diff new.db "$DB" && flagdb query new.db Trip --columns name,starts,due"#,
      #"flagdb update new.db Trip --where 'name = "a"' due=2000-01-01 && flagdb diff "$DB" new.db"#,
    ]

  private static let ofTruths =
    [
      #"""
      cat > tasks.swift <<'END'
      enum Kind: String { case chore, errand }
      @Model final class Task {
        @Attribute(.unique) var name: String
        var isDone: Bool?
        var isUrgent: Bool = false
        var answers: [Bool]?
        var kind: Kind = Kind.chore
        var size: Int?
        var note: String?
        @Relationship(deleteRule: .cascade, inverse: \Step.task) var steps: [Step] = []
      }
      @Model final class Step { var task: Task?; var isLast: Bool? }
      END
      flagdb new "$DB" tasks.swift
      """#,
      #"flagdb schema "$DB" Task"#,
      #"flagdb insert "$DB" Task name=a isDone=true answers=true,false size=3"#,
      #"flagdb insert "$DB" Task name=b isDone=no isUrgent=1 kind=errand"#,
      #"flagdb insert "$DB" Task name=c size=4"#,
      #"flagdb insert "$DB" Task name=d isDone=maybe"#,
      #"printf 'name,isDone,isUrgent\nd,true,0\ne,,true\nf,2,0\n' | flagdb insert "$DB" Task --from - --on-error skip 2>&1 | sed 's/Task [0-9]*/Task N/'"#,
      #"printf '{"name":"g","isDone":false,"answers":[true,true]}\n{"name":"h","isUrgent":true}\n' | flagdb insert "$DB" Task --from - --format ndjson"#,
      #"printf 'name,isUrgent\ng,true\ni,false\n' | flagdb insert "$DB" Task --from - --upsert name"#,
      // What all records have in common
      #"(echo name; seq 100 170) | flagdb insert "$DB" Task isDone=true isUrgent=true note=x --from -"#,
      #"(echo name,size; seq 140 240 | sed 's/.*/&,9/') | flagdb insert "$DB" Task isDone=no isUrgent=no note=9 answers=true --from - --upsert name"#,
      #"printf 'name,size\n150,7\n' | flagdb insert "$DB" Task isDone=true isUrgent=true --from - --upsert name"#,
      #"flagdb query "$DB" Task --group-by isDone,isUrgent,note,size --columns 'isDone,isUrgent,note,size,count(),max(name)'"#,
      #"printf 'task,isLast\na,true\na,false\nb,\n' | flagdb insert "$DB" Step --from -"#,
      // Questions
      #"flagdb query "$DB" Task --columns name,isDone,isUrgent,answers"#,
      #"flagdb query "$DB" Task --columns name,isDone,isUrgent,answers --format ndjson --sort -isDone,name"#,
      #"flagdb query "$DB" Task --columns name,isDone --raw"#,
      #"flagdb query "$DB" Task --columns 'name,size > 3,isDone ?? true,isDone == isUrgent,answers.count,answers.max,steps.isLast'"#,
      #"flagdb query "$DB" Task --columns 'min(isDone),max(isDone),count(isDone),count(distinct isUrgent)'"#,
      #"flagdb query "$DB" Task --group-by isDone --columns 'isDone,count(),max(isUrgent),min(size)'"#,
      #"flagdb query "$DB" Task --group-by kind --across isUrgent"#,
      #"flagdb query "$DB" Task --group-by 'each(answers)'"#,
      #"flagdb query "$DB" Task --columns isDone,isUrgent --distinct"#,
      #"flagdb query "$DB" Step --columns task.isUrgent,isLast --where task.isDone"#,
      #"flagdb stats "$DB" Task isDone isUrgent answers"#,
      #"flagdb stats "$DB" Task isUrgent --by kind"#,
      #"flagdb sql "$DB" 'SELECT name, "isDone", "isUrgent" FROM "Task" ORDER BY id'"#,
      #"flagdb sql "$DB" "SELECT name FROM \"Task\" WHERE \"isDone\" = stored(isDone, 'true') ORDER BY id""#,
      #"flagdb complete bash 5 -- query "$DB" Task --where 'isDone == '"#,
    ]
    + [
      "isDone", "!isDone", "isDone == true", "isDone != true", "isDone == nil", "isDone in {false}",
      "(isDone ?? false) == isUrgent", "Int(isUrgent) = 1", "(size > 3) == isUrgent",
      "(size = 3 ? isDone : isUrgent) == true", "any(answers) = false", "answers = {true, true}",
      "answers.allSatisfy { $0 == true }", "steps.contains { $0.isLast == true }",
      "any(steps.isLast) = isDone",
    ].map { #"flagdb query "$DB" Task --where '\#($0)' --columns name"# }
    + [
      // Changes
      #"flagdb update "$DB" Task --where 'name = "a"' isDone=false isUrgent=yes"#,
      #"flagdb update "$DB" Task --where 'name > "c"' 'isDone=size != nil'"#,
      #"flagdb update "$DB" Task --all 'isUrgent=answers.max'"#,
      #"flagdb update "$DB" Task --all 'isUrgent=answers.max ?? steps.count > 0' 'size=isDone == true ? 1 : 0'"#,
      #"flagdb update "$DB" Task --all 'note=isUrgent ? "now" : "later"'"#,
      #"flagdb query "$DB" Task --columns name,isDone,isUrgent,size,note"#,
      #"flagdb delete "$DB" Task --where '!isUrgent'"#,
      #"flagdb check "$DB""#,
      #"rm -f new.db; flagdb copy "$DB" new.db && flagdb diff new.db "$DB" && flagdb query new.db Task --columns name,isDone,answers"#,
      #"flagdb update new.db Task --where 'name = "a"' isDone=true && flagdb diff "$DB" new.db"#,
    ]

  private static let ofIdentifiers =
    [
      #"""
      cat > devices.swift <<'END'
      @Model final class Device {
        @Attribute(.unique) var token: UUID?
        var owner: UUID?
        var name: String
        var label: String?
        var made: UUID = UUID()
        var code: String = UUID().uuidString
        @Relationship(deleteRule: .nullify, inverse: \Ping.device) var pings: [Ping] = []
      }
      @Model final class Ping { var device: Device?; var at: Date }
      END
      flagdb new "$DB" devices.swift
      """#,
      #"flagdb schema "$DB" Device"#,
      #"flagdb insert "$DB" Device name=a token=550e8400-e29b-41d4-a716-446655440000"#,
      #"flagdb insert "$DB" Device name=b token=550E8400-E29B-41D4-A716-446655440000"#,
      #"flagdb insert "$DB" Device name=b token=550E8400-E29B-41D4-A716-44665544000"#,
      #"printf 'name,token,owner\nc,A50e8400-e29b-41d4-a716-446655440000,550e8400-e29b-41d4-a716-446655440000\nd,,550e8400-e29b-41d4-a716-446655440000\n' | flagdb insert "$DB" Device --from -"#,
      #"printf '{"name":"c2","token":"A50e8400-e29b-41d4-a716-446655440000"}\n{"name":"e","token":"00000000-0000-0000-0000-000000000001"}\n' | flagdb insert "$DB" Device --from - --format ndjson --upsert token"#,
      #"printf 'device,at\n550e8400-e29b-41d4-a716-446655440000,2026-01-01\n' | flagdb insert "$DB" Ping --from -"#,
      #"flagdb query "$DB" Device --columns name,token,owner"#,
      #"flagdb query "$DB" Device --columns token,owner --format json --sort -token"#,
      #"flagdb query "$DB" Device --where 'made != nil and code.count = 36 and code = uppercase(code)' --count"#,
      #"flagdb query "$DB" Device --columns 'count(token),count(distinct owner)'"#,
      #"flagdb query "$DB" Device --group-by owner --columns 'owner,count(),max(name)'"#,
      #"flagdb query "$DB" Device --columns 'String(token),lowercase(owner),prefix(token,8)'"#,
      #"flagdb query "$DB" Ping --columns device,at,device.token"#,
      #"flagdb query "$DB" Device --id A50E8400-E29B-41D4-A716-446655440000 --columns name"#,
      #"flagdb stats "$DB" Device token owner"#,
      #"flagdb sql "$DB" 'SELECT name, token, owner FROM "Device" ORDER BY id'"#,
      #"flagdb complete bash 6 -- update "$DB" Device --where 'token = "A5'"#,
    ]
    + [
      #"token = "550e8400-e29b-41d4-a716-446655440000""#, "token = nil", "token = owner",
      #"token > "550e8400-e29b-41d4-a716-446655440000""#, #"token beginswith "A5""#,
      #"token contains[c] "-a716-""#, #"token like "0*1""#, #"token matches "[0-9-]+""#,
      #"token in {"550e8400-e29b-41d4-a716-446655440000", "a50e8400-e29b-41d4-a716-446655440000"}"#,
    ].map { #"flagdb query "$DB" Device --where '\#($0)' --columns name"# }
    + [
      #"flagdb update "$DB" Device --where 'name = "a"' owner=650e8400-e29b-41d4-a716-446655440000"#,
      #"flagdb update "$DB" Device --where 'name = "d"' token=owner"#,
      #"flagdb update "$DB" Device --where 'token != nil' owner=token label=token"#,
      #"flagdb update "$DB" Device --where 'name = "d"' 'label=lowercase(owner)' owner:null"#,
      #"flagdb query "$DB" Device --columns name,token,owner,label"#,
      #"flagdb check "$DB""#,
      #"rm -f new.db; flagdb copy "$DB" new.db && flagdb diff new.db "$DB" && flagdb query new.db Device --columns name,token"#,
    ]

  /// Calculations whose results have more digits than a server keeps of a real number in a decimal.
  private static let calculationsOfDecimals = [
    "weight/3", "share/3", "share", "share * 0.1", "weight * share / 1e9", "sqrt(weight)",
    "-weight / 7", "(weight + share) / 3", "sales.paid.avg", "share * 1e3", "pieces / 8.0",
    "share > 1 ? share / 3 : weight",
  ].flatMap { calculation in
    [
      #"flagdb update "$DB" Item --where 'name = "a"' weight=99999999999.5 share=33333333333.166668"#,
      #"flagdb update "$DB" Item --where 'name = "a"' 'weight=\#(calculation)'"#,
      #"flagdb query "$DB" Item --where 'name = "a"' --columns weight"#,
    ]
  }

  /// Halves are rounded away from zero.
  private static let halvesOfDecimals = ["0.125", "0.375", "-0.125", "-0.005", "1.005", "2.675"]
    .flatMap { half in
      [
        #"flagdb update "$DB" Item --where 'name = "a"' share=\#(half)"#,
        #"flagdb update "$DB" Item --where 'name = "a"' price=share"#,
        #"flagdb query "$DB" Item --where 'name = "a"' --columns price"#,
      ]
    }

  private static let ofDecimals =
    [
      #"""
      cat > shop.swift <<'END'
      struct Marks: OptionSet { let rawValue: Int; static let new = Marks(rawValue: 1); static let old = Marks(rawValue: 2) }
      @Model final class Item {
        #Index<Item>([\.price])
        @Attribute(.unique) var name: String
        @Valid(-5...90000000000000000, places: 2) var price: Decimal?
        @Attribute(.unique) @Valid(places: 3) var code: Decimal?
        var weight: Decimal = 1.5
        var offers: [Decimal]?
        var pieces: Int = 2
        var share: Double = 0.5
        var marks: Marks = []
        @Relationship(deleteRule: .cascade, inverse: \Sale.item) var sales: [Sale] = []
      }
      @Model final class Sale { var item: Item?; @Valid(places: 2) var paid: Decimal }
      END
      flagdb new "$DB" shop.swift
      """#,
      #"flagdb schema "$DB" Item"#,
      #"flagdb insert "$DB" Item name=a price=12.5 code=1.001 offers=1.25,3 marks=new"#,
      #"flagdb insert "$DB" Item name=b price=-5 weight=-0.000001 code=1.002 marks=new,old"#,
      #"flagdb insert "$DB" Item name=c price=12.345"#,
      #"flagdb insert "$DB" Item name=c price=-5.01"#,
      #"flagdb insert "$DB" Item name=c price=1e3"#,
      #"flagdb insert "$DB" Item name=c weight=9223372036854.775807 code=-9223372036854775.808"#,
      #"flagdb insert "$DB" Item name=d code=1.001"#,
      #"flagdb insert "$DB" Item name=d weight=9223372036854.775808"#,
      #"printf 'name,price,weight\nd,7,0.1\ne,,2\nf,x,\ng,12.50,3.25\n' | flagdb insert "$DB" Item --from - --on-error skip 2>&1 | sed 's/Item [0-9]*/Item N/'"#,
      #"printf '{"name":"h","price":"0.01","offers":["2.5"]}\n{"name":"i","price":2.25}\n' | flagdb insert "$DB" Item --from - --format ndjson"#,
      #"printf 'code,price,name\n1.001,13,a\n2.5,14,j\n' | flagdb insert "$DB" Item --from - --upsert code"#,
      #"printf 'item,paid\na,1.10\na,2.20\nb,3.30\ni,\n' | flagdb insert "$DB" Sale --from - --on-error skip 2>&1"#,
      // Questions
      #"flagdb query "$DB" Item --columns name,price,code,weight,offers"#,
      #"flagdb query "$DB" Item --columns name,price,weight,offers --format ndjson --sort -price,name"#,
      #"flagdb query "$DB" Item --columns name,price --raw --sort price"#,
      #"flagdb query "$DB" Item --columns 'name,price+1,price*2,price/4,-price,price+weight,price ?? 0,price > 7,floor(price),Double(price),offers.sum,sales.paid.sum,sales.paid.max'"#,
      #"flagdb query "$DB" Item --columns 'sum(price),avg(price),min(price),max(price),median(price),percentile(price,90),count(price),count(distinct price)'"#,
      #"flagdb query "$DB" Item --group-by price --columns 'price,count(),max(code)' --sort -price"#,
      #"flagdb query "$DB" Item --group-by price --columns 'price,count()' --having 'price > 7'"#,
      #"flagdb query "$DB" Item --group-by 'each(marks),price' --columns 'each(marks),price,sum(weight),max(weight)' --where 'weight < 1000'"#,
      #"flagdb query "$DB" Item --group-by 'each(offers)'"#,
      #"flagdb query "$DB" Item --group-by price --across pieces"#,
      #"flagdb query "$DB" Item --columns price --distinct"#,
      #"flagdb query "$DB" Sale --columns item,paid,item.price --where 'item.price > 1'"#,
      #"flagdb query "$DB" Item --id 1.001 --columns name"#,
      #"flagdb stats "$DB" Item price weight offers --where 'weight < 1000'"#,
      #"flagdb stats "$DB" Sale paid --format json"#,
      #"flagdb sql "$DB" 'SELECT name, price, code FROM "Item" ORDER BY id'"#,
      #"flagdb sql "$DB" "SELECT name FROM \"Item\" WHERE price > stored(price, '7.01') ORDER BY id" --format json"#,
    ]
    + [
      "price = 12.5", "price != 13", "price in {13, 7.00}", "price not in {13, 7}",
      "price between {0, 12.5}", "price = nil", "price > 7", "price >= 7.0", "price < weight",
      "price > pieces", "price > share", "price = 2.25", "price * 2 = 4.5", "price % 2 = 1",
      "(price ?? 100) > 50", "max(price, 3) = 3", "Int(price) = 12", "offers contains 2.5",
      "any(sales.paid) = 2.2", "sales.paid.sum > 3", "code = 1.001",
    ].map { #"flagdb query "$DB" Item --where '\#($0)' --columns name"# }
    + [
      // Changes
      #"flagdb update "$DB" Item --where 'name = "a"' price=7.75 weight:null"#,
      #"flagdb update "$DB" Item --where 'name = "a"' 'price=price*2' 'weight=price/3'"#,
      #"flagdb update "$DB" Item --where 'name = "b"' 'price=price - 1'"#,
      #"flagdb update "$DB" Item --where 'name = "c"' 'weight=weight*2'"#,
      #"flagdb update "$DB" Item --all 'price=sales.paid.sum + offers.max'"#,
      #"flagdb update "$DB" Item --all 'price=offers.sum ?? price ?? 1.5' 'share=weight' 'pieces=Int(weight) % 7'"#,
      #"flagdb update "$DB" Item --where 'name = "d"' code=1.002"#,
      #"flagdb query "$DB" Item --columns name,price,weight,share,pieces"#,
      #"flagdb delete "$DB" Item --where 'price = 2.5'"#,
      #"flagdb check "$DB""#,
      #"rm -f new.db; flagdb copy "$DB" new.db && flagdb diff new.db "$DB" && flagdb query new.db Item --columns name,price,code,offers"#,
      #"flagdb update new.db Item --where 'name = "a"' price=0.5 && flagdb diff "$DB" new.db"#,
    ]

  private static let ofStructures =
    [
      #"""
      cat > plans.swift <<'END'
      enum Day: String { case mon, tue = "TU", wed }
      struct Rule: Codable { let unit: String; let days: Int; let note: String? }
      enum Care: Codable { case never, every(days: Int, at: String), other(String) }
      @Model final class Plan {
        @Attribute(.unique) var name: String
        var tags: [String]?
        var sizes: [Int] = []
        var weights: [Double]?
        var days: [Day]?
        var marks: Set<String>?
        var rules: [Rule] = []
        var care: Care?
        var labels: [String: Int]?
        var shares: [String: Double]?
        var extra: Any?
        var note: String?
        @Relationship(deleteRule: .cascade, inverse: \Part.plan) var parts: [Part] = []
      }
      @Model final class Part { var plan: Plan?; var title: String; var weight: Double = 1 }
      END
      flagdb new "$DB" plans.swift
      """#,
      #"flagdb schema "$DB" Plan"#,
      #"flagdb insert "$DB" Plan name=a tags=b,a,b sizes=3,-1 weights=1,0.5,1e20,5e-7 days=mon,tue marks=z,a,z"#,
      #"flagdb insert "$DB" Plan name=b 'rules=[{"unit":"d","days":3},{"days":1,"note":"q\"\\ü","unit":"w"}]' care=never 'labels={"zz":1,"a":2,"ä b":3}'"#,
      #"flagdb insert "$DB" Plan name=c 'care={"every":{"days":2,"at":"noon"}}' 'shares={"long":1,"b":2.5}' 'tags=["x, y","tab\t","\u0001é","[]"]'"#,
      #"flagdb insert "$DB" Plan name=d sizes=x"#,
      #"flagdb insert "$DB" Plan name=d 'rules=[{"unit":"d"}]'"#,
      #"printf 'name,tags,sizes,labels\nd,"[""a""]","[1,2]","{""b"":1,""aa"":0}"\ne,,,\nf,"[""b"",""a""]",7,{}\n' | flagdb insert "$DB" Plan --from -"#,
      #"printf '{"name":"g","tags":["a"],"weights":[2,1e20],"rules":[{"days":9,"unit":"y"}],"care":{"other":{"_0":"x"}}}\n{"name":"h","marks":["b","a"],"labels":{"q":5}}\n' | flagdb insert "$DB" Plan --from - --format ndjson"#,
      #"printf '{"name":"h","sizes":[5],"marks":[]}\n' | flagdb insert "$DB" Plan --from - --format ndjson --upsert name"#,
      #"flagdb insert "$DB" Plan name=x extra=1 && flagdb insert "$DB" Plan name=y extra=word"#,
      #"flagdb query "$DB" Plan --where 'extra = 1 or extra = "word"' --columns name,extra"#,
      #"flagdb query "$DB" Plan --where 'extra in {1, 2} or extra contains "or"' --count"#,
      #"flagdb delete "$DB" Plan --where 'extra != nil'"#,
      #"printf 'plan,title,weight\na,x,1\na,y,2.5\nb,z,0.125\n' | flagdb insert "$DB" Part --from -"#,
      // Questions
      #"flagdb query "$DB" Plan --columns name,tags,sizes,weights,days,marks"#,
      #"flagdb query "$DB" Plan --columns name,rules,care,labels,shares"#,
      #"flagdb query "$DB" Plan --columns tags,weights,days,rules,care,labels --format ndjson"#,
      #"flagdb query "$DB" Plan --columns name,days,rules,shares --raw"#,
      #"flagdb query "$DB" Plan --columns name,tags.count,sizes.sum,sizes.max,weights.max,labels.count,parts.title,parts.weight"#,
      #"flagdb query "$DB" Plan --group-by tags --columns 'tags,count(),max(name)'"#,
      #"flagdb query "$DB" Plan --group-by 'each(tags)'"#,
      #"flagdb query "$DB" Plan --group-by 'each(days)' --across name"#,
      #"flagdb query "$DB" Plan --columns labels --distinct"#,
      #"flagdb query "$DB" Plan --columns 'count(tags),count(distinct sizes)'"#,
      #"flagdb query "$DB" Part --columns title,plan.tags,plan.rules --where 'plan.tags.count > 1'"#,
      #"flagdb stats "$DB" Plan tags sizes weights marks rules care labels"#,
      #"flagdb sql "$DB" 'SELECT name, tags, weights, rules, care, labels, shares FROM "Plan" ORDER BY id'"#,
      #"flagdb sql "$DB" 'SELECT name, rules FROM "Plan_named" WHERE id < 3 ORDER BY id'"#,
    ]
    + [
      #"tags contains "a""#, #"any(tags) beginswith "x""#, "tags = {a}", #"tags = {"b", "a"}"#,
      #"tags != {"a"}"#, "tags = nil", "sizes.isEmpty", "sizes.max > 2", "any(sizes) < 0",
      "weights contains 1e20", "days contains .tue", #"marks = {"z", "a"}"#, #"marks contains "b""#,
      #"marks.isSuperset(of: {"a"})"#, "rules.count = 2", "rules.contains { $0.days > 2 }",
      #"any(rules.unit) = "w""#, #"care = nil"#, "care.every.days = 2", #"labels["a"] = 2"#,
      "labels.count > 1", "tags.allSatisfy { $0 < \"c\" }",
    ].map { #"flagdb query "$DB" Plan --where '\#($0)' --columns name"# }
    + [
      // Changes
      #"flagdb update "$DB" Plan --where 'name = "a"' tags=c,d sizes=[] 'rules=[{"unit":"m","days":0}]' days:null"#,
      #"flagdb update "$DB" Plan --where 'name = "e"' 'labels={"x":1}' care=never weights=0.1"#,
      #"flagdb update "$DB" Plan --all 'tags=tags ?? marks'"#,
      #"flagdb update "$DB" Plan --where 'tags = nil' 'tags=parts.title'"#,
      #"flagdb update "$DB" Plan --all 'note=tags.count > 1 ? "many" : "few"'"#,
      #"flagdb query "$DB" Plan --columns name,tags,sizes,weights,days,rules,care,labels,note"#,
      #"flagdb delete "$DB" Plan --where 'tags contains "c"'"#,
      #"flagdb check "$DB""#,
      #"rm -f new.db; flagdb copy "$DB" new.db && flagdb diff new.db "$DB" && flagdb query new.db Plan --columns name,tags,weights,rules,labels"#,
      #"flagdb update new.db Plan --where 'name = "b"' 'labels={"zz":1,"a":3}' && flagdb diff "$DB" new.db"#,
    ]
}
