import Testing

@testable import Queries

/// Aggregates, groups, and parts of dates: the SQL that is asked, and the answers of the clinic.
@Suite("Groups of records") struct GroupQueryTests {
  private func check(_ one: AnswerCase) throws {
    #expect(try one.query().sql.shown == one.sql)
    #expect(try one.answer() == one.rows)
  }

  @Test(arguments: [
    AnswerCase(
      columns: "count()",
      sql: "SELECT count(*) FROM Patient",
      rows: ["5"]),
    AnswerCase(
      columns: "count(*), count(weight), count(distinct weight)",
      sql: "SELECT count(*), count(weight), count(DISTINCT weight) FROM Patient",
      rows: ["5, 4, 3"]),
    AnswerCase(
      columns: "min(age), max(weight), avg(weight), sum(weight)",
      sql: "SELECT min(age), max(weight), avg(weight), sum(weight) FROM Patient",
      rows: ["-7, 80.0, 50.25, 201.0"]),
    AnswerCase(
      columns: "sum(fee), min(fee), max(fee), avg(fee), sum(rate), avg(rate)",
      sql: """
        SELECT sum(fee), min(fee), max(fee), (CAST(sum(fee) AS REAL) / count(fee)) / ?, \
        sum(rate), (CAST(sum(rate) AS REAL) / count(rate)) / ? FROM Patient -- 100.0, 1000.0
        """,
      rows: ["29.00, -2.50, 20.00, 5.8, 8.999, 2.24975"]),
    AnswerCase(
      columns: "median(weight), percentile(weight, 95), percentile(age, 0), stddev(weight)",
      sql: """
        SELECT flagdb_percentile(weight, ?), flagdb_percentile(weight, ?), flagdb_percentile(age, \
        ?), flagdb_stddev(weight) FROM Patient -- 50.0, 95.0, 0.0
        """,
      rows: ["60.5, 77.075, -7.0, 34.7383073853635"]),
    AnswerCase(
      columns: "median(fee), percentile(fee, 75), stddev(fee), percentile(seen, 50), median(seen)",
      sql: """
        SELECT flagdb_percentile(fee, 50) / ?, flagdb_percentile(fee, ?) / ?, flagdb_stddev(fee) \
        / ?, flagdb_percentile(seen, ?), flagdb_percentile(seen, ?) FROM Patient -- 100.0, 75.0, \
        100.0, 100.0, 50.0, 50.0
        """,
      rows: ["1.0, 10.5, 9.34478464171326, 2026-11-20T10:00:00Z, 2026-11-20T10:00:00Z"]),
    AnswerCase(
      columns: "min(seen), max(seen)",
      sql: "SELECT min(seen), max(seen) FROM Patient",
      rows: ["2026-11-13T12:00:00.000001Z, 2026-12-01T00:00:00Z"]),
    AnswerCase(
      columns: "min(name.first), max(name.last)",
      sql: "SELECT min(name_first), max(name_last) FROM Patient",
      rows: ["Ann, Öz"]),
    AnswerCase(
      columns: "min(level), max(level)",
      sql: "SELECT min(level), max(level) FROM Patient",
      rows: ["low, high"]),
    AnswerCase(
      columns: "min(isWell), max(isWell), count(isWell)",
      sql: "SELECT min(isWell), max(isWell), count(isWell) FROM Patient",
      rows: ["false, true, 4"]),
    AnswerCase(
      columns:
        "count() as n, sum(fee) / count() as mean, max(level.rawValue) - min(level.rawValue) as spread",
      sql: """
        SELECT count(*) AS n, CAST(sum(fee) AS REAL) / ? / count(*) AS mean, \
        iif(typeof(max(level) - min(level)) = 'integer', max(level) - min(level), NULL) AS \
        spread FROM Patient -- 100.0
        """,
      rows: ["5, 5.8, 8"]),
    AnswerCase(
      columns: "sum(weight) / count(), sum(fee) * 2, max(weight) ?? 0",
      sql: """
        SELECT sum(weight) / count(*), iif(typeof(sum(fee) * ?) = 'integer', sum(fee) * ?, \
        NULL), coalesce(max(weight), ?) FROM Patient -- 2, 2, 0.0
        """,
      rows: ["40.2, 58.00, 80.0"]),
    AnswerCase(
      columns:
        "count(marks has a), max(readings.count), sum(readings.value.sum), avg(readings.count)",
      sql: """
        SELECT count(iif((marks & ?) = ?, ?, NULL)), max((SELECT count(*) FROM Reading WHERE \
        patient = Patient.id)), sum((SELECT total(value) FROM Reading WHERE patient = \
        Patient.id)), (CAST(sum((SELECT count(*) FROM Reading WHERE patient = Patient.id)) AS REAL) \
        / count((SELECT count(*) FROM Reading WHERE patient = Patient.id))) FROM Patient -- 1, 1, 1
        """,
      rows: ["2, 3, 351.5, 1.0"]),
    AnswerCase(
      columns: "max(name.first.count), min(abs(weight)), sum(age > 0 ? 1 : 0)",
      sql: """
        SELECT max(length(name_first)), min(abs(weight)), sum(iif(age > ?, ?, ?)) FROM \
        Patient -- 0, 1, 0
        """,
      rows: ["3, 0.0, 3"]),
    AnswerCase(
      columns: "count(ward), count(distinct ward)",
      sql: "SELECT count(ward), count(DISTINCT ward) FROM Patient",
      rows: ["4, 2"]),
    AnswerCase(
      columns: "count(distinct seen), count(distinct year(seen))",
      sql: """
        SELECT count(DISTINCT seen), count(DISTINCT CAST(substr(seen, 1, 4) AS INTEGER)) \
        FROM Patient
        """,
      rows: ["3, 1"]),
    AnswerCase(
      entity: "Reading", columns: "count(), sum(value), avg(value)",
      sql: "SELECT count(*), sum(value), avg(value) FROM Reading",
      rows: ["6, 450.5, 75.08333333333333"]),
    AnswerCase(
      columns: "count(marks has a), count(not (isWell)), count(distinct age > 0)",
      sql: """
        SELECT count(iif((marks & ?) = ?, ?, NULL)), count(iif(isWell IS NOT ?, ?, NULL)), \
        count(DISTINCT (age > ?) IS TRUE) FROM Patient -- 1, 1, 1, 1, 1, 0
        """,
      rows: ["2, 3, 2"]),
  ])
  func ofAll(_ one: AnswerCase) throws { try check(one) }

  @Test(arguments: [
    AnswerCase(
      groups: "ward",
      sql: """
        SELECT (SELECT other.title FROM Ward AS other WHERE other.id = Patient.ward) AS \
        ward, count(*) FROM Patient GROUP BY ward ORDER BY ward
        """,
      rows: ["nil, 1", "East, 2", "West, 2"]),
    AnswerCase(
      groups: "ward.title",
      sql: """
        SELECT (SELECT title FROM Ward WHERE id = Patient.ward), count(*) FROM Patient \
        GROUP BY (SELECT title FROM Ward WHERE id = Patient.ward) ORDER BY (SELECT title \
        FROM Ward WHERE id = Patient.ward)
        """,
      rows: ["nil, 1", "East, 2", "West, 2"]),
    AnswerCase(
      groups: "level",
      sql: "SELECT level, count(*) FROM Patient GROUP BY level ORDER BY level",
      rows: ["nil, 1", "low, 1", "mid, 2", "high, 1"]),
    AnswerCase(
      groups: "marks",
      sql: "SELECT marks, count(*) FROM Patient GROUP BY marks ORDER BY marks",
      rows: ["a|top, 1", ", 1", "a|b, 1", "c, 1", "0x48, 1"]),
    AnswerCase(
      groups: "each(marks)",
      sql: """
        WITH RECURSIVE flagdb_bits (bit) AS (SELECT 1 UNION ALL SELECT bit << 1 FROM \
        flagdb_bits WHERE bit != 0), flagdb_groups AS (SELECT marks, count(*) AS part2 FROM \
        Patient GROUP BY marks) SELECT flag, sum(part2) FROM flagdb_groups LEFT JOIN (SELECT \
        bit AS flag FROM flagdb_bits) ON (marks & flag) != 0 OR marks = flag GROUP BY flag \
        ORDER BY flag < 0, flag
        """,
      rows: [", 1", "a, 2", "b, 1", "c, 1", "0x8, 1", "0x40, 1", "top, 1"]),
    AnswerCase(
      groups: "each(wanted)",
      sql: """
        WITH RECURSIVE flagdb_bits (bit) AS (SELECT 1 UNION ALL SELECT bit << 1 FROM \
        flagdb_bits WHERE bit != 0), flagdb_groups AS (SELECT wanted, count(*) AS part2 FROM \
        Patient GROUP BY wanted) SELECT flag, sum(part2) FROM flagdb_groups LEFT JOIN (SELECT \
        bit AS flag FROM flagdb_bits) ON (wanted & flag) != 0 OR wanted = flag GROUP BY flag \
        ORDER BY flag < 0, flag
        """,
      rows: ["nil, 1", ", 1", "a, 2", "b, 2", "c, 1"]),
    AnswerCase(
      groups: "each(marks), isWell", having: "count() > 1",
      sql: """
        WITH RECURSIVE flagdb_bits (bit) AS (SELECT 1 UNION ALL SELECT bit << 1 FROM \
        flagdb_bits WHERE bit != 0), flagdb_groups AS (SELECT marks, isWell, count(*) AS \
        part3 FROM Patient GROUP BY +marks, +isWell) SELECT flag, isWell, sum(part3) FROM \
        flagdb_groups LEFT JOIN (SELECT bit AS flag FROM flagdb_bits) ON (marks & flag) != 0 \
        OR marks = flag GROUP BY flag, isWell HAVING sum(part3) > ? ORDER BY flag < 0, flag, \
        isWell -- 1
        """,
      rows: []),
    AnswerCase(
      columns: "each(marks), median(age), stddev(weight)", groups: "each(marks)",
      having: "percentile(age, 100) < 31",
      sql: """
        WITH RECURSIVE flagdb_bits (bit) AS (SELECT 1 UNION ALL SELECT bit << 1 FROM \
        flagdb_bits WHERE bit != 0) SELECT flag, flagdb_percentile(age, 50), \
        flagdb_stddev(weight) FROM Patient LEFT JOIN (SELECT flag_of, bit AS flag FROM (SELECT \
        DISTINCT marks AS flag_of FROM Patient) JOIN flagdb_bits ON (flag_of & bit) != 0 OR \
        flag_of = bit) ON flag_of = marks GROUP BY flag HAVING flagdb_percentile(age, ?) < ? \
        ORDER BY flag < 0, flag -- 100.0, 31
        """,
      rows: [
        ", 0.0, nil", "b, 30.0, nil", "c, -7.0, nil", "0x8, 12.0, nil", "0x40, 12.0, nil",
      ]),
    AnswerCase(
      columns: "each(marks), count() as flag, avg(fee) as part3", groups: "each(marks)",
      having: "sum(age > 0 ? 1 : 0) > 0 and each(marks) has a",
      sql: """
        WITH RECURSIVE flagdb_bits (bit) AS (SELECT 1 UNION ALL SELECT bit << 1 FROM \
        flagdb_bits WHERE bit != 0), flagdb_groups AS (SELECT marks, count(*) AS part2, \
        sum((fee) >> 32) AS part3_, sum((fee) - ((fee) >> 32) * 4294967296) AS part4, \
        count(fee) AS part5, sum(iif(age > ?, ?, ?)) AS part6 FROM Patient GROUP BY +marks) \
        SELECT flag_, sum(part2) AS flag, (CAST(sum(part3_) * 4294967296.0 + sum(part4) AS REAL) \
        / sum(part5)) / ? AS part3 FROM flagdb_groups LEFT JOIN (SELECT bit AS flag_ FROM \
        flagdb_bits) ON (marks & flag_) != 0 OR marks = flag_ GROUP BY flag_ HAVING sum(part6) \
        > ? AND (flag_ & ?) = ? ORDER BY flag_ < 0, flag_ -- 0, 1, 0, 100.0, 0, 1, 1
        """,
      rows: ["a, 2, 4.0"]),
    AnswerCase(
      columns: "each(marks), ward, ward.beds, year(seen) + 1, count(ward.beds)",
      groups: "each(marks), ward, year(seen)", having: "ward.patients[year(seen) = 2026].count > 0",
      sql: """
        WITH RECURSIVE flagdb_bits (bit) AS (SELECT 1 UNION ALL SELECT bit << 1 FROM \
        flagdb_bits WHERE bit != 0), flagdb_groups AS (SELECT marks, ward, CAST(substr(seen, \
        1, 4) AS INTEGER) AS key3, count((SELECT beds FROM Ward WHERE id = Patient.ward)) AS \
        part4 FROM Patient GROUP BY +marks, +ward, key3) SELECT flag, (SELECT other.title \
        FROM Ward AS other WHERE other.id = flagdb_groups.ward) AS ward, (SELECT beds FROM \
        Ward WHERE id = flagdb_groups.ward), iif(typeof(key3 + ?) = 'integer', key3 + ?, \
        NULL), sum(part4) FROM flagdb_groups LEFT JOIN (SELECT bit AS flag FROM flagdb_bits) \
        ON (marks & flag) != 0 OR marks = flag GROUP BY flag, ward, key3 HAVING EXISTS \
        (SELECT 1 FROM Ward JOIN Patient ON Patient.ward = Ward.id WHERE Ward.id = \
        flagdb_groups.ward AND CAST(substr(Patient.seen, 1, 4) AS INTEGER) = ?) ORDER BY flag \
        < 0, flag, ward, key3 -- 1, 1, 2026
        """,
      rows: [
        "a, East, 4, 2027, 1", "a, West, 9, nil, 1", "b, East, 4, 2027, 1", "c, East, 4, 2027, 1",
        "0x8, West, 9, 2027, 1", "0x40, West, 9, 2027, 1", "top, West, 9, nil, 1",
      ]),
    AnswerCase(
      columns: "id, name.first, each(marks)", groups: "id, each(marks)", having: "id < 3",
      sql: """
        WITH RECURSIVE flagdb_bits (bit) AS (SELECT 1 UNION ALL SELECT bit << 1 FROM \
        flagdb_bits WHERE bit != 0) SELECT id, name_first, flag2 FROM Patient LEFT JOIN \
        (SELECT flag2_of, bit AS flag2 FROM (SELECT DISTINCT marks AS flag2_of FROM Patient) \
        JOIN flagdb_bits ON (flag2_of & bit) != 0 OR flag2_of = bit) ON flag2_of = marks \
        GROUP BY id, flag2 HAVING id < ? ORDER BY id, flag2 < 0, flag2 -- 3
        """,
      rows: ["1, Ann, a", "1, Ann, b", "2, Bob, c"]),
    AnswerCase(
      groups: "each(ward.patients.first.marks)",
      sql: """
        WITH RECURSIVE flagdb_bits (bit) AS (SELECT 1 UNION ALL SELECT bit << 1 FROM \
        flagdb_bits WHERE bit != 0), flagdb_groups AS (SELECT (SELECT Patient2.marks FROM \
        Ward JOIN Patient AS Patient2 ON Patient2.ward = Ward.id WHERE Ward.id = Patient.ward \
        ORDER BY Ward.id, Patient2.id LIMIT 1) AS key1, count(*) AS part2 FROM Patient GROUP \
        BY key1) SELECT flag, sum(part2) FROM flagdb_groups LEFT JOIN (SELECT bit AS flag \
        FROM flagdb_bits) ON (key1 & flag) != 0 OR key1 = flag GROUP BY flag ORDER BY flag < \
        0, flag
        """,
      rows: ["nil, 1", "a, 4", "b, 2", "top, 2"]),
    AnswerCase(
      columns: "isWell, ward.beds, count(), sum(fee)", groups: "isWell, ward.beds",
      sql: """
        SELECT isWell, (SELECT beds FROM Ward WHERE id = Patient.ward), count(*), sum(fee) \
        FROM Patient GROUP BY isWell, (SELECT beds FROM Ward WHERE id = Patient.ward) ORDER \
        BY isWell, (SELECT beds FROM Ward WHERE id = Patient.ward)
        """,
      rows: [
        "nil, 9, 1, -2.50", "false, 4, 1, 0.00", "false, 9, 1, 20.00", "true, nil, 1, 1.00",
        "true, 4, 1, 10.50",
      ]),
    AnswerCase(
      groups: "year(seen)",
      sql: """
        SELECT CAST(substr(seen, 1, 4) AS INTEGER), count(*) FROM Patient GROUP BY \
        CAST(substr(seen, 1, 4) AS INTEGER) ORDER BY CAST(substr(seen, 1, 4) AS INTEGER)
        """,
      rows: ["nil, 1", "2026, 4"]),
    AnswerCase(
      groups: "quarter(seen), quarterOfYear(seen)", having: "quarter(seen) >= '2026-Q4'",
      sql: """
        SELECT (substr(seen, 1, 4) || '-Q' || ((CAST(substr(seen, 6, 2) AS INTEGER) + 2) / 3)), \
        ((CAST(substr(seen, 6, 2) AS INTEGER) + 2) / 3), count(*) FROM Patient GROUP BY \
        (substr(seen, 1, 4) || '-Q' || ((CAST(substr(seen, 6, 2) AS INTEGER) + 2) / 3)), \
        ((CAST(substr(seen, 6, 2) AS INTEGER) + 2) / 3) HAVING (substr(seen, 1, 4) || '-Q' || \
        ((CAST(substr(seen, 6, 2) AS INTEGER) + 2) / 3)) >= ? ORDER BY (substr(seen, 1, 4) || \
        '-Q' || ((CAST(substr(seen, 6, 2) AS INTEGER) + 2) / 3)), ((CAST(substr(seen, 6, 2) AS \
        INTEGER) + 2) / 3) -- '2026-Q4'
        """,
      rows: ["2026-Q4, 4, 4"]),
    AnswerCase(
      columns: "month(seen), count(), min(seen)", groups: "month(seen)",
      sql: """
        SELECT substr(seen, 1, 7), count(*), min(seen) FROM Patient GROUP BY substr(seen, \
        1, 7) ORDER BY substr(seen, 1, 7)
        """,
      rows: [
        "nil, 1, nil", "2026-11, 3, 2026-11-13T12:00:00.000001Z",
        "2026-12, 1, 2026-12-01T00:00:00Z",
      ]),
    AnswerCase(
      groups: "day(seen) as d", sort: "-d",
      sql: """
        SELECT substr(seen, 1, 10) AS d, count(*) FROM Patient GROUP BY substr(seen, 1, 10) \
        ORDER BY substr(seen, 1, 10) DESC
        """,
      rows: ["2026-12-01, 1", "2026-11-20, 2", "2026-11-13, 1", "nil, 1"]),
    AnswerCase(
      groups: "weekday(seen), hour(seen)",
      sql: """
        SELECT ((strftime('%w', substr(seen, 1, 10)) + 6) % 7 + 1), CAST(substr(seen, 12, \
        2) AS INTEGER), count(*) FROM Patient GROUP BY ((strftime('%w', substr(seen, 1, \
        10)) + 6) % 7 + 1), CAST(substr(seen, 12, 2) AS INTEGER) ORDER BY ((strftime('%w', \
        substr(seen, 1, 10)) + 6) % 7 + 1), CAST(substr(seen, 12, 2) AS INTEGER)
        """,
      rows: ["nil, nil, 1", "2, 0, 1", "5, 10, 2", "5, 12, 1"]),
    AnswerCase(
      columns: "count()", groups: "weight",
      sql: "SELECT count(*) FROM Patient GROUP BY weight ORDER BY weight",
      rows: ["1", "1", "2", "1"]),
    AnswerCase(
      columns: "weight, weight * 2, count() * 2, weight > 60", groups: "weight",
      sql: """
        SELECT weight, weight * ?, iif(typeof(count(*) * ?) = 'integer', count(*) * ?, \
        NULL), (weight > ?) IS TRUE FROM Patient GROUP BY weight ORDER BY weight -- 2, 2, \
        2, 60
        """,
      rows: [
        "nil, nil, 2, false", "0.0, 0.0, 2, false", "60.5, 121.0, 4, true", "80.0, 160.0, 2, true",
      ]),
    AnswerCase(
      columns: "age > 0 as old, count()", groups: "age > 0",
      sql: """
        SELECT (age > ?) IS TRUE AS old, count(*) FROM Patient GROUP BY (age > ?) IS TRUE \
        ORDER BY (age > ?) IS TRUE -- 0, 0, 0
        """,
      rows: ["false, 2", "true, 3"]),
    AnswerCase(
      groups: "readings.count", sort: "-count(), readings.count",
      sql: """
        SELECT (SELECT count(*) FROM Reading WHERE patient = Patient.id), count(*) FROM \
        Patient GROUP BY (SELECT count(*) FROM Reading WHERE patient = Patient.id) ORDER BY \
        count(*) DESC, (SELECT count(*) FROM Reading WHERE patient = Patient.id)
        """,
      rows: ["0, 2", "1, 2", "3, 1"]),
    AnswerCase(
      columns: "ward, ward.beds, ward.title, count()", groups: "ward",
      sql: """
        SELECT (SELECT other.title FROM Ward AS other WHERE other.id = Patient.ward) AS \
        ward, (SELECT beds FROM Ward WHERE id = Patient.ward), (SELECT title FROM Ward \
        WHERE id = Patient.ward), count(*) FROM Patient GROUP BY ward ORDER BY ward
        """,
      rows: ["nil, nil, nil, 1", "East, 4, East, 2", "West, 9, West, 2"]),
    AnswerCase(
      columns: "id, name.first, readings.count", groups: "id",
      sql: """
        SELECT id, name_first, (SELECT count(*) FROM Reading WHERE patient = Patient.id) \
        FROM Patient GROUP BY id ORDER BY id
        """,
      rows: ["1, Ann, 3", "2, Bob, 1", "3, cat, 0", "4, ann, 1", "5, Éva, 0"]),
    AnswerCase(
      groups: "level", having: "count() > 1",
      sql: """
        SELECT level, count(*) FROM Patient GROUP BY level HAVING count(*) > ? ORDER BY \
        level -- 1
        """,
      rows: ["mid, 2"]),
    AnswerCase(
      groups: "level", having: "level = low or max(fee) > 15",
      sql: """
        SELECT level, count(*) FROM Patient GROUP BY level HAVING level = ? OR max(fee) > ? \
        ORDER BY level -- 1, 1500
        """,
      rows: ["low, 1", "mid, 2"]),
    AnswerCase(
      columns: "l, count() as n", groups: "level as l", having: "n > 1 and l != nil",
      sql: """
        SELECT level AS l, count(*) AS n FROM Patient GROUP BY level HAVING count(*) > ? \
        AND level IS NOT NULL ORDER BY level -- 1
        """,
      rows: ["mid, 2"]),
    AnswerCase(
      groups: "marks", having: "marks has a",
      sql: """
        SELECT marks, count(*) FROM Patient GROUP BY marks HAVING (marks & ?) = ? ORDER BY \
        marks -- 1, 1
        """,
      rows: ["a|top, 1", "a|b, 1"]),
    AnswerCase(
      groups: "ward.title", having: "ward.title beginswith 'E' and avg(weight) > 60",
      sql: """
        SELECT (SELECT title FROM Ward WHERE id = Patient.ward), count(*) FROM Patient \
        GROUP BY (SELECT title FROM Ward WHERE id = Patient.ward) HAVING (SELECT title FROM \
        Ward WHERE id = Patient.ward) >= ? AND (SELECT title FROM Ward WHERE id = \
        Patient.ward) < ? AND avg(weight) > ? ORDER BY (SELECT title FROM Ward WHERE id = \
        Patient.ward) -- 'E', 'F', 60
        """,
      rows: ["East, 2"]),
    AnswerCase(
      groups: "isWell", sort: "-sum(fee)",
      sql: """
        SELECT isWell, count(*) FROM Patient GROUP BY isWell ORDER BY sum(fee) DESC, isWell
        """,
      rows: ["false, 2", "true, 2", "nil, 1"]),
    AnswerCase(
      columns: "isWell, sum(fee) as total", groups: "isWell", sort: "-total",
      sql: """
        SELECT isWell, sum(fee) AS total FROM Patient GROUP BY isWell ORDER BY sum(fee) \
        DESC, isWell
        """,
      rows: ["false, 20.00", "true, 11.50", "nil, -2.50"]),
    AnswerCase(
      entity: "Reading", columns: "patient, count(), max(value), min(at)", groups: "patient",
      sql: """
        SELECT patient, count(*), max(value), min(at) FROM Reading GROUP BY patient ORDER \
        BY patient
        """,
      rows: [
        "nil, 1, 99.0, 2026-11-20T09:00:00Z", "1, 3, 95.5, 2026-11-20T09:00:00Z",
        "2, 1, 91.0, 2026-11-10T09:00:00Z", "4, 1, 5.0, 2026-11-20T09:00:00Z",
      ]),
    AnswerCase(
      entity: "Reading", columns: "patient.ward.title, sum(value)", groups: "patient.ward.title",
      sql: """
        SELECT (SELECT (SELECT title FROM Ward WHERE id = Patient.ward) FROM Patient WHERE \
        id = Reading.patient), sum(value) FROM Reading GROUP BY (SELECT (SELECT title FROM \
        Ward WHERE id = Patient.ward) FROM Patient WHERE id = Reading.patient) ORDER BY \
        (SELECT (SELECT title FROM Ward WHERE id = Patient.ward) FROM Patient WHERE id = \
        Reading.patient)
        """,
      rows: ["nil, 104.0", "East, 346.5"]),
    AnswerCase(
      entity: "Reading", columns: "each(mark), count(), max(value), count(distinct patient)",
      groups: "each(mark)",
      sql: """
        WITH RECURSIVE flagdb_bits (bit) AS (SELECT 1 UNION ALL SELECT bit << 1 FROM \
        flagdb_bits WHERE bit != 0), flagdb_groups AS (SELECT mark, count(*) AS part2, \
        max(value) AS part3, patient FROM Reading GROUP BY +mark, +patient) SELECT flag, \
        sum(part2), max(part3), count(DISTINCT patient) FROM flagdb_groups LEFT JOIN (SELECT \
        bit AS flag FROM flagdb_bits) ON (mark & flag) != 0 OR mark = flag GROUP BY flag \
        ORDER BY flag < 0, flag
        """,
      rows: [", 2, 99.0, 1", "a, 2, 90.0, 2", "b, 2, 95.5, 2", "c, 1, 91.0, 1"]),
    AnswerCase(
      entity: "Reading", columns: "day(at), count()", groups: "day(at)", having: "sum(value) > 200",
      sql: """
        SELECT substr(at, 1, 10), count(*) FROM Reading GROUP BY substr(at, 1, 10) HAVING \
        sum(value) > ? ORDER BY substr(at, 1, 10) -- 200
        """,
      rows: ["2026-11-20, 4"]),
    AnswerCase(
      groups: "year(seen)", having: "year(seen) = 2026",
      sql: """
        SELECT CAST(substr(seen, 1, 4) AS INTEGER), count(*) FROM Patient GROUP BY \
        CAST(substr(seen, 1, 4) AS INTEGER) HAVING CAST(substr(seen, 1, 4) AS INTEGER) = ? \
        ORDER BY CAST(substr(seen, 1, 4) AS INTEGER) -- 2026
        """,
      rows: ["2026, 4"]),
    AnswerCase(
      groups: "month(seen)", having: "month(seen) >= '2026-12'",
      sql: """
        SELECT substr(seen, 1, 7), count(*) FROM Patient GROUP BY substr(seen, 1, 7) HAVING \
        substr(seen, 1, 7) >= ? ORDER BY substr(seen, 1, 7) -- '2026-12'
        """,
      rows: ["2026-12, 1"]),
  ])
  func ofGroups(_ one: AnswerCase) throws { try check(one) }

  @Test(arguments: [
    AnswerCase(
      columns: "name.first as n, readings as r, ward.title as w", sort: "w,-n",
      sql: """
        SELECT name_first, (SELECT json_group_array(id) FROM (SELECT other.id FROM Reading \
        AS other WHERE other.patient = Patient.id ORDER BY other.id)) AS r, (SELECT title \
        FROM Ward WHERE id = Patient.ward) AS w FROM Patient ORDER BY (SELECT title FROM \
        Ward WHERE id = Patient.ward), name_first DESC, id
        """,
      rows: [
        "ann, [5], nil", "Bob, [4], East", "Ann, [1,2,3], East", "Éva, [], West", "cat, [], West",
      ]),
    AnswerCase(
      columns: "drugs.first, ward, age * 2 as twice", sort: "-age",
      sql: """
        SELECT (SELECT Drug.id FROM Patient_drugs JOIN Drug ON Drug.id = \
        Patient_drugs.drugs WHERE Patient_drugs.patients = Patient.id ORDER BY Drug.id \
        LIMIT 1), (SELECT other.title FROM Ward AS other WHERE other.id = Patient.ward) AS \
        ward, iif(typeof(age * ?) = 'integer', age * ?, NULL) AS twice FROM Patient ORDER \
        BY age DESC, id -- 2, 2
        """,
      rows: ["nil, West, nil", "1, East, 60", "3, West, 24", "nil, nil, 0", "2, East, -14"]),
    // A number in ORDER BY or GROUP BY would be that of a column.
    AnswerCase(
      columns: "age", sort: "(2), -(7)", sql: "SELECT age FROM Patient ORDER BY id",
      rows: ["30", "-7", "9223372036854775807", "0", "12"]),
    AnswerCase(
      columns: "(2), count()", groups: "(2)", sort: "(1)",
      sql: "SELECT ?, count(*) FROM Patient GROUP BY (SELECT ?) -- 2, 2", rows: ["2, 5"]),
  ])
  func ofRecords(_ one: AnswerCase) throws { try check(one) }
}
