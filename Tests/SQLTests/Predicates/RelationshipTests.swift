import Testing

/// Other records: SQL that asks for them, and what it finds.
@Suite struct RelationshipTests {
  @Test(arguments: [
    PredicateCase(
      "readings.count > 2",
      "(SELECT count(*) FROM Reading WHERE patient = Patient.id) > ? -- 2", [1]),
    PredicateCase(
      "readings.count > 0",
      "EXISTS (SELECT 1 FROM Reading WHERE patient = Patient.id)", [1, 2, 4]),
    PredicateCase(
      "readings.@count >= 1",
      "EXISTS (SELECT 1 FROM Reading WHERE patient = Patient.id)", [1, 2, 4]),
    PredicateCase(
      "readings.isEmpty",
      "NOT EXISTS (SELECT 1 FROM Reading WHERE patient = Patient.id)", [3, 5]),
    PredicateCase(
      "readings.filter { $0.value >= 90 }.count > 1",
      "(SELECT count(*) FROM Reading WHERE patient = Patient.id AND value >= ?) > ? -- 90, 1", [1]),
    PredicateCase(
      "readings[value >= 90].count > 1",
      "(SELECT count(*) FROM Reading WHERE patient = Patient.id AND value >= ?) > ? -- 90, 1", [1]),
    PredicateCase(
      "SUBQUERY(readings, $r, $r.value >= 90).@count > 1",
      "(SELECT count(*) FROM Reading WHERE patient = Patient.id AND value >= ?) > ? -- 90, 1", [1]),
    PredicateCase(
      "readings.filter { r in r.value >= 90 && r.count > age }.isEmpty",
      """
      NOT EXISTS (SELECT 1 FROM Reading WHERE patient = Patient.id AND value >= ? AND \
      count > Patient.age) -- 90
      """, [1, 3, 4, 5]),
    PredicateCase(
      "ANY readings.value > 94",
      "EXISTS (SELECT 1 FROM Reading WHERE patient = Patient.id AND value > ?) -- 94", [1]),
    PredicateCase(
      "ALL readings.value > 50",
      "NOT EXISTS (SELECT 1 FROM Reading WHERE patient = Patient.id AND value <= ?) -- 50",
      [1, 2, 3, 5]),
    PredicateCase(
      "NONE readings.value > 50",
      "NOT EXISTS (SELECT 1 FROM Reading WHERE patient = Patient.id AND value > ?) -- 50",
      [3, 4, 5]),
    PredicateCase(
      "SOME readings.mark has a",
      "EXISTS (SELECT 1 FROM Reading WHERE patient = Patient.id AND (mark & ?) = ?) -- 1, 1",
      [1, 4]),
    PredicateCase(
      "ANY readings.mark != 0",
      "EXISTS (SELECT 1 FROM Reading WHERE patient = Patient.id AND mark != ?) -- 0", [1, 2, 4]),
    PredicateCase(
      "ANY readings.value BETWEEN {80, 91}",
      """
      EXISTS (SELECT 1 FROM Reading WHERE patient = Patient.id AND value BETWEEN ? AND ?) \
      -- 80, 91
      """, [1, 2]),
    PredicateCase(
      "ANY readings.value IN {5, 91}",
      "EXISTS (SELECT 1 FROM Reading WHERE patient = Patient.id AND value IN (?, ?)) -- 5, 91",
      [2, 4]),
    PredicateCase(
      "readings.value.max >= 95",
      "(SELECT max(value) FROM Reading WHERE patient = Patient.id) >= ? -- 95", [1]),
    PredicateCase(
      "readings.@max.value >= 95",
      "(SELECT max(value) FROM Reading WHERE patient = Patient.id) >= ? -- 95", [1]),
    PredicateCase(
      "readings.value.@max >= 95",
      "(SELECT max(value) FROM Reading WHERE patient = Patient.id) >= ? -- 95", [1]),
    PredicateCase(
      "readings.@avg.value > 80",
      "(SELECT avg(value) FROM Reading WHERE patient = Patient.id) > ? -- 80", [1, 2]),
    PredicateCase(
      "readings.@sum.count = 10",
      "(SELECT coalesce(sum(count), 0) FROM Reading WHERE patient = Patient.id) = ? -- 10", [1]),
    PredicateCase(
      "readings.value.sum = 0",
      "(SELECT total(value) FROM Reading WHERE patient = Patient.id) = ? -- 0", [3, 5]),
    PredicateCase(
      "readings.map { $0.value }.max() ?? 0 > 50",
      "coalesce((SELECT max(value) FROM Reading WHERE patient = Patient.id), ?) > ? -- 0.0, 50",
      [1, 2]),
    PredicateCase(
      #"(readings.map(\.value).min() ?? 0) < 10"#,
      "coalesce((SELECT min(value) FROM Reading WHERE patient = Patient.id), ?) < ? -- 0.0, 10",
      [3, 4, 5]),
    PredicateCase(
      "readings.compactMap { $0.value }.max()! > 90",
      "(SELECT max(value) FROM Reading WHERE patient = Patient.id) > ? -- 90", [1, 2]),
    PredicateCase(
      "readings.contains { $0.value > 94 }",
      "EXISTS (SELECT 1 FROM Reading WHERE patient = Patient.id AND value > ?) -- 94", [1]),
    PredicateCase(
      "readings.contains(where: { $0.value > 94 })",
      "EXISTS (SELECT 1 FROM Reading WHERE patient = Patient.id AND value > ?) -- 94", [1]),
    PredicateCase(
      "readings.allSatisfy { $0.value > 50 }",
      "NOT EXISTS (SELECT 1 FROM Reading WHERE patient = Patient.id AND value <= ?) -- 50",
      [1, 2, 3, 5]),
    PredicateCase(
      "readings.first?.value = 90",
      "(SELECT value FROM Reading WHERE patient = Patient.id ORDER BY id LIMIT 1) = ? -- 90", [1]),
    PredicateCase(
      "readings.last.value = 70",
      "(SELECT value FROM Reading WHERE patient = Patient.id ORDER BY id DESC LIMIT 1) = ? -- 70",
      [1]),
    PredicateCase(
      "readings.first(where: { $0.value < 90 })?.count = 5",
      """
      (SELECT count FROM Reading WHERE patient = Patient.id AND value < ? ORDER BY id \
      LIMIT 1) = ? -- 90, 5
      """, [1]),
    PredicateCase(
      "readings.first != nil",
      "(SELECT id FROM Reading WHERE patient = Patient.id ORDER BY id LIMIT 1) IS NOT NULL",
      [1, 2, 4]),
    PredicateCase(
      "readings.count(where: { $0.value > 80 }) = 2",
      "(SELECT count(*) FROM Reading WHERE patient = Patient.id AND value > ?) = ? -- 80, 2", [1]),
    PredicateCase(
      "readings.@distinctUnionOfObjects.mark.@count = 3",
      "(SELECT count(DISTINCT mark) FROM Reading WHERE patient = Patient.id) = ? -- 3", [1]),
    PredicateCase(
      "readings.map { $0.count }.reduce(0, +) > 5",
      "(SELECT coalesce(sum(count), 0) FROM Reading WHERE patient = Patient.id) > ? -- 5", [1]),
    PredicateCase(
      "readings.flatMap { $0.patient.tags }.contains('vip')",
      """
      EXISTS (SELECT 1 FROM Reading JOIN json_each((SELECT tags FROM Patient AS Patient2 \
      WHERE id = Reading.patient)) AS tags WHERE Reading.patient = Patient.id AND \
      tags.value = ?) -- 'vip'
      """, [1]),
    PredicateCase(
      "readings.at.max > now - 1h",
      "(SELECT max(at) FROM Reading WHERE patient = Patient.id) > ? -- '2026-11-20 11:00:00'", [1]),
    PredicateCase(
      "ANY readings.at > seen",
      "EXISTS (SELECT 1 FROM Reading WHERE patient = Patient.id AND at > Patient.seen)", [1]),
    PredicateCase(
      "readings.filter { $0.at + 1h > SELF.seen }.count = 2",
      """
      (SELECT count(*) FROM Reading WHERE patient = Patient.id AND ((CAST(strftime('%s', \
      substr(at, 1, 19)) AS INTEGER) * 1000000 + CAST(substr(substr(at, 21) || '000000', \
      1, 6) AS INTEGER)) + ?) > (CAST(strftime('%s', substr(Patient.seen, 1, 19)) AS \
      INTEGER) * 1000000 + CAST(substr(substr(Patient.seen, 21) || '000000', 1, 6) AS \
      INTEGER))) = ? -- 3600000000, 2
      """, [1]),
    PredicateCase(
      "ward.title == 'East'",
      "ward IN (SELECT id FROM Ward WHERE title = ?) -- 'East'", [1, 2]),
    PredicateCase(
      "ward = 'East'",
      "ward IN (SELECT id FROM Ward WHERE title = ?) -- 'East'", [1, 2]),
    PredicateCase(
      "ward != 'East'",
      "(ward NOT IN (SELECT id FROM Ward WHERE title = ?)) IS NOT FALSE -- 'East'", [3, 4, 5]),
    PredicateCase("ward = 1", "ward = ? -- 1", [1, 2]),
    PredicateCase("ward.id = 1", "ward = ? -- 1", [1, 2]),
    PredicateCase("ward = nil", "ward IS NULL", [4]),
    PredicateCase(
      "ward.title = nil",
      "(ward NOT IN (SELECT id FROM Ward WHERE title IS NOT NULL)) IS NOT FALSE", [4]),
    PredicateCase(
      "ward.title != nil",
      "ward IN (SELECT id FROM Ward WHERE title IS NOT NULL)", [1, 2, 3, 5]),
    PredicateCase("ward.beds > 5", "ward IN (SELECT id FROM Ward WHERE beds > ?) -- 5", [3, 5]),
    PredicateCase(
      "!(ward.beds > 5)",
      "(ward NOT IN (SELECT id FROM Ward WHERE beds > ?)) IS NOT FALSE -- 5", [1, 2, 4]),
    PredicateCase(
      "ward.patients.count > 1",
      """
      iif(ward IS NULL, NULL, (SELECT count(*) FROM Ward JOIN Patient AS Patient2 ON \
      Patient2.ward = Ward.id WHERE Ward.id = Patient.ward)) > ? -- 1
      """, [1, 2, 3, 5]),
    PredicateCase(
      "ward.patients.isEmpty",
      """
      NOT EXISTS (SELECT 1 FROM Ward JOIN Patient AS Patient2 ON Patient2.ward = Ward.id \
      WHERE Ward.id = Patient.ward)
      """, [4]),
    PredicateCase(
      "buddy.ward.title = 'East'",
      """
      buddy IN (SELECT id FROM Patient AS Patient2 WHERE ward IN (SELECT id FROM Ward \
      WHERE title = ?)) -- 'East'
      """, [2, 3]),
    PredicateCase(
      "buddy.ward.title != 'East'",
      """
      (buddy NOT IN (SELECT id FROM Patient AS Patient2 WHERE ward IN (SELECT id FROM Ward \
      WHERE title = ?))) IS NOT FALSE -- 'East'
      """, [1, 4, 5]),
    PredicateCase(
      "buddy.ward = 'East'",
      """
      buddy IN (SELECT id FROM Patient AS Patient2 WHERE ward IN (SELECT id FROM Ward \
      WHERE title = ?)) -- 'East'
      """, [2, 3]),
    PredicateCase(
      "buddy.buddy.name.first = 'Ann'",
      """
      buddy IN (SELECT id FROM Patient AS Patient2 WHERE buddy IN (SELECT id FROM Patient \
      AS Patient3 WHERE name_first = ?)) -- 'Ann'
      """, [4]),
    PredicateCase(
      "buddy.age > age",
      "(SELECT age FROM Patient AS Patient2 WHERE id = Patient.buddy) > age", [2, 4]),
    PredicateCase(
      "buddy.marks has a",
      "buddy IN (SELECT id FROM Patient AS Patient2 WHERE (marks & ?) = ?) -- 1, 1", [2, 3, 4]),
    PredicateCase(
      "not buddy.marks has a",
      """
      (buddy NOT IN (SELECT id FROM Patient AS Patient2 WHERE (marks & ?) = ?)) IS NOT \
      FALSE -- 1, 1
      """, [1, 5]),
    PredicateCase(
      "buddy.isWell",
      "buddy IN (SELECT id FROM Patient AS Patient2 WHERE isWell = ?) -- 1", [2, 3]),
    PredicateCase(
      #"buddy?.name.first.hasPrefix("A") ?? false"#,
      """
      buddy IN (SELECT id FROM Patient AS Patient2 WHERE name_first >= ? AND \
      name_first < ?) -- 'A', 'B'
      """, [2, 3]),
    PredicateCase(
      "buddy!.age > 5",
      "buddy IN (SELECT id FROM Patient AS Patient2 WHERE age > ?) -- 5", [2, 3, 4]),
    PredicateCase(
      "followers.count = 2",
      "(SELECT count(*) FROM Patient AS Patient2 WHERE buddy = Patient.id) = ? -- 2", [1]),
    PredicateCase(
      "ANY followers.ward.title = 'West'",
      """
      EXISTS (SELECT 1 FROM Patient AS Patient2 JOIN Ward ON Ward.id = Patient2.ward WHERE \
      Patient2.buddy = Patient.id AND Ward.title = ?) -- 'West'
      """, [1]),
    PredicateCase(
      "followers.filter { $0.ward == SELF.ward }.count > 0",
      """
      EXISTS (SELECT 1 FROM Patient AS Patient2 WHERE buddy = Patient.id AND ward IS \
      Patient.ward)
      """, [1]),
    PredicateCase(
      "followers.contains { $0.age < age }",
      "EXISTS (SELECT 1 FROM Patient AS Patient2 WHERE buddy = Patient.id AND age < Patient.age)",
      [1, 3]),
    PredicateCase(
      "followers contains 2",
      "EXISTS (SELECT 1 FROM Patient AS Patient2 WHERE buddy = Patient.id AND id = ?) -- 2", [1]),
    PredicateCase(
      "SELF in ward.patients",
      """
      EXISTS (SELECT 1 FROM Ward JOIN Patient AS Patient2 ON Patient2.ward = Ward.id WHERE \
      Ward.id = Patient.ward AND Patient2.id = Patient.id)
      """, [1, 2, 3, 5]),
    PredicateCase(
      "buddy in followers",
      """
      EXISTS (SELECT 1 FROM Patient AS Patient2 WHERE buddy = Patient.id AND id IS \
      Patient.buddy)
      """, []),
    PredicateCase("SELF = 1", "id = ? -- 1", [1]),
    PredicateCase("SELF in {1, 2}", "id IN (?, ?) -- 1, 2", [1, 2]),
    PredicateCase(
      "card.number = 'K-7'",
      "(SELECT number FROM Card WHERE patient = Patient.id) = ? -- 'K-7'", [2]),
    PredicateCase(
      "card.number != 'K-7'",
      "(SELECT number FROM Card WHERE patient = Patient.id) IS NOT ? -- 'K-7'", [1, 3, 4, 5]),
    PredicateCase(
      "card = nil",
      "(SELECT id FROM Card WHERE patient = Patient.id) IS NULL", [1, 3, 5]),
    PredicateCase(
      "card != nil",
      "(SELECT id FROM Card WHERE patient = Patient.id) IS NOT NULL", [2, 4]),
    PredicateCase("name.first = 'Ann'", "name_first = ? -- 'Ann'", [1]),
    PredicateCase("SELF.name.first == 'Ann'", "name_first = ? -- 'Ann'", [1]),
    PredicateCase(
      "ANY ward.patients.readings.value > 94",
      """
      EXISTS (SELECT 1 FROM Ward JOIN Patient AS Patient2 ON Patient2.ward = Ward.id JOIN \
      Reading ON Reading.patient = Patient2.id WHERE Ward.id = Patient.ward AND \
      Reading.value > ?) -- 94
      """, [1, 2]),
    PredicateCase(
      "drugs.count > 0",
      """
      EXISTS (SELECT 1 FROM Patient_drugs JOIN Drug ON Drug.id = Patient_drugs.drugs WHERE \
      Patient_drugs.patients = Patient.id)
      """, [1, 2, 5]),
    PredicateCase(
      "ANY drugs.title = 'Iron'",
      """
      EXISTS (SELECT 1 FROM Patient_drugs JOIN Drug ON Drug.id = Patient_drugs.drugs WHERE \
      Patient_drugs.patients = Patient.id AND Drug.title = ?) -- 'Iron'
      """, [1, 2]),
    PredicateCase(
      "drugs.price.max > 5",
      """
      (SELECT max(Drug.price) FROM Patient_drugs JOIN Drug ON Drug.id = \
      Patient_drugs.drugs WHERE Patient_drugs.patients = Patient.id) > ? -- 5
      """, [1, 2]),
    PredicateCase(
      "ANY drugs.patients.name.first = 'Bob'",
      """
      EXISTS (SELECT 1 FROM Patient_drugs JOIN Drug ON Drug.id = Patient_drugs.drugs JOIN \
      Patient_drugs AS Patient_drugs2 ON Patient_drugs2.drugs = Drug.id JOIN Patient AS \
      Patient2 ON Patient2.id = Patient_drugs2.patients WHERE Patient_drugs.patients = \
      Patient.id AND Patient2.name_first = ?) -- 'Bob'
      """, [1, 2]),
    PredicateCase(
      "ANY drugs = 'Iron'",
      """
      EXISTS (SELECT 1 FROM Patient_drugs JOIN Drug ON Drug.id = Patient_drugs.drugs WHERE \
      Patient_drugs.patients = Patient.id AND Drug.title = ?) -- 'Iron'
      """, [1, 2]),
    PredicateCase(
      "NONE drugs.title = 'Iron' and age > 0",
      """
      NOT EXISTS (SELECT 1 FROM Patient_drugs JOIN Drug ON Drug.id = Patient_drugs.drugs \
      WHERE Patient_drugs.patients = Patient.id AND Drug.title = ?) AND age > ? -- 'Iron', \
      0
      """, [3, 5]),
  ])
  func relationships(_ one: PredicateCase) throws { try Clinic.check(one) }
}
