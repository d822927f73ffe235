import Testing

/// Texts: by their code points, without regard to case or accents, and by patterns.
@Suite struct TextPredicateTests {
  @Test(arguments: [
    PredicateCase("name.first contains 'n'", "instr(name_first, ?) > 0 -- 'n'", [1, 4]),
    PredicateCase(
      "name.first contains[c] 'A'",
      "instr(flagdb_fold(name_first, ?), ?) > 0 -- 'c', 'a'", [1, 3, 4, 5]),
    PredicateCase(
      "name.first beginswith 'A'",
      "name_first >= ? AND name_first < ? -- 'A', 'B'", [1]),
    PredicateCase(
      "name.first BEGINSWITH[cd] 'e'",
      "substr(flagdb_fold(name_first, ?), 1, ?) = ? -- 'cd', 1, 'e'", [5]),
    PredicateCase("name.first endswith 'b'", "substr(name_first, ?) = ? -- -1, 'b'", [2]),
    PredicateCase("name.first ENDSWITH ''", "name_first IS NOT NULL", [1, 2, 3, 4, 5]),
    PredicateCase("name.first like 'A*'", "name_first GLOB ? -- 'A*'", [1]),
    PredicateCase(
      "name.first like[c] 'a?n'",
      "flagdb_fold(name_first, ?) GLOB ? -- 'c', 'a?n'", [1, 4]),
    PredicateCase("name.last like '*%'", "name_last GLOB ? -- '*%'", [4]),
    PredicateCase(#"name.last like '*\\%'"#, "name_last GLOB ? -- '*%'", [4]),
    PredicateCase("name.last like '5[0]%'", "name_last GLOB ? -- '5[[]0]%'", []),
    PredicateCase(
      #"ANY tags like 'a\\*b'"#,
      "EXISTS (SELECT 1 FROM json_each(tags) AS tags WHERE value GLOB ?) -- 'a[*]b'", [4]),
    PredicateCase(
      "name.first matches '[A-Z].*'",
      "flagdb_matches(name_first, ?, ?) -- '[A-Z].*', ''", [1, 2]),
    PredicateCase(
      "name.first MATCHES[c] 'a+n{2}'",
      "flagdb_matches(name_first, ?, ?) -- 'a+n{2}', 'c'", [1, 4]),
    PredicateCase(
      "name.first matches '(a+)+$'",
      "flagdb_matches(name_first, ?, ?) -- '(a+)+$', ''", []),
    PredicateCase(
      "name.last ==[c] 'straße'",
      "flagdb_fold(name_last, ?) = ? -- 'c', 'strasse'", [3]),
    PredicateCase("name.first ==[cd] 'eva'", "flagdb_fold(name_first, ?) = ? -- 'cd', 'eva'", [5]),
    PredicateCase("name.last ==[d] 'Oz'", "flagdb_fold(name_last, ?) = ? -- 'd', 'Oz'", [1]),
    PredicateCase(
      "name.last !=[c] 'x'",
      "flagdb_fold(name_last, ?) IS NOT ? -- 'c', 'x'", [1, 2, 3, 4, 5]),
    PredicateCase(
      "name.first in[c] {'ANN', 'bob'}",
      "flagdb_fold(name_first, ?) IN (?, ?) -- 'c', 'ann', 'bob'", [1, 2, 4]),
    PredicateCase("name.first < 'B'", "name_first < ? -- 'B'", [1]),
    PredicateCase("name.first <[c] 'B'", "flagdb_fold(name_first, ?) < ? -- 'c', 'b'", [1, 4]),
    PredicateCase("name.last = name.first", "name_last IS name_first", []),
    PredicateCase(
      "age = followers.first.age",
      "age IS (SELECT age FROM Patient AS Patient2 WHERE buddy = Patient.id ORDER BY id LIMIT 1)",
      []),
    PredicateCase("name.first contains name.last", "instr(name_first, name_last) > 0", [5]),
    PredicateCase(
      "name.first beginswith[c] buddy.name.first",
      """
      substr(flagdb_fold(name_first, ?), 1, length(flagdb_fold((SELECT name_first FROM \
      Patient AS Patient2 WHERE id = Patient.buddy), ?))) = flagdb_fold((SELECT name_first \
      FROM Patient AS Patient2 WHERE id = Patient.buddy), ?) -- 'c', 'c', 'c'
      """, []),
    PredicateCase(
      "name.first like[c] name.first",
      "flagdb_like(flagdb_fold(name_first, ?), flagdb_fold(name_first, ?)) -- 'c', 'c'",
      [1, 2, 3, 4, 5]),
    PredicateCase("name.first.count = 3", "length(name_first) = ? -- 3", [1, 2, 3, 4, 5]),
    PredicateCase(
      #"name.first.hasPrefix("A") && name.first.hasSuffix("n")"#,
      "name_first >= ? AND name_first < ? AND substr(name_first, ?) = ? -- 'A', 'B', -1, 'n'", [1]),
    PredicateCase(
      #"name.first.lowercased() == "ann""#,
      "flagdb_lower(name_first) = ? -- 'ann'", [1, 4]),
    PredicateCase(
      #"name.first.localizedStandardContains("E")"#,
      "instr(flagdb_fold(name_first, ?), ?) > 0 -- 'cd', 'e'", [5]),
    PredicateCase("'n' in name.first", "instr(name_first, ?) > 0 -- 'n'", [1, 4]),
    PredicateCase("'Annx' contains name.first", "instr(?, name_first) > 0 -- 'Annx'", [1]),
    PredicateCase("name.first + 'x' = 'Annx'", "(name_first || ?) = ? -- 'x', 'Annx'", [1]),
    PredicateCase("name.last.isEmpty", "name_last = ? -- ''", [5]),
    PredicateCase(#"name.first = "A\"nn""#, #"name_first = ? -- 'A"nn'"#, []),
    PredicateCase(#"name.first = 'A\u006en'"#, "name_first = ? -- 'Ann'", [1]),
    PredicateCase(
      "name.first = 'x''; DROP TABLE Patient; --'",
      "name_first = ? -- 'x'; DROP TABLE Patient; --'", []),
    PredicateCase("name.last contains '%'", "instr(name_last, ?) > 0 -- '%'", [4]),
  ])
  func texts(_ one: PredicateCase) throws { try Clinic.check(one) }
}
