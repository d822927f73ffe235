import Testing

/// Numbers, dates, cases and arrays: what is calculated, and what is compared.
@Suite struct CalculationTests {
  @Test(arguments: [
    PredicateCase(
      "age + 1 > 5",
      "iif(typeof(age + ?) = 'integer', age + ?, NULL) > ? -- 1, 1, 5", [1, 5]),
    PredicateCase(
      "age * 2 = 60",
      "iif(typeof(age * ?) = 'integer', age * ?, NULL) = ? -- 2, 2, 60", [1]),
    PredicateCase("-age > 0", "iif(typeof(-age) = 'integer', -age, NULL) > ? -- 0", [2]),
    PredicateCase(
      "age / 0 = 1",
      "iif(typeof(age / ?) = 'integer', age / ?, NULL) = ? -- 0, 0, 1", []),
    PredicateCase("age % 7 = 2", "(age % ?) = ? -- 7, 2", [1]),
    PredicateCase(
      "age / 7 = -1",
      "iif(typeof(age / ?) = 'integer', age / ?, NULL) = ? -- 7, 7, -1", [2]),
    PredicateCase("(age & 4) != 0", "(age & ?) != ? -- 4, 0", [1, 3, 5]),
    PredicateCase("age << 1 = 60", "(age << ?) = ? -- 1, 60", [1]),
    PredicateCase("~age = -31", "(~age) = ? -- -31", [1]),
    PredicateCase("age ^ 1 = 31", "((age | ?) & ~(age & ?)) = ? -- 1, 1, 31", [1]),
    PredicateCase("age ** 2 = 900", "pow(age, ?) = ? -- 2, 900", [1]),
    PredicateCase("weight / 2 = 30.25", "(weight / ?) = ? -- 2, 30.25", [1, 4]),
    PredicateCase("age / 2.0 = 6", "(age / ?) = ? -- 2.0, 6", [5]),
    PredicateCase("fee > 10", "fee > ? -- 1000", [1, 5]),
    PredicateCase(
      "fee + 1 > 11",
      "iif(typeof(fee + ?) = 'integer', fee + ?, NULL) > ? -- 100, 100, 1100", [1, 5]),
    PredicateCase(
      "fee + 0.005 > 10.5",
      "iif(typeof((fee * 10) + ?) = 'integer', (fee * 10) + ?, NULL) > ? -- 5, 5, 10500", [1, 5]),
    PredicateCase(
      "fee + 5e-3 > 10.5",
      "iif(typeof((fee * 10) + ?) = 'integer', (fee * 10) + ?, NULL) > ? -- 5, 5, 10500", [1, 5]),
    PredicateCase(
      "fee + 1e0 > 11",
      "iif(typeof(fee + ?) = 'integer', fee + ?, NULL) > ? -- 100, 100, 1100", [1, 5]),
    PredicateCase(
      "fee * 2 = 21",
      "iif(typeof(fee * ?) = 'integer', fee * ?, NULL) = ? -- 2, 2, 2100", [1]),
    PredicateCase(
      "fee * 1.5 > 15",
      "(CAST(fee AS REAL) / ? * (CAST(? AS REAL) / ?)) > ? -- 100.0, 15, 10.0, 15", [1, 5]),
    PredicateCase("fee / 2 = 5.25", "(CAST(fee AS REAL) / ? / ?) = ? -- 100.0, 2, 5.25", [1]),
    PredicateCase("fee = rate", "(fee * 10) IS rate", [1, 3]),
    PredicateCase("fee > rate", "(fee * 10) > rate", [4, 5]),
    PredicateCase("fee > age", "fee > (age * 100)", [2, 4, 5]),
    PredicateCase("fee < weight", "(CAST(fee AS REAL) / ?) < weight -- 100.0", [1, 3, 4]),
    PredicateCase(
      "fee + rate = 21",
      "iif(typeof((fee * 10) + rate) = 'integer', (fee * 10) + rate, NULL) = ? -- 21000", [1]),
    PredicateCase(
      "rate - fee = 0",
      "iif(typeof(rate - (fee * 10)) = 'integer', rate - (fee * 10), NULL) = ? -- 0", [1, 3]),
    PredicateCase("seen > now - 7d", "seen > ? -- '2026-11-13 12:00:00'", [1, 2, 4, 5]),
    PredicateCase("seen = 2026-11-20T10:00:00Z", "seen = ? -- '2026-11-20 10:00:00'", [1, 5]),
    PredicateCase("seen + 1d > now", "seen > ? -- '2026-11-19 12:00:00'", [1, 4, 5]),
    PredicateCase("seen - 1h < 2026-11-20", "seen < ? -- '2026-11-20 01:00:00'", [2]),
    PredicateCase(
      "seen - 2026-11-13 > 7d",
      """
      ((CAST(strftime('%s', substr(seen, 1, 19)) AS INTEGER) * 1000000 + \
      CAST(substr(substr(seen, 21) || '000000', 1, 6) AS INTEGER)) - ?) > ? -- \
      1794528000000000, 604800000000
      """, [1, 4, 5]),
    PredicateCase("level == .mid", "level = ? -- 5", [2, 5]),
    PredicateCase("level = mid", "level = ? -- 5", [2, 5]),
    PredicateCase("level == Level.mid", "level = ? -- 5", [2, 5]),
    PredicateCase("level in {.low, high}", "level IN (?, ?) -- 1, 9", [1, 3]),
    PredicateCase("[.low, .mid].contains(level)", "level IN (?, ?) -- 1, 5", [1, 2, 5]),
    PredicateCase("level.rawValue > 4", "level > ? -- 4", [2, 3, 5]),
    PredicateCase("level > .low", "level > ? -- 1", [2, 3, 5]),
    PredicateCase("(1...12).contains(age)", "age BETWEEN ? AND ? -- 1, 12", [5]),
    PredicateCase("age in 0..<31", "age >= ? AND age < ? -- 0, 31", [1, 4, 5]),
    PredicateCase("age in 5...", "age >= ? -- 5", [1, 3, 5]),
    PredicateCase("age in ...0", "age <= ? -- 0", [2, 4]),
    PredicateCase(
      "age BETWEEN {0, readings.count}",
      "age >= ? AND age <= (SELECT count(*) FROM Reading WHERE patient = Patient.id) -- 0", [4]),
    PredicateCase("age not in {12, 30}", "age NOT IN (?, ?) -- 12, 30", [2, 3, 4]),
    PredicateCase(
      "age in {readings.count, 12, 30}",
      "age IN (?, ?) OR age = (SELECT count(*) FROM Reading WHERE patient = Patient.id) -- 12, 30",
      [1, 5]),
    PredicateCase("{12, 30} contains age", "age IN (?, ?) -- 12, 30", [1, 5]),
    PredicateCase(
      "isWell ? age > 10 : age < 0",
      "isWell = ? AND age > ? OR isWell IS NOT ? AND age < ? -- 1, 10, 1, 0", [1, 2]),
    PredicateCase("(isWell ? age : 0) = 12", "iif(isWell = ?, age, ?) = ? -- 1, 0, 12", []),
    PredicateCase(
      "TERNARY(isWell = YES, age, 0) = 30",
      "iif(isWell = ?, age, ?) = ? -- 1, 0, 30", [1]),
    PredicateCase("(isWell ?? false) == false", "coalesce(isWell, ?) = ? -- 0, 0", [2, 3, 5]),
    PredicateCase("(age > 5) == isWell", "((age > ?) IS TRUE) IS isWell -- 5", [1, 2]),
    PredicateCase("(weight ?? 0) = 0", "coalesce(weight, ?) = ? -- 0.0, 0", [2, 5]),
    PredicateCase("weight == weight", "weight IS weight", [1, 2, 3, 4, 5]),
    PredicateCase("1 == 1", "? = ? -- 1, 1", [1, 2, 3, 4, 5]),
    PredicateCase(
      "abs(age) = 7",
      "abs(iif(age = ?, NULL, age)) = ? -- -9223372036854775808, 7", [2]),
    PredicateCase(
      "abs(fee) = 2.5",
      "abs(iif(fee = ?, NULL, fee)) = ? -- -9223372036854775808, 250", [3]),
    PredicateCase("floor(weight) = 60", "floor(weight) = ? -- 60", [1, 4]),
    PredicateCase("sqrt(weight) > 8", "sqrt(weight) > ? -- 8", [3]),
    PredicateCase("max(age, 20) = 20", "max(age, ?) = ? -- 20, 20", [2, 4, 5]),
    PredicateCase(
      "max({age, 20, weight}) = 60.5", "max(CAST(age AS REAL), ?, weight) = ? -- 20.0, 60.5",
      [1, 4]),
    PredicateCase("max(fee, 20) = 20", "max(fee, ?) = ? -- 2000, 2000", [1, 2, 3, 4, 5]),
    PredicateCase("max(fee, 10.25) = 10.5", "max(fee, ?) = ? -- 1025, 1050", [1]),
    PredicateCase(
      "min(fee, age) = 10.5",
      """
      iif(typeof(min(fee, (age * 100))) = 'integer', min(fee, (age * 100)), NULL) = ? -- 1050
      """, [1]),
    PredicateCase(
      "max(fee, age) = nil",
      """
      iif(typeof(max(fee, (age * 100))) = 'integer', max(fee, (age * 100)), NULL) IS NULL
      """, [3]),
    PredicateCase(
      "(weight ?? age) / 2 = -3.5", "(coalesce(weight, CAST(age AS REAL)) / ?) = ? -- 2, -3.5", [2]),
    PredicateCase(
      "(isWell ? 0.5 : age) / 2 = 0.25",
      "(iif(isWell = ?, ?, CAST(age AS REAL)) / ?) = ? -- 1, 0.5, 2, 0.25",
      [1, 4]),
    PredicateCase(
      "fee % age = -2.5",
      """
      (iif(age > ? OR age < ?, fee, fee % (age * 100))) = ? -- \
      92233720368547758, -92233720368547758, -250
      """, [3]),
    PredicateCase(
      "sum({age, 1}) = 31",
      "iif(typeof(age + ?) = 'integer', age + ?, NULL) = ? -- 1, 1, 31", [1]),
    PredicateCase(
      "FUNCTION(age, 'add:to:', 1) = 13",
      "iif(typeof(age + ?) = 'integer', age + ?, NULL) = ? -- 1, 1, 13", [5]),
    PredicateCase("CAST(age, 'NSString') = '30'", "CAST(age AS TEXT) = ? -- '30'", [1]),
    PredicateCase("Double(age) / 2 = 15", "(CAST(age AS REAL) / ?) = ? -- 2, 15", [1]),
    PredicateCase("age > 0x10", "age > ? -- 16", [1, 3]),
    PredicateCase("age > 0b10000", "age > ? -- 16", [1, 3]),
    PredicateCase("age = 0o14", "age = ? -- 12", [5]),
    PredicateCase("age = 1_2", "age = ? -- 12", [5]),
    PredicateCase("age > -.5", "age > ? -- -0.5", [1, 3, 4, 5]),
    PredicateCase("#age > 5", "age > ? -- 5", [1, 3, 5]),
    PredicateCase("NOT (age > 5 OR age < 0)", "age <= ? AND age >= ? -- 5, 0", [4]),
    PredicateCase("age>5&&age<40", "age > ? AND age < ? -- 5, 40", [1, 5]),
    PredicateCase("!isWell", "isWell IS NOT ? -- 1", [2, 3, 5]),
    PredicateCase(
      "isWell == YES && isWell != nil",
      "isWell = ? AND isWell IS NOT NULL -- 1", [1, 4]),
    PredicateCase(
      "tags contains 'vip'",
      "EXISTS (SELECT 1 FROM json_each(tags) AS tags WHERE value = ?) -- 'vip'", [1, 3]),
    PredicateCase(
      #"tags.contains("vip")"#,
      "EXISTS (SELECT 1 FROM json_each(tags) AS tags WHERE value = ?) -- 'vip'", [1, 3]),
    PredicateCase(
      "'vip' in tags",
      "EXISTS (SELECT 1 FROM json_each(tags) AS tags WHERE value = ?) -- 'vip'", [1, 3]),
    PredicateCase("tags.count > 1", "(SELECT count(*) FROM json_each(tags) AS tags) > ? -- 1", [1]),
    PredicateCase("tags.isEmpty", "NOT EXISTS (SELECT 1 FROM json_each(tags) AS tags)", [2, 5]),
    PredicateCase(
      "ANY tags like 'a*'",
      "EXISTS (SELECT 1 FROM json_each(tags) AS tags WHERE value GLOB ?) -- 'a*'", [4]),
    PredicateCase(
      "ALL tags beginswith 'v'",
      """
      NOT EXISTS (SELECT 1 FROM json_each(tags) AS tags WHERE value < ? OR value >= ?) -- \
      'v', 'w'
      """, [2, 3, 5]),
    PredicateCase(
      "tags.first = 'new'",
      #"(SELECT value FROM json_each(tags) AS tags ORDER BY "key" LIMIT 1) = ? -- 'new'"#, [1]),
    PredicateCase("tags[SIZE] = 2", "(SELECT count(*) FROM json_each(tags) AS tags) = ? -- 2", [1]),
    PredicateCase(
      "tags.filter { $0.hasPrefix('v') }.count = 1",
      """
      (SELECT count(*) FROM json_each(tags) AS tags WHERE value >= ? AND value < ?) = ? -- \
      'v', 'w', 1
      """, [1, 3]),
    PredicateCase(
      "doses.max = 3",
      "(SELECT max(value) FROM json_each(doses) AS doses) = ? -- 3", [1]),
    PredicateCase(
      "doses.contains { $0 > 6 }",
      "EXISTS (SELECT 1 FROM json_each(doses) AS doses WHERE value > ?) -- 6", [4]),
    PredicateCase(
      "doses.@sum.self > 5",
      "iif(doses IS NULL, NULL, (SELECT coalesce(sum(value), 0) FROM json_each(doses) AS doses)) > ? -- 5",
      [1, 4]),
    PredicateCase(
      "doses.map { $0 * 2 }.max() > 10",
      """
      (SELECT max(iif(typeof(value * ?) = 'integer', value * ?, NULL)) FROM \
      json_each(doses) AS doses) > ? -- 2, 2, 10
      """, [4]),
    PredicateCase(
      "doses[SELF > 2].count = 1",
      "iif(doses IS NULL, NULL, (SELECT count(*) FROM json_each(doses) AS doses WHERE value > ?)) = ? -- 2, 1",
      [1, 4]),
  ])
  func values(_ one: PredicateCase) throws { try Clinic.check(one) }
}
