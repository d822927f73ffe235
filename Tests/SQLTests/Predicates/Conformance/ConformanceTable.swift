import Testing

/// A construct of Apple's predicate formats, of Swift, or of flagdb itself; the text that has it,
/// the SQL that this becomes, and the patients whom it finds.
struct ConformanceCase: CustomTestStringConvertible {
  let construct: String
  let text: String
  /// For `%@` and its like.
  let arguments: [String]
  let sql: String
  let keys: [Int64]

  init(
    _ construct: String, _ text: String, with arguments: [String] = [], _ sql: String,
    _ keys: [Int64]
  ) {
    self.construct = construct
    self.text = text
    self.arguments = arguments
    self.sql = sql
    self.keys = keys
  }

  var testDescription: String { construct }
}

/// One row for every operator and construct that is understood.
enum ConformanceTable {
  static let all =
    comparisons + constants + compounds + texts + calculations + arguments + collections
    + functions + masks + swiftValues + swiftFlags + swiftCollections + arrays + parts + chains
    + pasted
    + dates
    + own

  /// NSPredicate: comparisons
  static let comparisons: [ConformanceCase] = [
    .init("=", "age = 30", "age = ? -- 30", [1]),
    .init("==", "age == 30", "age = ? -- 30", [1]),
    .init("!=", "age != 30", "age != ? -- 30", [2, 3, 4, 5]),
    .init("<>", "age <> 30", "age != ? -- 30", [2, 3, 4, 5]),
    .init("<", "age < 0", "age < ? -- 0", [2]),
    .init("<=", "age <= 0", "age <= ? -- 0", [2, 4]),
    .init("=<", "age =< 0", "age <= ? -- 0", [2, 4]),
    .init(">", "age > 0", "age > ? -- 0", [1, 3, 5]),
    .init(">=", "age >= 12", "age >= ? -- 12", [1, 3, 5]),
    .init("=>", "age => 12", "age >= ? -- 12", [1, 3, 5]),
    .init("a value on the left", "30 == age", "age = ? -- 30", [1]),
    .init("two attributes", "marks == wanted", "marks IS wanted", [1, 4]),
    .init("BETWEEN", "age BETWEEN {0, 12}", "age BETWEEN ? AND ? -- 0, 12", [4, 5]),
    .init(
      "BETWEEN, small letters", "age between { 0, 12 }", "age BETWEEN ? AND ? -- 0, 12", [4, 5]),
    .init("BETWEEN with AND", "age BETWEEN 0 AND 12", "age BETWEEN ? AND ? -- 0, 12", [4, 5]),
    .init("IN", "age IN {12, 30}", "age IN (?, ?) -- 12, 30", [1, 5]),
    .init("IN, round brackets", "age IN (12, 30)", "age IN (?, ?) -- 12, 30", [1, 5]),
    .init("NOT IN", "age NOT IN {12, 30}", "age NOT IN (?, ?) -- 12, 30", [2, 3, 4]),
    .init("IN a text", "'nn' IN name.first", "instr(name_first, ?) > 0 -- 'nn'", [1, 4]),
  ]

  /// NSPredicate: constants, and SELF
  static let constants: [ConformanceCase] = [
    .init("TRUEPREDICATE", "TRUEPREDICATE", "TRUE", [1, 2, 3, 4, 5]),
    .init("FALSEPREDICATE", "FALSEPREDICATE", "FALSE", []),
    .init("TRUE", "isWell == TRUE", "isWell = ? -- 1", [1, 4]),
    .init("YES", "isWell == YES", "isWell = ? -- 1", [1, 4]),
    .init("FALSE", "isWell == FALSE", "isWell = ? -- 0", [2, 5]),
    .init("NO", "isWell == NO", "isWell = ? -- 0", [2, 5]),
    .init("NULL", "weight == NULL", "weight IS NULL", [2]),
    .init("NIL", "weight != NIL", "weight IS NOT NULL", [1, 3, 4, 5]),
    .init("1 for true", "isWell == 1", "isWell = ? -- 1", [1, 4]),
    .init("SELF", "SELF == 2", "id = ? -- 2", [2]),
    .init("SELF in a list", "SELF IN {2, 3}", "id IN (?, ?) -- 2, 3", [2, 3]),
    .init("SELF.name", "SELF.age == 30", "age = ? -- 30", [1]),
  ]

  /// NSPredicate: compounds
  static let compounds: [ConformanceCase] = [
    .init("AND", "age > 0 AND isWell == TRUE", "age > ? AND isWell = ? -- 0, 1", [1]),
    .init("&&", "age > 0 && isWell == TRUE", "age > ? AND isWell = ? -- 0, 1", [1]),
    .init("OR", "age < 0 OR age > 100", "age < ? OR age > ? -- 0, 100", [2, 3]),
    .init("||", "age < 0 || age > 100", "age < ? OR age > ? -- 0, 100", [2, 3]),
    .init("NOT", "NOT age > 0", "age <= ? -- 0", [2, 4]),
    .init("!", "!(age > 0)", "age <= ? -- 0", [2, 4]),
    .init(
      "and or not, any letters", "age > 0 aNd Not isWell == yes Or age = 12",
      "age > ? AND isWell IS NOT ? OR age = ? -- 0, 1, 12", [3, 5]),
    .init(
      "brackets", "(age > 0 OR isWell == TRUE) AND ward.beds > 4",
      "(age > ? OR isWell = ?) AND ward IN (SELECT id FROM Ward WHERE beds > ?) -- 0, 1, 4",
      [3, 5]),
  ]

  /// NSPredicate: texts and their options
  static let texts: [ConformanceCase] = [
    .init(
      "BEGINSWITH", "name.first BEGINSWITH 'A'", "name_first >= ? AND name_first < ? -- 'A', 'B'",
      [1]),
    .init("CONTAINS", "name.first CONTAINS 'n'", "instr(name_first, ?) > 0 -- 'n'", [1, 4]),
    .init("ENDSWITH", "name.first ENDSWITH 'n'", "substr(name_first, ?) = ? -- -1, 'n'", [1, 4]),
    .init("LIKE", "name.first LIKE 'A?n'", "name_first GLOB ? -- 'A?n'", [1]),
    .init("LIKE with a star", "name.last LIKE '*0%'", "name_last GLOB ? -- '*0%'", [4]),
    .init(
      "MATCHES", "name.first MATCHES '[A-C].*'",
      "flagdb_matches(name_first, ?, ?) -- '[A-C].*', ''", [1, 2]),
    .init(
      "MATCHES, anywhere", "name.first MATCHES '.*[ao].*'",
      "flagdb_matches(name_first, ?, ?) -- '.*[ao].*', ''", [2, 3, 4, 5]),
    .init(
      "BEGINSWITH[c]", "name.first BEGINSWITH[c] 'a'",
      "substr(flagdb_fold(name_first, ?), 1, ?) = ? -- 'c', 1, 'a'", [1, 4]),
    .init(
      "CONTAINS[c]", "name.first CONTAINS[c] 'AN'",
      "instr(flagdb_fold(name_first, ?), ?) > 0 -- 'c', 'an'", [1, 4]),
    .init(
      "CONTAINS[d]", "name.first CONTAINS[d] 'Eva'",
      "instr(flagdb_fold(name_first, ?), ?) > 0 -- 'd', 'Eva'", [5]),
    .init(
      "CONTAINS[cd]", "name.last CONTAINS[cd] 'oz'",
      "instr(flagdb_fold(name_last, ?), ?) > 0 -- 'cd', 'oz'", [1]),
    .init(
      "ENDSWITH[cd]", "name.first ENDSWITH[cd] 'VA'",
      "substr(flagdb_fold(name_first, ?), ?) = ? -- 'cd', -2, 'va'", [5]),
    .init(
      "LIKE[c]", "name.first LIKE[c] 'a*'", "flagdb_fold(name_first, ?) GLOB ? -- 'c', 'a*'",
      [1, 4]),
    .init(
      "MATCHES[c]", "name.first MATCHES[c] 'an+'", "flagdb_matches(name_first, ?, ?) -- 'an+', 'c'",
      [1, 4]),
    .init(
      "==[c]", "name.first ==[c] 'ann'", "flagdb_fold(name_first, ?) = ? -- 'c', 'ann'", [1, 4]),
    .init(
      "==[cd]", "name.first ==[cd] 'EVA'", "flagdb_fold(name_first, ?) = ? -- 'cd', 'eva'", [5]),
    .init("[n]", "name.first ==[n] 'Ann'", "name_first = ? -- 'Ann'", [1]),
    .init(
      "IN[c]", "name.first IN[c] {'ANN', 'BOB'}",
      "flagdb_fold(name_first, ?) IN (?, ?) -- 'c', 'ann', 'bob'", [1, 2, 4]),
    .init(
      "NOT CONTAINS", "NOT name.first CONTAINS 'n'",
      "(instr(name_first, ?) > 0) IS NOT TRUE -- 'n'", [2, 3, 5]),
    .init("single quotes", "name.first == 'Ann'", "name_first = ? -- 'Ann'", [1]),
    .init("double quotes", #"name.first == "Ann""#, "name_first = ? -- 'Ann'", [1]),
    .init(
      "a quote that is doubled", "name.last != 'O''Hara'", "name_last IS NOT ? -- 'O'Hara'",
      [1, 2, 3, 4, 5]),
    .init(
      "a quote after a backslash", #"name.last != 'O\'Hara'"#, "name_last IS NOT ? -- 'O'Hara'",
      [1, 2, 3, 4, 5]),
    .init(
      "a double quote within", #"name.last != "say \"x\"""#, #"name_last IS NOT ? -- 'say "x"'"#,
      [1, 2, 3, 4, 5]),
    .init(
      #"\u and \x"#, #"name.last == '\xd6z' OR name.last == '\u00d6z'"#,
      "name_last IN (?, ?) -- 'Öz', 'Öz'", [1]),
    .init(#"\u{…}"#, #"name.last == "\u{d6}z""#, "name_last = ? -- 'Öz'", [1]),
    .init("a percent sign in quotes", "name.last == '50%'", "name_last = ? -- '50%'", [4]),
    .init(
      "text against text", "name.first CONTAINS name.last", "instr(name_first, name_last) > 0",
      [5]),
  ]

  /// NSPredicate: numbers and calculations
  static let calculations: [ConformanceCase] = [
    .init("whole", "age == -7", "age = ? -- -7", [2]),
    .init("with a point", "weight == 60.5", "weight = ? -- 60.5", [1, 4]),
    .init("with an exponent", "weight == 6.05e1", "weight = ? -- 60.5", [1, 4]),
    .init("hexadecimal", "age == 0x1e", "age = ? -- 30", [1]),
    .init("octal", "age == 0o36", "age = ? -- 30", [1]),
    .init("binary", "age == 0b11110", "age = ? -- 30", [1]),
    .init("with underscores", "age < 1_000", "age < ? -- 1000", [1, 2, 4, 5]),
    .init(
      "+", "age + 1 == 31", "iif(typeof(age + ?) = 'integer', age + ?, NULL) = ? -- 1, 1, 31", [1]),
    .init(
      "-", "age - 1 == 29", "iif(typeof(age - ?) = 'integer', age - ?, NULL) = ? -- 1, 1, 29", [1]),
    .init(
      "*", "age * 2 == 60", "iif(typeof(age * ?) = 'integer', age * ?, NULL) = ? -- 2, 2, 60", [1]),
    .init(
      "/", "age / 7 == 4", "iif(typeof(age / ?) = 'integer', age / ?, NULL) = ? -- 7, 7, 4", [1]),
    .init("%", "age % 12 == 6", "(age % ?) = ? -- 12, 6", [1]),
    .init("%%", "age %% 12 == 6", "(age % ?) = ? -- 12, 6", [1]),
    .init("**", "age ** 2 == 49", "pow(age, ?) = ? -- 2, 49", [2]),
    .init(
      "- before a value", "-age == 7", "iif(typeof(-age) = 'integer', -age, NULL) = ? -- 7", [2]),
    .init(
      "precedence", "age - 2 * 5 == 20",
      "iif(typeof(age - ?) = 'integer', age - ?, NULL) = ? -- 10, 10, 20", [1]),
    .init(
      "brackets in a calculation", "(age - 2) * 2 == 56",
      "iif(typeof((age - ?) * ?) = 'integer', (age - ?) * ?, NULL) = ? -- 2, 2, 2, 2, 56", [1]),
    .init("&", "marks & 2 != 0", "(marks & ?) != 0 -- 2", [1]),
    .init("& in brackets", "(marks & 2) != 0", "(marks & ?) != 0 -- 2", [1]),
    .init("|", "marks | 1 == 3", "(marks | ?) = ? -- 1, 3", [1]),
    .init("^", "marks ^ 3 == 0", "((marks | ?) & ~(marks & ?)) = ? -- 3, 3, 0", [1]),
    .init("~", "(marks & ~1) == 2", "(marks & ?) = ? -- -2, 2", [1]),
    .init(
      "<<", "1 << 2 == level.rawValue - 1",
      "iif(typeof(level - ?) = 'integer', level - ?, NULL) = ? -- 1, 1, 4", [2, 5]),
    .init(">>", "age >> 1 == 15", "(age >> ?) = ? -- 1, 15", [1]),
  ]

  /// NSPredicate: format arguments
  static let arguments: [ConformanceCase] = [
    .init("%@ a text", "name.first == %@", with: ["Ann"], "name_first = ? -- 'Ann'", [1]),
    .init("%@ a number", "age == %@", with: ["30"], "age = ? -- 30", [1]),
    .init(
      "%@ a date", "seen > %@", with: ["2026-11-20"], "seen > ? -- '2026-11-20 00:00:00'",
      [1, 4, 5]),
    .init("%@ a case", "level == %@", with: ["high"], "level = ? -- 9", [3]),
    .init("%@ flags", "marks CONTAINS %@", with: ["a"], "(marks & ?) = ? -- 1, 1", [1, 3]),
    .init("%@ a list", "age IN %@", with: ["12,30"], "age IN (?, ?) -- 12, 30", [1, 5]),
    .init("%K", "%K == 30", with: ["age"], "age = ? -- 30", [1]),
    .init(
      "%K, a path", "%K == 'East'", with: ["ward.title"],
      "ward IN (SELECT id FROM Ward WHERE title = ?) -- 'East'", [1, 2]),
    .init("%d", "age == %d", with: ["30"], "age = ? -- 30", [1]),
    .init("%i", "age == %i", with: ["-7"], "age = ? -- -7", [2]),
    .init("%ld", "age == %ld", with: ["30"], "age = ? -- 30", [1]),
    .init("%f", "weight == %f", with: ["60.5"], "weight = ? -- 60.5", [1, 4]),
    .init(
      "%K and %@", "%K BEGINSWITH %@", with: ["name.first", "A"],
      "name_first >= ? AND name_first < ? -- 'A', 'B'", [1]),
    .init("#name", "#age == 30", "age = ? -- 30", [1]),
  ]

  /// NSPredicate: collections and paths
  static let collections: [ConformanceCase] = [
    .init(
      "ANY", "ANY readings.value > 90",
      "EXISTS (SELECT 1 FROM Reading WHERE patient = Patient.id AND value > ?) -- 90", [1, 2]),
    .init(
      "SOME", "SOME readings.value > 90",
      "EXISTS (SELECT 1 FROM Reading WHERE patient = Patient.id AND value > ?) -- 90", [1, 2]),
    .init(
      "ALL", "ALL readings.value > 60",
      "NOT EXISTS (SELECT 1 FROM Reading WHERE patient = Patient.id AND value <= ?) -- 60",
      [1, 2, 3, 5]),
    .init(
      "NONE", "NONE readings.value > 90",
      "NOT EXISTS (SELECT 1 FROM Reading WHERE patient = Patient.id AND value > ?) -- 90",
      [3, 4, 5]),
    .init(
      "ANY … IN", "ANY readings.value IN {5, 90}",
      "EXISTS (SELECT 1 FROM Reading WHERE patient = Patient.id AND value IN (?, ?)) -- 5, 90",
      [1, 4]),
    .init(
      "ANY … BETWEEN", "ANY readings.value BETWEEN {69, 71}",
      """
      EXISTS (SELECT 1 FROM Reading WHERE patient = Patient.id AND value BETWEEN ? \
      AND ?) -- 69, 71
      """, [1]),
    .init(
      "ANY … CONTAINS", "ANY drugs.title CONTAINS 'r'",
      """
      EXISTS (SELECT 1 FROM Patient_drugs JOIN Drug ON Drug.id = Patient_drugs.drugs \
      WHERE Patient_drugs.patients = Patient.id AND instr(Drug.title, ?) > 0) -- 'r'
      """, [1, 2]),
    .init(
      "ANY of an array", "ANY tags == 'vip'",
      "EXISTS (SELECT 1 FROM json_each(tags) AS tags WHERE value = ?) -- 'vip'", [1, 3]),
    .init(
      "IN an array", "'vip' IN tags",
      "EXISTS (SELECT 1 FROM json_each(tags) AS tags WHERE value = ?) -- 'vip'", [1, 3]),
    .init(
      "array CONTAINS", "tags CONTAINS 'vip'",
      "EXISTS (SELECT 1 FROM json_each(tags) AS tags WHERE value = ?) -- 'vip'", [1, 3]),
    .init(
      "@count", "readings.@count > 1",
      "(SELECT count(*) FROM Reading WHERE patient = Patient.id) > ? -- 1", [1]),
    .init(
      "@min", "readings.@min.value < 70.5",
      "(SELECT min(value) FROM Reading WHERE patient = Patient.id) < ? -- 70.5", [1, 4]),
    .init(
      "@max", "readings.@max.value > 91",
      "(SELECT max(value) FROM Reading WHERE patient = Patient.id) > ? -- 91", [1]),
    .init(
      "@sum", "readings.@sum.count > 5",
      "(SELECT coalesce(sum(count), 0) FROM Reading WHERE patient = Patient.id) > ? -- 5", [1]),
    .init(
      "@avg", "readings.@avg.value > 90",
      "(SELECT avg(value) FROM Reading WHERE patient = Patient.id) > ? -- 90", [2]),
    .init(
      "@min.@… of a path", "drugs.@min.price < 5",
      """
      (SELECT min(Drug.price) FROM Patient_drugs JOIN Drug ON Drug.id = \
      Patient_drugs.drugs WHERE Patient_drugs.patients = Patient.id) < ? -- 5
      """, [1]),
    .init(
      "path.@max", "readings.value.@max > 91",
      "(SELECT max(value) FROM Reading WHERE patient = Patient.id) > ? -- 91", [1]),
    .init(
      "@distinctUnionOfObjects", "readings.@distinctUnionOfObjects.value.@count > 1",
      "(SELECT count(DISTINCT value) FROM Reading WHERE patient = Patient.id) > ? -- 1", [1]),
    .init(
      "@unionOfObjects", "readings.@unionOfObjects.value.@count > 1",
      "(SELECT count(*) FROM Reading WHERE patient = Patient.id) > ? -- 1", [1]),
    .init(
      "SUBQUERY", "SUBQUERY(readings, $r, $r.value >= 90).@count > 1",
      "(SELECT count(*) FROM Reading WHERE patient = Patient.id AND value >= ?) > ? -- 90, 1", [1]),
    .init(
      "SUBQUERY in SUBQUERY",
      "SUBQUERY(drugs, $d, SUBQUERY($d.patients, $p, $p.age < 0).@count > 0).@count > 0",
      """
      EXISTS (SELECT 1 FROM Patient_drugs JOIN Drug ON Drug.id = Patient_drugs.drugs \
      WHERE Patient_drugs.patients = Patient.id AND EXISTS (SELECT 1 FROM \
      Patient_drugs AS Patient_drugs2 JOIN Patient AS Patient2 ON Patient2.id = \
      Patient_drugs2.patients WHERE Patient_drugs2.drugs = Drug.id AND Patient2.age < \
      ?)) -- 0
      """, [1, 2]),
    .init(
      "array[FIRST]", "doses[FIRST] == 1",
      #"(SELECT value FROM json_each(doses) AS doses ORDER BY "key" LIMIT 1) = ? -- 1"#, [1]),
    .init(
      "array[LAST]", "doses[LAST] == 3",
      #"(SELECT value FROM json_each(doses) AS doses ORDER BY "key" DESC LIMIT 1) = ? -- 3"#, [1]),
    .init(
      "array[SIZE]", "doses[SIZE] == 3",
      "iif(doses IS NULL, NULL, (SELECT count(*) FROM json_each(doses) AS doses)) = ? -- 3", [1]),
    .init(
      "path to one", "ward.title == 'East'",
      "ward IN (SELECT id FROM Ward WHERE title = ?) -- 'East'", [1, 2]),
    .init(
      "path to one of one", "buddy.ward.title == 'East'",
      """
      buddy IN (SELECT id FROM Patient AS Patient2 WHERE ward IN (SELECT id FROM Ward \
      WHERE title = ?)) -- 'East'
      """, [2, 3]),
    .init(
      "to-one by its label", "ward == 'East'",
      "ward IN (SELECT id FROM Ward WHERE title = ?) -- 'East'", [1, 2]),
    .init("to-one by its key", "ward == 2", "ward = ? -- 2", [3, 5]),
    .init("to-one == nil", "ward == nil", "ward IS NULL", [4]),
  ]

  /// NSPredicate: functions, CAST, TERNARY
  static let functions: [ConformanceCase] = [
    .init(
      "FUNCTION add:to:", "FUNCTION(age, 'add:to:', 1) == 31",
      "iif(typeof(age + ?) = 'integer', age + ?, NULL) = ? -- 1, 1, 31", [1]),
    .init(
      "FUNCTION from:subtract:", "FUNCTION(age, 'from:subtract:', 1) == 29",
      "iif(typeof(age - ?) = 'integer', age - ?, NULL) = ? -- 1, 1, 29", [1]),
    .init(
      "FUNCTION multiply:by:", "FUNCTION(age, 'multiply:by:', 2) == 60",
      "iif(typeof(age * ?) = 'integer', age * ?, NULL) = ? -- 2, 2, 60", [1]),
    .init(
      "FUNCTION divide:by:", "FUNCTION(age, 'divide:by:', 7) == 4",
      "iif(typeof(age / ?) = 'integer', age / ?, NULL) = ? -- 7, 7, 4", [1]),
    .init(
      "FUNCTION modulus:by:", "FUNCTION(age, 'modulus:by:', 12) == 6", "(age % ?) = ? -- 12, 6",
      [1]),
    .init(
      "FUNCTION raise:toPower:", "FUNCTION(age, 'raise:toPower:', 2) == 49",
      "pow(age, ?) = ? -- 2, 49", [2]),
    .init(
      "FUNCTION bitwiseAnd:with:", "FUNCTION(age, 'bitwiseAnd:with:', 2) == 2",
      "(age & ?) = ? -- 2, 2", [1, 3]),
    .init(
      "FUNCTION bitwiseOr:with:", "FUNCTION(age, 'bitwiseOr:with:', 1) == 31",
      "(age | ?) = ? -- 1, 31", [1]),
    .init(
      "FUNCTION bitwiseXor:with:", "FUNCTION(age, 'bitwiseXor:with:', 1) == 31",
      "((age | ?) & ~(age & ?)) = ? -- 1, 1, 31", [1]),
    .init(
      "FUNCTION leftshift:by:", "FUNCTION(age, 'leftshift:by:', 1) == 60",
      "(age << ?) = ? -- 1, 60", [1]),
    .init(
      "FUNCTION rightshift:by:", "FUNCTION(age, 'rightshift:by:', 1) == 15",
      "(age >> ?) = ? -- 1, 15", [1]),
    .init(
      "FUNCTION onesComplement:", "FUNCTION(age, 'onesComplement:') == 6", "(~age) = ? -- 6", [2]),
    .init(
      "FUNCTION abs:", "FUNCTION(age, 'abs:') == 7",
      "abs(iif(age = ?, NULL, age)) = ? -- -9223372036854775808, 7", [2]),
    .init(
      "FUNCTION uppercase:", "FUNCTION(name.first, 'uppercase:') == 'ANN'",
      "flagdb_upper(name_first) = ? -- 'ANN'", [1, 4]),
    .init(
      "FUNCTION lowercase:", "FUNCTION(name.first, 'lowercase:') == 'éva'",
      "flagdb_lower(name_first) = ? -- 'éva'", [5]),
    .init(
      "FUNCTION length:", "FUNCTION(name.first, 'length:') == 3", "length(name_first) = ? -- 3",
      [1, 2, 3, 4, 5]),
    .init(
      "FUNCTION sum:", "FUNCTION(readings.value, 'sum:') > 100",
      "(SELECT total(value) FROM Reading WHERE patient = Patient.id) > ? -- 100", [1]),
    .init(
      "FUNCTION castObject:toType:", "FUNCTION(age, 'castObject:toType:', 'NSString') == '30'",
      "CAST(age AS TEXT) = ? -- '30'", [1]),
    .init(
      "abs", "abs(age) == 7", "abs(iif(age = ?, NULL, age)) = ? -- -9223372036854775808, 7",
      [2]),
    .init("ceil", "ceil(weight) == 61", "ceil(weight) = ? -- 61", [1, 4]),
    .init("pow", "pow(age, 2) == 49", "pow(age, ?) = ? -- 2, 49", [2]),
    .init("Double", "Double(age) / 2 == -3.5", "(CAST(age AS REAL) / ?) = ? -- 2, -3.5", [2]),
    .init(
      "Int", "Int(weight) == 60",
      """
      CAST(nullif(max(nullif(min(weight, 9223372036854775808.0), 9223372036854775808.0), \
      -9223372036854777856.0), -9223372036854777856.0) AS INTEGER) = ? -- 60
      """, [1, 4]),
    .init(
      "Int64", "Int64(weight) == 60",
      """
      CAST(nullif(max(nullif(min(weight, 9223372036854775808.0), 9223372036854775808.0), \
      -9223372036854777856.0), -9223372036854777856.0) AS INTEGER) = ? -- 60
      """, [1, 4]),
    .init("String", "String(age) == '30'", "CAST(age AS TEXT) = ? -- '30'", [1]),
    .init(
      "length of a path", "name.first.length == 3", "length(name_first) = ? -- 3", [1, 2, 3, 4, 5]),
    .init("date()", "seen > date()", "seen > ? -- '2026-11-20 12:00:00'", [4]),
    .init("today()", "seen >= today()", "seen >= ? -- '2026-11-20 00:00:00'", [1, 4, 5]),
    .init(
      "median", "median(readings.value) > 89",
      "(SELECT flagdb_percentile(value, ?) FROM Reading WHERE patient = Patient.id) > ? -- 50.0, 89",
      [1, 2]),
    .init(
      "median of a path", "readings.value.median == 90",
      "(SELECT flagdb_percentile(value, ?) FROM Reading WHERE patient = Patient.id) = ? -- 50.0, 90",
      [1]),
    .init(
      "FUNCTION median:", "FUNCTION(readings.value, 'median:') > 90",
      "(SELECT flagdb_percentile(value, ?) FROM Reading WHERE patient = Patient.id) > ? -- 50.0, 90",
      [2]),
    .init(
      "percentile", "percentile(readings.value, 25) == 80",
      "(SELECT flagdb_percentile(value, ?) FROM Reading WHERE patient = Patient.id) = ? -- 25.0, 80",
      [1]),
    .init(
      "stddev", "stddev(readings.value) > 13",
      "(SELECT flagdb_stddev(value) FROM Reading WHERE patient = Patient.id) > ? -- 13", [1]),
    .init(
      "stddev of a path", "readings.value.stddev < 14",
      "(SELECT flagdb_stddev(value) FROM Reading WHERE patient = Patient.id) < ? -- 14", [1]),
    .init(
      "avg", "avg(readings.value) > 80",
      "(SELECT avg(value) FROM Reading WHERE patient = Patient.id) > ? -- 80", [1, 2]),
    .init(
      "FUNCTION lowercaseString", "FUNCTION(name.first, 'lowercaseString') == 'ann'",
      "flagdb_lower(name_first) = ? -- 'ann'", [1, 4]),
    .init(
      "FUNCTION uppercaseString", "FUNCTION(name.first, 'uppercaseString') == 'ANN'",
      "flagdb_upper(name_first) = ? -- 'ANN'", [1, 4]),
    .init("floor", "floor(weight) == 60", "floor(weight) = ? -- 60", [1, 4]),
    .init("ceiling", "ceiling(weight) == 61", "ceil(weight) = ? -- 61", [1, 4]),
    .init("trunc", "trunc(weight) == 60", "trunc(weight) = ? -- 60", [1, 4]),
    .init("sqrt", "sqrt(weight) > 8", "sqrt(weight) > ? -- 8", [3]),
    .init("ln", "ln(weight) > 4.2", "ln(weight) > ? -- 4.2", [3]),
    .init("log", "log(weight) > 1.85", "log(weight) > ? -- 1.85", [3]),
    .init("exp", "exp(weight) == 1", "exp(weight) = ? -- 1", [5]),
    .init("length", "length(name.first) == 3", "length(name_first) = ? -- 3", [1, 2, 3, 4, 5]),
    .init(
      "lowercase", "lowercase(name.first) == 'ann'", "flagdb_lower(name_first) = ? -- 'ann'",
      [1, 4]),
    .init(
      "uppercase", "uppercase(name.first) == 'ANN'", "flagdb_upper(name_first) = ? -- 'ANN'",
      [1, 4]),
    .init(
      "lower", "lower(name.first) == 'ann'", "flagdb_lower(name_first) = ? -- 'ann'", [1, 4]),
    .init(
      "upper", "UPPER(name.first) == 'ANN'", "flagdb_upper(name_first) = ? -- 'ANN'", [1, 4]),
    .init(
      "prefix", "prefix(name.first, 2) == 'An'", "substr(name_first, 1, ?) = ? -- 2, 'An'", [1]),
    .init(
      "prefix before a separator", "prefix(name.first, 'n') == 'A'",
      "substr(name_first, 1, instr(substr(name_first, 2) || ?, ?)) = ? -- 'n', 'n', 'A'", [1]),
    .init(
      "split", "split(name.first, 'n', -1) == ''",
      "flagdb_split(name_first, ?, ?) = ? -- 'n', -1, ''", [1, 4]),
    .init("noindex", "noindex(age) == 30", "age = ? -- 30", [1]),
    .init("now", "seen > now()", "seen > ? -- '2026-11-20 12:00:00'", [4]),
    .init(
      "sum of a path", "sum(readings.value) > 100",
      "(SELECT total(value) FROM Reading WHERE patient = Patient.id) > ? -- 100", [1]),
    .init(
      "count of a path", "count(readings) > 1",
      "(SELECT count(*) FROM Reading WHERE patient = Patient.id) > ? -- 1", [1]),
    .init(
      "min max average",
      "max(readings.value) > 91 AND min(readings.value) < 71 AND average(readings.value) > 80",
      """
      (SELECT max(value) FROM Reading WHERE patient = Patient.id) > ? AND (SELECT \
      min(value) FROM Reading WHERE patient = Patient.id) < ? AND (SELECT avg(value) \
      FROM Reading WHERE patient = Patient.id) > ? -- 91, 71, 80
      """, [1]),
    .init("max of a list", "max({age, 20}) == 20", "max(age, ?) = ? -- 20, 20", [2, 4, 5]),
    .init("braces", "age IN {12, 10 * 3}", "age IN (?, ?) -- 12, 30", [1, 5]),
    .init(
      "CAST to a number", "CAST(seen, 'NSNumber') > 817000000",
      """
      (CAST((CAST(strftime('%s', substr(seen, 1, 19)) AS INTEGER) * 1000000 + \
      CAST(substr(substr(seen, 21) || '000000', 1, 6) AS INTEGER)) AS REAL) / ? - ?) \
      > ? -- 1000000.0, 978307200.0, 817000000
      """, [4]),
    .init("CAST to a text", "CAST(age, 'NSString') == '30'", "CAST(age AS TEXT) = ? -- '30'", [1]),
    .init(
      "CAST to a date", "seen == CAST('2026-11-20T10:00:00Z', 'NSDate')",
      "seen = ? -- '2026-11-20 10:00:00'", [1, 5]),
    .init(
      "TERNARY", "TERNARY(isWell == YES, age, 0) == 30", "iif(isWell = ?, age, ?) = ? -- 1, 0, 30",
      [1]),
  ]

  /// Swift: values
  static let swiftValues: [ConformanceCase] = [
    .init(
      "&& || !", "!(age > 0) && (isWell == true || age < 0)",
      "age <= ? AND (isWell = ? OR age < ?) -- 0, 1, 0", [2, 4]),
    .init("??", "(weight ?? 100) > 70", "coalesce(weight, ?) > ? -- 100.0, 70", [2, 3]),
    .init("?:", "(age < 0 ? 0 : age) == 0", "iif(age < ?, ?, age) = ? -- 0, 0, 0", [2, 4]),
    .init("nil", "weight == nil", "weight IS NULL", [2]),
    .init("!= nil", "name.last != nil", "name_last IS NOT NULL", [1, 3, 4, 5]),
    .init(
      "optional chaining", #"ward?.title == "East""#,
      "ward IN (SELECT id FROM Ward WHERE title = ?) -- 'East'", [1, 2]),
    .init(
      "optional chaining, forced", #"ward!.title == "East""#,
      "ward IN (SELECT id FROM Ward WHERE title = ?) -- 'East'", [1, 2]),
    .init(
      "if it is there", #"buddy?.ward?.title ?? "none" == "none""#,
      """
      coalesce((SELECT (SELECT title FROM Ward WHERE id = Patient2.ward) FROM Patient \
      AS Patient2 WHERE id = Patient.buddy), ?) = ? -- 'none', 'none'
      """, [1, 5]),
    .init("in a range", "(0...12).contains(age)", "age BETWEEN ? AND ? -- 0, 12", [4, 5]),
    .init("half-open", "(0..<12).contains(age)", "age >= ? AND age < ? -- 0, 12", [4]),
    .init("open below", "(...0).contains(age)", "age <= ? -- 0", [2, 4]),
    .init("open above", "(12...).contains(age)", "age >= ? -- 12", [1, 3, 5]),
    .init("in, short", "age in 0...12", "age BETWEEN ? AND ? -- 0, 12", [4, 5]),
    .init(".case", "level == .high", "level = ? -- 9", [3]),
    .init("Type.case", "level == Level.high", "level = ? -- 9", [3]),
    .init("!= .case", "level != .high", "level IS NOT ? -- 9", [1, 2, 4, 5]),
    .init("rawValue", "level.rawValue == 9", "level = ? -- 9", [3]),
    .init("[.a, .b].contains", "[.low, .high].contains(level)", "level IN (?, ?) -- 1, 9", [1, 3]),
    .init("[…].contains numbers", "[12, 30].contains(age)", "age IN (?, ?) -- 12, 30", [1, 5]),
    .init(
      "hasPrefix", #"name.first.hasPrefix("A")"#, "name_first >= ? AND name_first < ? -- 'A', 'B'",
      [1]),
    .init(
      "hasSuffix", #"name.first.hasSuffix("n")"#, "substr(name_first, ?) = ? -- -1, 'n'", [1, 4]),
    .init(
      "contains, of a text", #"name.first.contains("nn")"#, "instr(name_first, ?) > 0 -- 'nn'",
      [1, 4]),
    .init(
      "localizedStandardContains", #"name.first.localizedStandardContains("eva")"#,
      "instr(flagdb_fold(name_first, ?), ?) > 0 -- 'cd', 'eva'", [5]),
    .init(
      "localizedCaseInsensitiveContains", #"name.first.localizedCaseInsensitiveContains("AN")"#,
      "instr(flagdb_fold(name_first, ?), ?) > 0 -- 'c', 'an'", [1, 4]),
    .init(
      "lowercased()", #"name.first.lowercased() == "ann""#, "flagdb_lower(name_first) = ? -- 'ann'",
      [1, 4]),
    .init(
      "uppercased()", #"name.first.uppercased() == "ANN""#, "flagdb_upper(name_first) = ? -- 'ANN'",
      [1, 4]),
    .init(
      "count of a text", "name.first.count == 3", "length(name_first) = ? -- 3", [1, 2, 3, 4, 5]),
    .init(
      "isEmpty of a text", "name.last?.isEmpty == true", "name_last = ? -- ''", [5]),
    .init(
      "+ of texts", #"name.first + "!" == "Ann!""#, "(name_first || ?) = ? -- '!', 'Ann!'", [1]),
    .init("min(a, b)", "min(age, 5) == 5", "min(age, ?) = ? -- 5, 5", [1, 3, 5]),
    .init("max(a, b)", "max(age, 5) == 5", "max(age, ?) = ? -- 5, 5", [2, 4]),
  ]

  /// Swift: an OptionSet
  static let swiftFlags: [ConformanceCase] = [
    .init("contains", "marks.contains(.a)", "(marks & ?) = ? -- 1, 1", [1, 3]),
    .init("contains, several", "marks.contains([.a, .b])", "(marks & ?) = ? -- 3, 3", [1]),
    .init("isSuperset(of:)", "marks.isSuperset(of: [.a, .b])", "(marks & ?) = ? -- 3, 3", [1]),
    .init("isSubset(of:)", "marks.isSubset(of: [.a, .b])", "(marks & ?) = 0 -- -4", [1, 4]),
    .init("isDisjoint(with:)", "marks.isDisjoint(with: [.a, .c])", "(marks & ?) = 0 -- 5", [4, 5]),
    .init(
      "intersection", "!marks.intersection([.a, .c]).isEmpty", "(marks & ?) != 0 -- 5", [1, 2, 3]),
    .init("union", "marks.union(.c) == [.a, .b, .c]", "(marks | ?) = ? -- 4, 7", [1]),
    .init("subtracting", "marks.subtracting(.a) == .b", "(marks & ?) = ? -- -2, 2", [1]),
    .init(
      "symmetricDifference", "marks.symmetricDifference([.a, .b]).isEmpty",
      "((marks | ?) & ~(marks & ?)) = ? -- 3, 3, 0", [1]),
    .init("== [.a, .b]", "marks == [.a, .b]", "marks = ? -- 3", [1]),
    .init("== []", "marks == []", "marks = ? -- 0", [4]),
    .init("isEmpty", "marks.isEmpty", "marks = ? -- 0", [4]),
    .init("rawValue of flags", "marks.rawValue == 3", "marks = ? -- 3", [1]),
    .init("Type(rawValue:)", "marks == Mark(rawValue: 3)", "marks = ? -- 3", [1]),
    .init(
      "count of flags", "marks.count == 2",
      """
      (((marks & 1) != 0) + ((marks & 2) != 0) + ((marks & 4) != 0) + ((marks & \
      0x8000000000000000) != 0)) = ? -- 2
      """, [1, 3]),
    .init("a named combination", "marks.contains(.both)", "(marks & ?) = ? -- 3, 3", [1]),
  ]

  /// Swift: collections and closures
  static let swiftCollections: [ConformanceCase] = [
    .init(
      "filter", "readings.filter { $0.value >= 90 }.count > 1",
      "(SELECT count(*) FROM Reading WHERE patient = Patient.id AND value >= ?) > ? -- 90, 1", [1]),
    .init(
      "filter with a name", "readings.filter { reading in reading.value >= 90 }.count > 1",
      "(SELECT count(*) FROM Reading WHERE patient = Patient.id AND value >= ?) > ? -- 90, 1", [1]),
    .init(
      "filter with return", "readings.filter { (r) in return r.value >= 90 }.count > 1",
      "(SELECT count(*) FROM Reading WHERE patient = Patient.id AND value >= ?) > ? -- 90, 1", [1]),
    .init(
      "contains(where:)", "readings.contains(where: { $0.value > 91 })",
      "EXISTS (SELECT 1 FROM Reading WHERE patient = Patient.id AND value > ?) -- 91", [1]),
    .init(
      "contains { }", "readings.contains { $0.value > 91 }",
      "EXISTS (SELECT 1 FROM Reading WHERE patient = Patient.id AND value > ?) -- 91", [1]),
    .init(
      "contains an element", #"tags.contains("vip")"#,
      "EXISTS (SELECT 1 FROM json_each(tags) AS tags WHERE value = ?) -- 'vip'", [1, 3]),
    .init(
      "allSatisfy", "readings.allSatisfy { $0.value > 60 }",
      "NOT EXISTS (SELECT 1 FROM Reading WHERE patient = Patient.id AND value <= ?) -- 60",
      [1, 2, 3, 5]),
    .init(
      "map min", "readings.map { $0.value }.min() == 70",
      "(SELECT min(value) FROM Reading WHERE patient = Patient.id) = ? -- 70", [1]),
    .init(
      "map max", "readings.map { $0.value }.max() ?? 0 > 91",
      "coalesce((SELECT max(value) FROM Reading WHERE patient = Patient.id), ?) > ? -- 0.0, 91",
      [1]),
    .init(
      "map with a key path", #"readings.map(\.value).max() ?? 0 > 91"#,
      "coalesce((SELECT max(value) FROM Reading WHERE patient = Patient.id), ?) > ? -- 0.0, 91",
      [1]),
    .init(
      "map sum", "readings.map { $0.count }.reduce(0, +) > 5",
      "(SELECT coalesce(sum(count), 0) FROM Reading WHERE patient = Patient.id) > ? -- 5", [1]),
    .init(
      "count", "readings.count == 3",
      "(SELECT count(*) FROM Reading WHERE patient = Patient.id) = ? -- 3", [1]),
    .init(
      "count(where:)", "readings.count(where: { $0.value >= 90 }) > 1",
      "(SELECT count(*) FROM Reading WHERE patient = Patient.id AND value >= ?) > ? -- 90, 1", [1]),
    .init(
      "isEmpty of records", "readings.isEmpty",
      "NOT EXISTS (SELECT 1 FROM Reading WHERE patient = Patient.id)", [3, 5]),
    .init(
      "!isEmpty", "!readings.isEmpty", "EXISTS (SELECT 1 FROM Reading WHERE patient = Patient.id)",
      [1, 2, 4]),
    .init(
      "first", "readings.first?.value == 90",
      "(SELECT value FROM Reading WHERE patient = Patient.id ORDER BY id LIMIT 1) = ? -- 90", [1]),
    .init(
      "last", "readings.last?.value == 70",
      "(SELECT value FROM Reading WHERE patient = Patient.id ORDER BY id DESC LIMIT 1) = ? -- 70",
      [1]),
    .init(
      "first(where:)", "readings.first(where: { $0.value < 80 })?.count == 5",
      """
      (SELECT count FROM Reading WHERE patient = Patient.id AND value < ? ORDER BY id \
      LIMIT 1) = ? -- 80, 5
      """, [1]),
    .init(
      "flatMap", "drugs.flatMap { $0.patients }.count > 2",
      """
      (SELECT count(*) FROM Patient_drugs JOIN Drug ON Drug.id = Patient_drugs.drugs \
      JOIN Patient_drugs AS Patient_drugs2 ON Patient_drugs2.drugs = Drug.id JOIN \
      Patient AS Patient2 ON Patient2.id = Patient_drugs2.patients WHERE \
      Patient_drugs.patients = Patient.id) > ? -- 2
      """, [1]),
    .init(
      "in a closure, the record around", "readings.contains { $0.value > weight }",
      "EXISTS (SELECT 1 FROM Reading WHERE patient = Patient.id AND value > Patient.weight)", [1]),
  ]

  /// The short form
  static let own: [ConformanceCase] = [
    .init("has", "marks has a", "(marks & ?) = ? -- 1, 1", [1, 3]),
    .init("has all", "marks has all (a, b)", "(marks & ?) = ? -- 3, 3", [1]),
    .init("has any", "marks has any (a, c)", "(marks & ?) != 0 -- 5", [1, 2, 3]),
    .init("lacks", "marks lacks a", "(marks & ?) = 0 -- 1", [2, 4, 5]),
    .init("has not all", "marks has not all (a, b)", "(marks & ?) != ? -- 3, 3", [2, 3, 4, 5]),
    .init("is exactly", "marks is exactly (a, b)", "marks = ? -- 3", [1]),
    .init("is empty", "marks is empty", "marks = ? -- 0", [4]),
    .init("is not empty", "marks is not empty", "marks != ? -- 0", [1, 2, 3, 5]),
    .init("a bit without a name", "marks has 0x40", "(marks & ?) = ? -- 64, 64", [5]),
    .init("is null", "weight is null", "weight IS NULL", [2]),
    .init("is not null", "weight is not null", "weight IS NOT NULL", [1, 3, 4, 5]),
    .init(
      "a condition in brackets", "readings[value >= 90].count > 1",
      "(SELECT count(*) FROM Reading WHERE patient = Patient.id AND value >= ?) > ? -- 90, 1", [1]),
    .init(
      "path.aggregate", "readings.value.max > 91",
      "(SELECT max(value) FROM Reading WHERE patient = Patient.id) > ? -- 91", [1]),
    .init(
      "path.avg", "readings.value.avg > 90",
      "(SELECT avg(value) FROM Reading WHERE patient = Patient.id) > ? -- 90", [2]),
    .init("a date", "seen > 2026-11-20", "seen > ? -- '2026-11-20 00:00:00'", [1, 4, 5]),
    .init(
      "a date and time", "seen == 2026-11-20T10:00:00Z", "seen = ? -- '2026-11-20 10:00:00'",
      [1, 5]),
    .init("now - 7d", "seen > now - 7d", "seen > ? -- '2026-11-13 12:00:00'", [1, 2, 4, 5]),
    .init(
      "a span since a date", "now - seen < 7d",
      "(? - (CAST(strftime('%s', substr(seen, 1, 19)) AS INTEGER) * 1000000 + "
        + "CAST(substr(substr(seen, 21) || '000000', 1, 6) AS INTEGER))) < ? "
        + "-- 1795176000000000, 604800000000", [1, 2, 4, 5]),
    .init("a date and a span", "seen + 1d > now", "seen > ? -- '2026-11-19 12:00:00'", [1, 4, 5]),
    .init(
      "two dates", "readings.first.at - seen < 0s",
      """
      ((CAST(strftime('%s', substr((SELECT at FROM Reading WHERE patient = Patient.id \
      ORDER BY id LIMIT 1), 1, 19)) AS INTEGER) * 1000000 + \
      CAST(substr(substr((SELECT at FROM Reading WHERE patient = Patient.id ORDER BY \
      id LIMIT 1), 21) || '000000', 1, 6) AS INTEGER)) - (CAST(strftime('%s', \
      substr(seen, 1, 19)) AS INTEGER) * 1000000 + CAST(substr(substr(seen, 21) || \
      '000000', 1, 6) AS INTEGER))) < ? -- 0
      """, [1, 2, 4]),
    .init(
      "year", "year(seen) == 2026",
      "seen >= ? AND seen < ? -- '2026-01-01 00:00:00', '2027-01-01 00:00:00'", [1, 2, 4, 5]),
    .init(
      "quarter", "quarter(seen) == '2026-Q4'",
      "seen >= ? AND seen < ? -- '2026-10-01 00:00:00', '2027-01-01 00:00:00'", [1, 2, 4, 5]),
    .init(
      "quarter and now", "quarter(seen) == quarter(now)",
      "seen >= ? AND seen < ? -- '2026-10-01 00:00:00', '2027-01-01 00:00:00'", [1, 2, 4, 5]),
    .init(
      "quarters in order", "quarter(seen) > '2026-Q3'", "seen >= ? -- '2026-10-01 00:00:00'",
      [1, 2, 4, 5]),
    .init(
      "quarters of two dates", "quarter(seen) == quarter(readings.first.at)",
      """
      (substr(seen, 1, 4) || '-Q' || ((CAST(substr(seen, 6, 2) AS INTEGER) + 2) / 3)) IS \
      (substr((SELECT at FROM Reading WHERE patient = Patient.id ORDER BY id LIMIT 1), 1, 4) || \
      '-Q' || ((CAST(substr((SELECT at FROM Reading WHERE patient = Patient.id ORDER BY id LIMIT \
      1), 6, 2) AS INTEGER) + 2) / 3))
      """, [1, 2, 3, 4]),
    .init(
      "quarterOfYear", "quarterOfYear(seen) == 4",
      "((CAST(substr(seen, 6, 2) AS INTEGER) + 2) / 3) = ? -- 4", [1, 2, 4, 5]),
    .init(
      "month", "month(seen) == '2026-11'",
      "seen >= ? AND seen < ? -- '2026-11-01 00:00:00', '2026-12-01 00:00:00'", [1, 2, 5]),
    .init(
      "month and now", "month(seen) == month(now)",
      "seen >= ? AND seen < ? -- '2026-11-01 00:00:00', '2026-12-01 00:00:00'", [1, 2, 5]),
    .init(
      "week", "week(seen) == '2026-W47'",
      "seen >= ? AND seen < ? -- '2026-11-16 00:00:00', '2026-11-23 00:00:00'", [1, 5]),
    .init(
      "weekOfYear", "weekOfYear(seen) == 46",
      "((strftime('%j', date(substr(seen, 1, 10), '-3 days', 'weekday 4')) - 1) / 7 + 1) = ? -- 46",
      [2]),
    .init(
      "day", "day(seen) == 2026-11-20",
      "seen >= ? AND seen < ? -- '2026-11-20 00:00:00', '2026-11-21 00:00:00'", [1, 5]),
    .init("days in order", "day(seen) > '2026-11-20'", "seen >= ? -- '2026-11-21 00:00:00'", [4]),
    .init(
      "monthOfYear", "monthOfYear(seen) == 12", "CAST(substr(seen, 6, 2) AS INTEGER) = ? -- 12",
      [4]),
    .init(
      "dayOfMonth", "dayOfMonth(seen) == 13", "CAST(substr(seen, 9, 2) AS INTEGER) = ? -- 13", [2]),
    .init(
      "weekday", "weekday(seen) == 5",
      "((strftime('%w', substr(seen, 1, 10)) + 6) % 7 + 1) = ? -- 5", [1, 2, 5]),
    .init("hour", "hour(seen) == 10", "CAST(substr(seen, 12, 2) AS INTEGER) = ? -- 10", [1, 5]),
  ]
}
