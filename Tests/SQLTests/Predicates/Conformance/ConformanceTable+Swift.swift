// What stands in the closures of `#Predicate` over an app's models, and arrays.

extension ConformanceTable {
  /// Arrays as wholes, and as sets of their elements
  static let arrays: [ConformanceCase] = [
    .init(
      "array == list", #"tags == ["new", "vip"]"#,
      """
      iif(json_valid(tags), json_array_length(tags), NULL) = 2 AND NOT EXISTS (SELECT \
      "key", value FROM json_each(tags) EXCEPT SELECT "key", value FROM json_each(?)) -- \
      '["new","vip"]'
      """, [1]),
    .init(
      "array = list in braces", "tags = {'vip'}",
      """
      iif(json_valid(tags), json_array_length(tags), NULL) = 1 AND NOT EXISTS (SELECT \
      "key", value FROM json_each(tags) EXCEPT SELECT "key", value FROM json_each(?)) -- \
      '["vip"]'
      """, [3]),
    .init(
      "array != list", #"tags != ["vip"]"#,
      """
      (iif(json_valid(tags), json_array_length(tags), NULL) = 1 AND NOT EXISTS (SELECT \
      "key", value FROM json_each(tags) EXCEPT SELECT "key", value FROM json_each(?))) IS \
      NOT TRUE -- '["vip"]'
      """, [1, 2, 4, 5]),
    .init(
      "array, the list on the left", #"["vip"] == tags"#,
      """
      iif(json_valid(tags), json_array_length(tags), NULL) = 1 AND NOT EXISTS (SELECT \
      "key", value FROM json_each(tags) EXCEPT SELECT "key", value FROM json_each(?)) -- \
      '["vip"]'
      """, [3]),
    .init(
      "array == []", "tags == []",
      "iif(json_valid(tags), json_array_length(tags), NULL) = 0", [2, 5]),
    .init(
      "array != []", "tags != []",
      "(iif(json_valid(tags), json_array_length(tags), NULL) = 0) IS NOT TRUE", [1, 3, 4]),
    .init(
      "an optional array", "doses == [1, 2, 3]",
      """
      iif(json_valid(doses), json_array_length(doses), NULL) = 3 AND NOT EXISTS (SELECT \
      "key", value FROM json_each(doses) EXCEPT SELECT "key", value FROM json_each(?)) -- \
      '[1,2,3]'
      """, [1]),
    .init(
      "an optional array, none", "doses != [1, 2, 3]",
      """
      (iif(json_valid(doses), json_array_length(doses), NULL) = 3 AND NOT EXISTS (SELECT \
      "key", value FROM json_each(doses) EXCEPT SELECT "key", value FROM json_each(?))) IS \
      NOT TRUE -- '[1,2,3]'
      """, [2, 3, 4, 5]),
    .init(
      "an optional array, empty", "doses == []",
      "iif(json_valid(doses), json_array_length(doses), NULL) = 0", [2]),
    .init(
      "an optional array, ?? []", "(doses ?? []) == []",
      """
      iif(json_valid(coalesce(doses, ?)), json_array_length(coalesce(doses, ?)), NULL) = 0 \
      -- '[]', '[]'
      """, [2, 3, 5]),
    .init(
      "array in lists", #"tags in [["vip"], ["a*b"]]"#,
      """
      iif(json_valid(tags), json_array_length(tags), NULL) = 1 AND NOT EXISTS (SELECT \
      "key", value FROM json_each(tags) EXCEPT SELECT "key", value FROM json_each(?)) OR \
      iif(json_valid(tags), json_array_length(tags), NULL) = 1 AND NOT EXISTS (SELECT \
      "key", value FROM json_each(tags) EXCEPT SELECT "key", value FROM json_each(?)) -- \
      '["vip"]', '["a*b"]'
      """, [3, 4]),
    .init(
      "array with array", "tags == tags",
      """
      iif(json_valid(tags), json_array_length(tags), NULL) IS iif(json_valid(tags), \
      json_array_length(tags), NULL) AND NOT EXISTS (SELECT "key", value FROM \
      json_each(tags) EXCEPT SELECT "key", value FROM json_each(tags))
      """, [1, 2, 3, 4, 5]),
    .init(
      "Set isSubset", #"Set(tags).isSubset(of: ["vip", "new"])"#,
      """
      NOT EXISTS (SELECT 1 FROM json_each(tags) AS tags WHERE value NOT IN (?, ?)) -- \
      'vip', 'new'
      """, [1, 2, 3, 5]),
    .init(
      "Set isSuperset", #"Set(tags).isSuperset(of: ["vip", "new"])"#,
      """
      EXISTS (SELECT 1 FROM json_each(tags) AS tags WHERE value IN (?)) AND EXISTS (SELECT \
      1 FROM json_each(tags) AS tags WHERE value IN (?)) -- 'vip', 'new'
      """, [1]),
    .init(
      "Set isDisjoint", #"Set(tags).isDisjoint(with: ["vip"])"#,
      "NOT EXISTS (SELECT 1 FROM json_each(tags) AS tags WHERE value IN (?)) -- 'vip'", [2, 4, 5]),
    .init(
      "Set intersection", #"!Set(tags).intersection(["vip"]).isEmpty"#,
      "EXISTS (SELECT 1 FROM json_each(tags) AS tags WHERE value IN (?)) -- 'vip'", [1, 3]),
    .init(
      "Set subtracting", #"Set(tags).subtracting(["vip"]).count == 1"#,
      """
      (SELECT count(DISTINCT value) FROM json_each(tags) AS tags WHERE value NOT IN (?)) = \
      ? -- 'vip', 1
      """, [1, 4]),
    .init(
      "a set of values", #"words == ["b", "a", "b"]"#,
      """
      iif(json_valid(words), json_array_length(words), NULL) = 2 AND NOT EXISTS (SELECT \
      value FROM json_each(words) EXCEPT SELECT value FROM json_each(?)) AND NOT EXISTS \
      (SELECT value FROM json_each(?) EXCEPT SELECT value FROM json_each(words)) -- \
      '["a","b"]', '["a","b"]'
      """, [1]),
    .init(
      "a set that contains", #"words.contains("b")"#,
      "EXISTS (SELECT 1 FROM json_each(words) AS words WHERE value = ?) -- 'b'", [1, 2]),
    .init(
      "a set of values, isSubset", #"words.isSubset(of: ["b", "c"])"#,
      "NOT EXISTS (SELECT 1 FROM json_each(words) AS words WHERE value NOT IN (?, ?)) -- 'b', 'c'",
      [2, 3, 4, 5]),
    .init(
      "a list that contains a set", #"["a", "c"].isSuperset(of: words)"#,
      "NOT EXISTS (SELECT 1 FROM json_each(words) AS words WHERE value NOT IN (?, ?)) -- 'a', 'c'",
      [3, 4, 5]),
    .init(
      "a set of values, isDisjoint", #"!words.isDisjoint(with: ["a"])"#,
      "EXISTS (SELECT 1 FROM json_each(words) AS words WHERE value IN (?)) -- 'a'", [1]),
    .init(
      "a set of cases, contains with a closure", "shifts.contains { $0 == .low }",
      "(shifts & ?) != 0 -- 1", [1]),
    .init(
      "a set of cases, contains(where:)", "shifts.contains(where: { $0 != .low && $0 != .mid })",
      "(shifts & ?) != 0 -- 4", [2]),
    .init(
      "a set of cases, allSatisfy", "shifts.allSatisfy { $0 == .high }",
      "(shifts & ?) = 0 -- 3", [2, 3, 4, 5]),
    .init(
      "a set of cases and a value", "shifts.contains(level)",
      """
      (shifts & ?) != 0 AND level IS ? OR (shifts & ?) != 0 AND level IS ? OR (shifts & ?) \
      != 0 AND level IS ? -- 1, 1, 2, 5, 4, 9
      """, [1]),
    .init(
      "count(distinct …) of an array", "count(distinct tags) = 2",
      "(SELECT count(DISTINCT value) FROM json_each(tags) AS tags) = ? -- 2", [1]),
    .init("Set of a list", "Set([12, 30]).contains(age)", "age IN (?, ?) -- 12, 30", [1, 5]),
  ]

  /// The parts of what is kept as JSON.
  static let parts: [ConformanceCase] = [
    .init(
      "a property of structs in an array", "remarks.contains { $0.stars == 5 }",
      """
      EXISTS (SELECT 1 FROM json_each(remarks) AS remarks WHERE iif(json_valid(value), \
      json_extract(value, ?), NULL) = ?) -- '$."stars"', 5
      """, [1]),
    .init(
      "structs in an array", "remarks.count == 2",
      "(SELECT count(*) FROM json_each(remarks) AS remarks) = ? -- 2", [1]),
    .init(
      "a property of all structs", "remarks.stars.max > 4",
      """
      (SELECT max(iif(json_valid(value), json_extract(value, ?), NULL)) FROM \
      json_each(remarks) AS remarks) > ? -- '$."stars"', 4
      """, [1]),
    .init(
      "structs with a condition", "remarks[stars > 4].count == 1",
      """
      (SELECT count(*) FROM json_each(remarks) AS remarks WHERE iif(json_valid(value), \
      json_extract(value, ?), NULL) > ?) = ? -- '$."stars"', 4, 1
      """, [1]),
    .init(
      "the first struct", "remarks.first?.text == 'x'",
      """
      iif(json_valid((SELECT value FROM json_each(remarks) AS remarks ORDER BY "key" LIMIT \
      1)), json_extract((SELECT value FROM json_each(remarks) AS remarks ORDER BY "key" \
      LIMIT 1), ?), NULL) = ? -- '$."text"', 'x'
      """, [1]),
    .init(
      "the case of an enum", "care is every",
      """
      CASE WHEN NOT json_valid(care) THEN NULL WHEN json_type(care, ?) IS NOT NULL THEN ? \
      WHEN json_type(care, ?) IS NOT NULL THEN ? WHEN json_type(care, ?) IS NOT NULL THEN ? \
      END = ? -- '$."none"', 'none', '$."every"', 'every', '$."at"', 'at', 'every'
      """, [1]),
    .init(
      "the case of an enum, none", "care == .none",
      """
      CASE WHEN NOT json_valid(care) THEN NULL WHEN json_type(care, ?) IS NOT NULL THEN ? \
      WHEN json_type(care, ?) IS NOT NULL THEN ? WHEN json_type(care, ?) IS NOT NULL THEN ? \
      END = ? -- '$."none"', 'none', '$."every"', 'every', '$."at"', 'at', 'none'
      """, [3]),
    .init(
      "cases of an enum", "care in {every, at}",
      """
      CASE WHEN NOT json_valid(care) THEN NULL WHEN json_type(care, ?) IS NOT NULL THEN ? \
      WHEN json_type(care, ?) IS NOT NULL THEN ? WHEN json_type(care, ?) IS NOT NULL THEN ? \
      END IN (?, ?) -- '$."none"', 'none', '$."every"', 'every', '$."at"', 'at', 'every', \
      'at'
      """, [1, 2]),
    .init(
      "an associated value", "care.days > 2",
      """
      iif(json_valid(care), json_extract(care, ?), NULL) > ? -- '$."every"."days"', 2
      """, [1]),
    .init(
      "an associated value of its case", "care.at.hour == 7",
      """
      iif(json_valid(iif(json_valid(care), json_extract(care, ?), NULL)), \
      json_extract(iif(json_valid(care), json_extract(care, ?), NULL), ?), NULL) = ? -- \
      '$."at"', '$."at"', '$."hour"', 7
      """, [2]),
    .init("an enum without a value", "care == nil", "care IS NULL", [4, 5]),
    .init(
      "a key", #"labels["a"] == 5"#,
      """
      iif(json_valid(labels), json_extract(labels, ?), NULL) = ? -- '$."a"', 5
      """, [2]),
    .init(
      "a key that does not exist", #"labels["b"] == nil"#,
      """
      iif(json_valid(labels), json_extract(labels, ?), NULL) IS NULL -- '$."b"'
      """, [2, 3, 4, 5]),
    .init(
      "a key with a default", #"labels["b", default: 0] == 0"#,
      """
      coalesce(iif(json_valid(labels), json_extract(labels, ?), NULL), ?) = ? -- '$."b"', 0, \
      0
      """, [2, 3, 4, 5]),
    .init(
      "a whole number as a key", "rooms[7] == 'blue'",
      """
      iif(json_valid(rooms), json_extract(rooms, ?), NULL) = ? -- '$."7"', 'blue'
      """, [1]),
    .init(
      "a dictionary, count", "labels.count > 1",
      "(SELECT count(*) FROM json_each(labels) AS labels) > ? -- 1", [1]),
    .init(
      "a dictionary, isEmpty", "!labels.isEmpty",
      "EXISTS (SELECT 1 FROM json_each(labels) AS labels)", [1, 2]),
    .init(
      "a dictionary, keys", #"labels.keys.contains("b")"#,
      """
      EXISTS (SELECT 1 FROM json_each(labels) AS labels WHERE "key" = ?) -- 'b'
      """, [1]),
    .init(
      "a dictionary, whole numbers as keys", "rooms.keys.max == 7",
      """
      (SELECT max(CAST("key" AS INTEGER)) FROM json_each(rooms) AS rooms) = ? -- 7
      """, [1]),
    .init(
      "a dictionary, values", "labels.values.max > 2",
      "(SELECT max(value) FROM json_each(labels) AS labels) > ? -- 2", [2]),
    .init(
      "a dictionary, values with a closure", "labels.values.contains { $0 > 4 }",
      "EXISTS (SELECT 1 FROM json_each(labels) AS labels WHERE value > ?) -- 4", [2]),
  ]

  /// Swift: what may be missing before a property or a method
  static let chains: [ConformanceCase] = [
    .init("optional chaining == true", "name.last?.isEmpty == true", "name_last = ? -- ''", [5]),
    .init(
      "optional chaining == false", "name.last?.isEmpty == false",
      "name_last IS NOT NULL AND name_last IS NOT ? -- ''", [1, 3, 4]),
    .init(
      "optional chaining != true", "name.last?.isEmpty != true",
      "name_last IS NOT ? -- ''", [1, 2, 3, 4]),
    .init(
      "optional chaining != false", "name.last?.isEmpty != false",
      "name_last IS NULL OR name_last = ? -- ''", [2, 5]),
    .init(
      "optional chaining ?? true", "name.last?.isEmpty ?? true",
      "name_last IS NULL OR name_last = ? -- ''", [2, 5]),
    .init("optional chaining ?? false", "name.last?.isEmpty ?? false", "name_last = ? -- ''", [5]),
    .init(
      "optional chaining, flags == false", "wanted?.contains(.a) == false",
      "wanted IS NOT NULL AND ((wanted & ?) != ?) IS NOT FALSE -- 1, 1", [2, 4]),
    .init(
      "optional chaining, isDisjoint == true", "wanted?.isDisjoint(with: .b) == true",
      "(wanted & ?) = ? -- 2, 0", [4, 5]),
    .init(
      "optional chaining, isDisjoint == false", "wanted?.isDisjoint(with: .b) == false",
      "(wanted & ?) IS NOT NULL AND (wanted & ?) IS NOT ? -- 2, 2, 0", [1, 2]),
    .init(
      "optional chaining, isSubset == true", "wanted?.isSubset(of: [.a, .c]) == true",
      "(wanted & ?) = ? -- -6, 0", [4, 5]),
    .init(
      "optional chaining, an array == false", "doses?.contains(7) == false",
      """
      doses IS NOT NULL AND NOT EXISTS (SELECT 1 FROM json_each(doses) AS doses WHERE \
      value = ?) -- 7
      """, [1, 2]),
    .init(
      "optional chaining over two links == false", "buddy?.doses?.contains(7) == false",
      """
      buddy IN (SELECT id FROM Patient AS Patient2 WHERE doses IS NOT NULL) AND NOT EXISTS \
      (SELECT 1 FROM json_each((SELECT doses FROM Patient AS Patient2 WHERE id = Patient.buddy)) \
      AS doses WHERE value = ?) -- 7
      """, [2, 3]),
    .init(
      "optional chaining over two links != true", "buddy?.doses?.contains(2) != true",
      """
      NOT EXISTS (SELECT 1 FROM json_each((SELECT doses FROM Patient AS Patient2 WHERE id = \
      Patient.buddy)) AS doses WHERE value = ?) -- 2
      """, [1, 4, 5]),
    .init(
      "optional chaining over a link and records", "buddy?.ward?.patients.isEmpty == false",
      """
      EXISTS (SELECT 1 FROM Patient AS Patient2 JOIN Ward ON Ward.id = Patient2.ward JOIN Patient \
      AS Patient3 ON Patient3.ward = Ward.id WHERE Patient2.id = Patient.buddy)
      """, [2, 3, 4]),
    .init(
      "optional chaining, isSuperset == false", "doses?.isSuperset(of: [7, 8]) == false",
      """
      doses IS NOT NULL AND (NOT EXISTS (SELECT 1 FROM json_each(doses) AS doses WHERE value IN \
      (?)) OR NOT EXISTS (SELECT 1 FROM json_each(doses) AS doses WHERE value IN (?))) -- 7, 8
      """, [1, 2, 4]),
    .init(
      "optional chaining, records == false", "ward?.patients.isEmpty == false",
      """
      EXISTS (SELECT 1 FROM Ward JOIN Patient AS Patient2 ON Patient2.ward = Ward.id WHERE \
      Ward.id = Patient.ward)
      """, [1, 2, 3, 5]),
    .init(
      "optional chaining, two answers", "name.last?.isEmpty == isWell",
      "iif(name_last IS NULL, NULL, (name_last = ?) IS TRUE) IS isWell -- ''", []),
    .init(
      "map of an optional", "weight.map { $0 > 60 } ?? true",
      """
      coalesce(iif(weight IS NULL, NULL, (weight > ?) IS TRUE), ?) = ? -- 60, 1, 1
      """, [1, 2, 3, 4]),
    .init(
      "flatMap of an optional", "name.last.flatMap { $0.isEmpty ? nil : $0 } != nil",
      """
      iif(name_last IS NULL, NULL, iif(name_last = ?, NULL, name_last)) IS NOT NULL -- ''
      """, [1, 3, 4]),
    .init(
      "map of a relationship", "ward.map { $0.beds } ?? 0 > 4",
      """
      coalesce(iif(ward IS NULL, NULL, (SELECT beds FROM Ward WHERE id = Patient.ward)), ?) > \
      ? -- 0, 4
      """, [3, 5]),
  ]

  /// Swift: its own types, by their names
  static let pasted: [ConformanceCase] = [
    .init(
      "starts(with:)", #"name.first.starts(with: "A")"#,
      "name_first >= ? AND name_first < ? -- 'A', 'B'", [1]),
    .init(
      "localizedCaseInsensitiveCompare",
      #"name.first.localizedCaseInsensitiveCompare("ANN") == .orderedSame"#,
      "flagdb_fold(name_first, ?) = ? -- 'c', 'ann'", [1, 4]),
    .init(
      "sum and average of a path", "readings.value.sum == 5 && readings.value.average < 6",
      """
      (SELECT total(value) FROM Reading WHERE patient = Patient.id) = ? AND (SELECT \
      avg(value) FROM Reading WHERE patient = Patient.id) < ? -- 5, 6
      """,
      [4]),
    .init(
      "rawValue of several", "ANY readings.mark.rawValue == 2",
      "EXISTS (SELECT 1 FROM Reading WHERE patient = Patient.id AND mark = ?) -- 2", [1]),
    .init(
      "last(where:)", "readings.last { $0.value > 80 }.value == 95.5",
      """
      (SELECT value FROM Reading WHERE patient = Patient.id AND value > ? ORDER BY id DESC \
      LIMIT 1) = ? -- 80, 95.5
      """,
      [1]),
    .init(
      "compactMap", "readings.compactMap { $0.value }.max() == 91",
      "(SELECT max(value) FROM Reading WHERE patient = Patient.id) = ? -- 91", [2]),
    .init(
      "Array", "Array(tags).contains('vip')",
      "EXISTS (SELECT 1 FROM json_each(tags) AS tags WHERE value = ?) -- 'vip'", [1, 3]),
    .init(
      "URL", #"site == URL(string: "https://example.org/a")"#,
      "site = ? -- 'https://example.org/a'", [1]),
    .init(
      "absoluteString", #"site.absoluteString.hasSuffix("/a")"#, "substr(site, ?) = ? -- -2, '/a'",
      [1]),
    .init("persistentModelID", "$0.persistentModelID == 2", "id = ? -- 2", [2]),
    .init(
      "objectID", "ward.objectID IN %@", with: ["{1, 3}"], "ward IN (?, ?) -- 1, 3", [1, 2]),
    .init(
      "UUID", #"token == UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")"#,
      "token = ? -- 'E621E1F8-C36C-495A-93FC-0C247A3E6E5F'", [2]),
    .init(
      "uuidString", #"token.uuidString.hasPrefix("E6")"#, "token >= ? AND token < ? -- 'E6', 'E7'",
      [2]),
    .init("$0", "$0.age == 30", "age = ? -- 30", [1]),
    .init(
      "caseInsensitiveCompare", #"name.first.caseInsensitiveCompare("ANN") == .orderedSame"#,
      "flagdb_fold(name_first, ?) = ? -- 'c', 'ann'", [1, 4]),
    .init(
      "compare", #"name.first.compare("Bob") != .orderedDescending"#,
      "name_first <= ? -- 'Bob'", [1, 2]),
    .init(
      "compare, ascending", #"name.first.compare("Bob") == ComparisonResult.orderedAscending"#,
      "name_first < ? -- 'Bob'", [1]),
    .init(".none", "weight == .none", "weight IS NULL", [2]),
    .init("Optional", "weight == Optional(80)", "weight = ? -- 80", [3]),
    .init(".init(rawValue:)", "marks == .init(rawValue: 3)", "marks = ? -- 3", [1]),
    .init("Type([…])", "marks == Mark([.a, .b])", "marks = ? -- 3", [1]),
    .init("Type()", "marks == Mark()", "marks = ? -- 0", [4]),
    .init(".init()", "marks == .init()", "marks = ? -- 0", [4]),
    .init(
      "flag.rawValue", "marks.rawValue & Mark.a.rawValue != 0", "(marks & ?) != ? -- 1, 0", [1, 3]),
    .init("case.rawValue", "level.rawValue == Level.high.rawValue", "level = ? -- 9", [3]),
    .init("Type(rawValue:) of an enum", "level == Level(rawValue: 9)", "level = ? -- 9", [3]),
    .init(
      "Type.flag.isSubset(of:)", "Mark.both.isSubset(of: marks)", "(marks & ?) = ? -- 3, 3", [1]),
    .init("Type.flag.contains", "Mark.both.contains(marks)", "(marks & ?) = 0 -- -4", [1, 4]),
    .init("Decimal", #"fee == Decimal(string: "10.50")"#, "fee = ? -- 1050", [1]),
    .init("Decimal of a number", "fee == Decimal(10.5)", "fee = ? -- 1050", [1]),
    .init("a raw string", ##"name.first == #"Ann"#"##, "name_first = ? -- 'Ann'", [1]),
    .init(
      "lazy", "readings.lazy.filter { $0.value > 91 }.count == 1",
      "(SELECT count(*) FROM Reading WHERE patient = Patient.id AND value > ?) = ? -- 91, 1", [1]),
  ]

  /// Swift: dates
  static let dates: [ConformanceCase] = [
    .init(
      "timeIntervalSinceReferenceDate", "seen.timeIntervalSinceReferenceDate > 816861599",
      """
      (CAST((CAST(strftime('%s', substr(seen, 1, 19)) AS INTEGER) * 1000000 + \
      CAST(substr(substr(seen, 21) || '000000', 1, 6) AS INTEGER)) - ? AS REAL) / ?) > ? \
      -- 978307200000000, 1000000.0, 816861599
      """,
      [1, 4, 5]),
    .init(".now", "seen > .now", "seen > ? -- '2026-11-20 12:00:00'", [4]),
    .init("Date.now", "seen > Date.now", "seen > ? -- '2026-11-20 12:00:00'", [4]),
    .init("Date()", "seen > Date()", "seen > ? -- '2026-11-20 12:00:00'", [4]),
    .init(
      "Date.distantFuture", "seen < .distantFuture",
      "seen < ? -- '4001-01-01 00:00:00'", [1, 2, 4, 5]),
    .init(
      "Date.distantPast", "seen > Date.distantPast",
      "seen > ? -- '0001-01-01 00:00:00'", [1, 2, 4, 5]),
    .init(
      "Date(timeIntervalSince1970:)", "seen > Date(timeIntervalSince1970: 1795168799)",
      "seen > ? -- '2026-11-20 09:59:59'", [1, 4, 5]),
    .init(
      "Date(timeIntervalSinceReferenceDate:)",
      "seen > Date(timeIntervalSinceReferenceDate: 816861599)",
      "seen > ? -- '2026-11-20 09:59:59'", [1, 4, 5]),
    .init(
      "Date(timeIntervalSinceNow:)", "seen > Date(timeIntervalSinceNow: -24 * 3600)",
      "seen > ? -- '2026-11-19 12:00:00'", [1, 4, 5]),
    .init(
      "addingTimeInterval", "seen > Date.now.addingTimeInterval(-86400)",
      "seen > ? -- '2026-11-19 12:00:00'", [1, 4, 5]),
    .init(
      "addingTimeInterval to an attribute", "seen.addingTimeInterval(7200) >= .now",
      "seen >= ? -- '2026-11-20 10:00:00'", [1, 4, 5]),
    .init(
      "timeIntervalSince", "seen.timeIntervalSince(.now) > 0",
      """
      (CAST((CAST(strftime('%s', substr(seen, 1, 19)) AS INTEGER) * 1000000 + \
      CAST(substr(substr(seen, 21) || '000000', 1, 6) AS INTEGER)) - ? AS REAL) / ?) > ? \
      -- 1795176000000000, 1000000.0, 0
      """, [4]),
    .init(
      "timeIntervalSinceNow", "seen.timeIntervalSinceNow < -86400",
      """
      (CAST((CAST(strftime('%s', substr(seen, 1, 19)) AS INTEGER) * 1000000 + \
      CAST(substr(substr(seen, 21) || '000000', 1, 6) AS INTEGER)) - ? AS REAL) / ?) < ? \
      -- 1795176000000000, 1000000.0, -86400
      """, [2]),
    .init(
      "timeIntervalSince1970", "seen.timeIntervalSince1970 > 1795168799",
      """
      (CAST((CAST(strftime('%s', substr(seen, 1, 19)) AS INTEGER) * 1000000 + \
      CAST(substr(substr(seen, 21) || '000000', 1, 6) AS INTEGER)) - ? AS REAL) / ?) > ? \
      -- 0, 1000000.0, 1795168799
      """, [1, 4, 5]),
    .init(
      "Date.now.timeIntervalSince", "Date.now.timeIntervalSince(seen) < 7200.0",
      """
      (CAST(? - (CAST(strftime('%s', substr(seen, 1, 19)) AS INTEGER) * 1000000 + \
      CAST(substr(substr(seen, 21) || '000000', 1, 6) AS INTEGER)) AS REAL) / ?) < ? -- \
      1795176000000000, 1000000.0, 7200
      """, [4]),
  ]
}
