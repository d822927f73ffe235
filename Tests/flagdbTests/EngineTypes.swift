/// Lines of a shell about the values of one type, which the server keeps in its own form. `$DB` is a database
/// that the first of them makes.
enum EngineTypes: String, CaseIterable {
  case dates

  var lines: [String] {
    switch self {
    case .dates: Self.ofDates
    }
  }

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
      #"flagdb query "$DB" Leg --where 'trip.starts = 2026-03-01' --columns trip,when --limit 3"#,
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
}
