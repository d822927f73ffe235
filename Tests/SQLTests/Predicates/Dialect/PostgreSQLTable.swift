@testable import PostgreSQLText
@testable import Queries

/// The SQL for PostgreSQL, of questions about the patients of the clinic.
enum PostgreSQLTable {
  static let numbers: [(String, String)] = [
    ("age != 30", "age != $1::bigint -- 30"),
    ("level != .high", "level IS DISTINCT FROM $1::bigint -- 9"),
    ("marks == wanted", "marks IS NOT DISTINCT FROM wanted"),
    ("weight == nil", "weight IS NULL"),
    ("isWell == true", #""isWell" = TRUE"#),
    ("marks has (a, top)", "(marks & $1::bigint) = $1::bigint -- -9223372036854775807"),
    ("wanted lacks c", "((wanted & $1::bigint) = 0) IS NOT FALSE -- 4"),
    (
      "marks.count == 2",
      """
      (((marks & 1) != 0)::int::bigint + ((marks & 2) != 0)::int::bigint + ((marks & 4) != 0)::int::bigint + ((marks & \
      (-9223372036854775808)::bigint) != 0)::int::bigint) = $1::bigint -- 2
      """
    ),
    ("marks & ~1 == 2", "(marks & $1::bigint) = $2::bigint -- -2, 2"),
    ("marks ^ 3 == 0", "(marks # $1::bigint) = $2::bigint -- 3, 0"),
    ("age << 2 == 28", "(age << ($1::bigint)::int) = $2::bigint -- 2, 28"),
    ("age >> 1 == 15", "(age >> ($1::bigint)::int) = $2::bigint -- 1, 15"),
    (
      "age + 1 == 31",
      """
      CASE WHEN ((age)::numeric + ($1::bigint)::numeric) BETWEEN -9223372036854775808 AND \
      9223372036854775807 THEN ((age)::numeric + ($1::bigint)::numeric)::bigint END = $2::bigint\
       -- 1, 31
      """
    ),
    (
      "-age == 7",
      """
      CASE WHEN (-(age)::numeric) BETWEEN -9223372036854775808 AND 9223372036854775807 THEN \
      (-(age)::numeric)::bigint END = $1::bigint -- 7
      """
    ),
    (
      "age / 7 == 4",
      """
      CASE WHEN (div((age)::numeric, nullif(($1::bigint)::numeric, 0))) BETWEEN \
      -9223372036854775808 AND 9223372036854775807 THEN (div((age)::numeric, \
      nullif(($1::bigint)::numeric, 0)))::bigint END = $2::bigint -- 7, 4
      """
    ),
    ("age % 12 == 6", "(mod(age, nullif($1::bigint, 0))) = $2::bigint -- 12, 6"),
    (
      "weight / 2 > 30",
      """
      (CASE WHEN abs((weight)::double precision) < 1 AND abs((weight)::double precision) * \
      '4.4989137945431964e+161'::double precision <= '2.2227587494850775e-162'::double precision \
      THEN 0 ELSE weight / $1::bigint END) > $2::bigint -- 2, 30
      """
    ),
    (
      "(age - 2) * 2 == 56",
      """
      CASE WHEN (nullif(nullif(greatest(least((((age)::numeric - ($1::bigint)::numeric))::numeric, \
      9223372036854775808), -9223372036854775809), 9223372036854775808), -9223372036854775809) * \
      ($1::bigint)::numeric) BETWEEN -9223372036854775808 AND 9223372036854775807 THEN \
      (nullif(nullif(greatest(least((((age)::numeric - ($1::bigint)::numeric))::numeric, \
      9223372036854775808), -9223372036854775809), 9223372036854775808), -9223372036854775809) * \
      ($1::bigint)::numeric)::bigint END = $2::bigint -- 2, 56
      """
    ),
    ("fee > 10", "fee > $1::numeric -- '10.00'"),
    (
      "fee + rate > 10.5",
      """
      CASE WHEN (nullif(nullif(greatest(least((((((fee) * 100)::bigint)::numeric * (10)::numeric))::numeric, \
      9223372036854775808), -9223372036854775809), 9223372036854775808), -9223372036854775809) + \
      (((rate) * 1000)::bigint)::numeric) BETWEEN -9223372036854775808 AND 9223372036854775807 \
      THEN (nullif(nullif(greatest(least((((((fee) * 100)::bigint)::numeric * (10)::numeric))::numeric, \
      9223372036854775808), -9223372036854775809), 9223372036854775808), -9223372036854775809) + \
      (((rate) * 1000)::bigint)::numeric)::bigint END > $1::bigint -- 10500
      """
    ),
    (
      "age ** 2 == 49",
      """
      (SELECT CASE WHEN flagdb_a = 0 AND flagdb_b < 0 THEN 'inf'::double precision WHEN flagdb_a \
      < 0 AND flagdb_b <> floor(flagdb_b) AND abs((flagdb_a)::double precision) < 'inf'::double \
      precision THEN NULL WHEN abs((flagdb_a)::double precision) NOT IN (0, 1, 'inf'::double \
      precision) AND abs((flagdb_b)::double precision) BETWEEN 0.5 AND 1e300 AND flagdb_b * \
      ln(abs((flagdb_a)::double precision)) > '709.782712893384'::double precision THEN CASE WHEN \
      flagdb_a < 0 AND flagdb_b / 2 <> floor(flagdb_b / 2) THEN -'inf'::double precision ELSE \
      'inf'::double precision END WHEN abs((flagdb_a)::double precision) NOT IN (0, 1, \
      'inf'::double precision) AND abs((flagdb_b)::double precision) BETWEEN 0.5 AND 1e300 AND \
      flagdb_b * ln(abs((flagdb_a)::double precision)) < '-745.1332191019411'::double precision \
      THEN 0 WHEN abs((flagdb_b)::double precision) > 1e300 AND abs((flagdb_a)::double precision) \
      NOT IN (0, 1, 'inf'::double precision) THEN CASE WHEN (abs((flagdb_a)::double precision) > \
      1) = (flagdb_b > 0) THEN 'inf'::double precision ELSE 0 END ELSE nullif(power(flagdb_a, \
      flagdb_b), 'NaN'::double precision) END FROM (SELECT ((age)::double precision) AS flagdb_a, \
      (($1::bigint)::double precision) AS flagdb_b OFFSET 0) AS flagdb_values) = $2::bigint -- 2, \
      49
      """
    ),
    (
      "abs(age) == 7",
      """
      abs(CASE WHEN age = $1::bigint THEN NULL::bigint ELSE age END) = $2::bigint -- \
      -9223372036854775808, 7
      """
    ),
    (
      "max(age, 5) == 5",
      """
      CASE WHEN num_nulls(age, $1::bigint) = 0 THEN greatest(age, $1::bigint) END = $1::bigint \
      -- 5
      """
    ),
    ("ceiling(weight) == 61", "ceil(weight) = $1::bigint -- 61"),
    ("sqrt(weight) > 8", "sqrt(CASE WHEN weight >= 0 THEN weight END) > $1::bigint -- 8"),
  ]

  static let textsAndRecords: [(String, String)] = [
    ("name.first BEGINSWITH 'A'", "name_first >= $1::text AND name_first < $2::text -- 'A', 'B'"),
    (
      "name.first BEGINSWITH[c] 'a'",
      #"""
      starts_with(\#
      (lower(translate((upper((lower(name_first COLLATE "und-x-icu") COLLATE "C") COLLATE "und-x-icu") COLLATE "C"), 'Σ', 'σ') COLLATE "und-x-icu") COLLATE "C"), $1::text) -- 'a'
      """#
    ),
    (
      "name.first CONTAINS[cd] 'an'",
      #"""
      strpos((lower(translate((upper((lower(regexp_replace(normalize(name_first, NFD), \#
      E'[\#(PostgreSQLDialect.marks.replacing(#"\"#, with: #"\\"#))]', '', 'g') COLLATE "und-x-icu") COLLATE "C") COLLATE "und-x-icu") COLLATE "C"), 'Σ', 'σ') COLLATE "und-x-icu") COLLATE "C"), $1::text) > 0 -- 'an'
      """#
    ),
    (
      "NOT name.first ENDSWITH 'n'",
      "(right(name_first, char_length($1::text)) = $1::text) IS NOT TRUE -- 'n'"
    ),
    ("name.first LIKE '50%?*'", #"name_first LIKE $1::text -- '50\%_%'"#),
    (
      "name.first LIKE name.last",
      #"""
      name_first LIKE regexp_replace(regexp_replace(regexp_replace(regexp_replace(name_last, \#
      E'(?<=^(?:[^\\\\]|\\\\.)*)([%_])', E'\\\\\\1', 'g'), \#
      E'(?<=^(?:[^\\\\]|\\\\.)*)\\\\$', E'\\\\\\\\', 'g'), \#
      E'(?<=^(?:[^\\\\]|\\\\.)*)\\*', '%', 'g'), E'(?<=^(?:[^\\\\]|\\\\.)*)\\?', '_', 'g')
      """#
    ),
    (
      "name.first MATCHES[c] 'an+'",
      #"""
      name_first ~ $1::text -- '\A(?:[Aa][Nn]{1}[Nn]*)\Z'
      """#
    ),
    ("name.first + '!' == 'Ann!'", "(name_first || $1::text) = $2::text -- '!', 'Ann!'"),
    (
      "lowercase(name.first) == 'ann'",
      #"(lower(translate(name_first, 'Σ', 'σ') COLLATE "und-x-icu") COLLATE "C") = $1::text -- 'ann'"#
    ),
    ("length(name.first) == 3", "char_length(name_first)::bigint = $1::bigint -- 3"),
    (
      "Int(name.first) == 0",
      #"""
      least(greatest(coalesce(substring(name_first FROM E'^\\s*([-+]?[0-9]+)')::numeric, 0), \#
      -9223372036854775808), 9223372036854775807)::bigint = $1::bigint -- 0
      """#
    ),
    (
      "String(age) == '30'",
      """
      CASE WHEN pg_typeof(age) = 'double precision'::regtype AND (age)::text ~ '^-?[0-9]+$' \
      THEN (age)::text || '.0' ELSE (age)::text END = $1::text -- '30'
      """
    ),
    ("weight ?? 100 > 70", "coalesce(weight, $1::double precision) > $2::bigint -- 100.0, 70"),
    (
      "(age < 0 ? 0 : age) == 0",
      "CASE WHEN age < $1::bigint THEN $1::bigint ELSE age END = $1::bigint -- 0"
    ),
    (
      "name.last?.isEmpty == true",
      "name_last = $1::text -- ''"
    ),
    ("ward.title == 'East'", #"ward IN (SELECT id FROM "Ward" WHERE title = $1::text) -- 'East'"#),
    (
      "ward.title != 'East'",
      #"(ward NOT IN (SELECT id FROM "Ward" WHERE title = $1::text)) IS NOT FALSE -- 'East'"#
    ),
    (
      "ANY tags == 'vip'",
      """
      EXISTS (SELECT 1 FROM LATERAL (SELECT (e.value)::text COLLATE "C" AS value, e.key - 1 AS key \
      FROM jsonb_array_elements_text((tags)::jsonb) WITH ORDINALITY AS e (value, key)) AS tags \
      WHERE value = $1::text) -- 'vip'
      """
    ),
    (
      "doses[LAST] == 3",
      """
      (SELECT value FROM LATERAL (SELECT (e.value)::bigint AS value, e.key - 1 AS key FROM \
      jsonb_array_elements_text((doses)::jsonb) WITH ORDINALITY AS e (value, key)) AS doses ORDER \
      BY key DESC LIMIT 1) = $1::bigint -- 3
      """
    ),
    (
      "ANY followers.doses > 2",
      """
      EXISTS (SELECT 1 FROM "Patient" AS "Patient2" CROSS JOIN LATERAL (SELECT (e.value)::bigint\
       AS value, e.key - 1 AS key FROM jsonb_array_elements_text(("Patient2".doses)::jsonb) WITH \
      ORDINALITY AS e (value, key)) AS doses WHERE "Patient2".buddy = "Patient".id AND \
      doses.value > $1::bigint) -- 2
      """
    ),
    (
      "drugs.@count > 1",
      """
      (SELECT count(*) FROM "Patient_drugs" JOIN "Drug" ON "Drug".id = "Patient_drugs".drugs \
      WHERE "Patient_drugs".patients = "Patient".id) > $1::bigint -- 1
      """
    ),
    (
      "readings.@sum.count > 5",
      """
      (SELECT coalesce(sum(count)::bigint, 0) FROM "Reading" WHERE patient = "Patient".id) > \
      $1::bigint -- 5
      """
    ),
    (
      "readings.@sum.value > 5",
      """
      (SELECT coalesce(CASE WHEN sum((value)::text::numeric) FILTER (WHERE abs((value)::double \
      precision) > '1e+290'::double precision) IS NULL THEN sum(CASE WHEN abs((value)::double \
      precision) <= '1e+290'::double precision THEN value END) WHEN \
      max(abs((value)::double precision)) = 'NaN' THEN NULL WHEN sum((value)::text::numeric) \
      FILTER (WHERE abs((value)::double precision) > '1e+290'::double precision) = 'NaN' THEN \
      ('flagdb: numbers without end in both directions have no sum; ' || \
      coalesce((count(value))::text, ''))::bigint ELSE CASE WHEN abs(sum((value)::text::numeric) \
      FILTER (WHERE abs((value)::double precision) > '1e+290'::double precision) + \
      coalesce((sum(CASE WHEN abs((value)::double precision) <= '1e+290'::double precision THEN \
      value END))::text::numeric, 0)) > 1.7976931348623158e308 THEN sign(sum((value)::text::numeric) \
      FILTER (WHERE abs((value)::double precision) > '1e+290'::double precision) + \
      coalesce((sum(CASE WHEN abs((value)::double precision) <= '1e+290'::double precision THEN \
      value END))::text::numeric, 0))::double precision * 'inf'::double precision ELSE \
      (sum((value)::text::numeric) FILTER (WHERE abs((value)::double precision) > '1e+290'::double \
      precision) + coalesce((sum(CASE WHEN abs((value)::double precision) <= '1e+290'::double \
      precision THEN value END))::text::numeric, 0))::double precision END END, 0) FROM "Reading" \
      WHERE patient = "Patient".id) > $1::bigint -- 5
      """
    ),
    (
      "readings.@avg.value > 90",
      """
      (SELECT CASE WHEN sum((value)::text::numeric) FILTER (WHERE abs((value)::double precision) > \
      '1e+150'::double precision) IS NULL THEN avg(CASE WHEN abs((value)::double precision) <= \
      '1e+150'::double precision THEN value END)::double precision WHEN sum((value)::text::numeric) \
      FILTER (WHERE abs((value)::double precision) > '1e+150'::double precision) = 'NaN' THEN NULL \
      ELSE (CASE WHEN abs(sum((value)::text::numeric) FILTER (WHERE abs((value)::double precision) > \
      '1e+150'::double precision) + coalesce((sum(CASE WHEN abs((value)::double precision) <= \
      '1e+150'::double precision THEN value END))::text::numeric, 0)) > 1.7976931348623158e308 THEN \
      sign(sum((value)::text::numeric) FILTER (WHERE abs((value)::double precision) > \
      '1e+150'::double precision) + coalesce((sum(CASE WHEN abs((value)::double precision) <= \
      '1e+150'::double precision THEN value END))::text::numeric, 0))::double precision * \
      'inf'::double precision ELSE (sum((value)::text::numeric) FILTER (WHERE abs((value)::double \
      precision) > '1e+150'::double precision) + coalesce((sum(CASE WHEN abs((value)::double \
      precision) <= '1e+150'::double precision THEN value END))::text::numeric, 0))::double \
      precision END) / count(value) END FROM "Reading" WHERE patient = "Patient".id) > $1::bigint -- \
      90
      """
    ),
    (
      "readings.first.value == 90",
      """
      (SELECT value FROM "Reading" WHERE patient = "Patient".id ORDER BY id LIMIT 1) = \
      $1::bigint -- 90
      """
    ),
    (
      "now - seen < 7d",
      """
      (($1::bigint)::numeric - ((nullif(nullif(extract(epoch FROM seen), \
      'Infinity'), '-Infinity') * 1000000)::bigint)::numeric) < $2::bigint -- 1795176000000000, 604800000000
      """
    ),
    (
      "year(seen) == 2026",
      "seen >= $1::timestamptz AND seen < $2::timestamptz -- '2026-01-01 00:00:00+00', '2027-01-01 00:00:00+00'"
    ),
    (
      "month(seen) != '2026-11'",
      """
      (seen < $1::timestamptz OR seen >= $2::timestamptz) IS NOT FALSE -- \
      '2026-11-01 00:00:00+00', '2026-12-01 00:00:00+00'
      """
    ),
    (
      "quarter(seen) == quarter(readings.first.at)",
      """
      (rtrim(to_char((seen) AT TIME ZONE 'UTC', 'YYYY-"Q"Q AD'), ' AD') COLLATE "C") IS NOT DISTINCT FROM \
      (rtrim(to_char(((SELECT at FROM "Reading" WHERE patient = "Patient".id ORDER BY id LIMIT 1)) \
      AT TIME ZONE 'UTC', 'YYYY-"Q"Q AD'), ' AD') COLLATE "C")
      """
    ),
    (
      "quarterOfYear(seen) == 4",
      "nullif(nullif(extract(quarter FROM (seen) AT TIME ZONE 'UTC'), 'Infinity'), '-Infinity')::bigint = $1::bigint -- 4"
    ),
    (
      "week(seen) == week(readings.first.at)",
      """
      (rtrim(to_char((seen) AT TIME ZONE 'UTC', 'IYYY-"W"IW AD'), ' AD') COLLATE "C") IS NOT DISTINCT FROM \
      (rtrim(to_char(((SELECT at FROM "Reading" WHERE patient = "Patient".id ORDER BY id LIMIT 1)) \
      AT TIME ZONE 'UTC', 'IYYY-"W"IW AD'), ' AD') COLLATE "C")
      """
    ),
    (
      "weekOfYear(seen) == 47",
      "nullif(nullif(extract(week FROM (seen) AT TIME ZONE 'UTC'), 'Infinity'), '-Infinity')::bigint = $1::bigint -- 47"
    ),
    (
      "monthOfYear(seen) == 12",
      "nullif(nullif(extract(month FROM (seen) AT TIME ZONE 'UTC'), 'Infinity'), '-Infinity')::bigint = $1::bigint -- 12"
    ),
    (
      "weekday(seen) == 5",
      "nullif(nullif(extract(isodow FROM (seen) AT TIME ZONE 'UTC'), 'Infinity'), '-Infinity')::bigint = $1::bigint -- 5"
    ),
    (
      "hour(seen) == 10",
      "nullif(nullif(extract(hour FROM (seen) AT TIME ZONE 'UTC'), 'Infinity'), '-Infinity')::bigint = $1::bigint -- 10"
    ),
    ("age IN {1, 2, 1}", "age IN ($1::bigint, $2::bigint, $1::bigint) -- 1, 2"),
  ]

  static let answers: [(AnswerCase, Query.Answer)] = [
    (
      AnswerCase(
        columns: "median(age), stddev(weight), each(tags)", groups: "each(tags)",
        sql: """
          SELECT (((percentile_disc(0.5) WITHIN GROUP (ORDER BY age))::numeric + \
          (percentile_disc(0.5) WITHIN GROUP (ORDER BY age DESC))::numeric) * 0.5)::double \
          precision AS "median(age)", CASE WHEN max(abs((weight)::double precision)) > '1e+150'::double \
          precision AND count(weight) > 1 THEN CASE WHEN max(weight) > \
          '4.49423283715579e+307'::double precision AND min(weight) < \
          '-4.49423283715579e+307'::double precision OR \
          max(abs((weight)::double precision)) = 'NaN' THEN NULL ELSE 'inf'::double precision END \
          ELSE stddev_samp(CASE WHEN abs((weight)::double precision) <= '1e+150'::double \
          precision THEN weight END)::double precision END AS "stddev(weight)", element AS \
          "each(tags)" FROM "Patient" LEFT JOIN (SELECT DISTINCT element_of, value AS element \
          FROM (SELECT DISTINCT tags AS element_of FROM "Patient") AS element_of CROSS JOIN \
          LATERAL (SELECT (e.value)::text COLLATE "C" AS value, e.key - 1 AS key FROM \
          jsonb_array_elements_text((element_of)::jsonb) WITH ORDINALITY AS e (value, key)) AS \
          tags) AS element_of ON element_of = tags GROUP BY element ORDER BY element NULLS FIRST
          """), .records
    ),
    (
      AnswerCase(
        columns: "name.first, drugs, ward", sort: "-weight, age",
        sql: """
          SELECT name_first, (SELECT coalesce(jsonb_agg(title), '[]') FROM (SELECT \
          other.title FROM "Patient_drugs" JOIN "Drug" AS other ON other.id = \
          "Patient_drugs".drugs WHERE "Patient_drugs".patients = "Patient".id ORDER BY other.id)\
           AS listed) AS drugs, (SELECT other.title FROM "Ward" AS other WHERE other.id = \
          "Patient".ward) AS ward FROM "Patient" ORDER BY weight DESC NULLS LAST, age NULLS \
          FIRST, id
          """), .records
    ),
    (
      AnswerCase(
        columns: "name.first, drugs, ward", sort: "-weight, age",
        sql: """
          SELECT count(*) FROM (SELECT 1 FROM "Patient" LIMIT ALL OFFSET $1::bigint) AS asked --\
           2
          """), .count
    ),
    (
      AnswerCase(
        columns: "sum(fee), avg(rate), sum(weight), count(distinct age)",
        sql: """
          SELECT sum(((fee) * 100)::bigint)::bigint AS "sum(fee)", CASE WHEN \
          abs((((sum(((rate) * 1000)::bigint)::double precision / count(((rate) * \
          1000)::bigint))))::double precision) < 1 AND abs((((sum(((rate) * \
          1000)::bigint)::double precision / count(((rate) * 1000)::bigint))))::double \
          precision) * '4.4989137945431964e+161'::double precision <= \
          '1.1113793747425387e-159'::double precision THEN 0 ELSE ((sum(((rate) * \
          1000)::bigint)::double precision / count(((rate) * 1000)::bigint))) / $1::double \
          precision END \
          AS "avg(rate)", CASE WHEN sum((weight)::text::numeric) FILTER (WHERE \
          abs((weight)::double precision) > '1e+290'::double precision) IS NULL THEN sum(CASE \
          WHEN abs((weight)::double precision) <= '1e+290'::double precision THEN weight END) \
          WHEN max(abs((weight)::double precision)) = 'NaN' THEN NULL \
          WHEN sum((weight)::text::numeric) FILTER (WHERE abs((weight)::double precision) > \
          '1e+290'::double precision) = 'NaN' THEN ('flagdb: numbers without end in both \
          directions have no sum; ' || coalesce((count(weight))::text, ''))::bigint ELSE CASE \
          WHEN abs(sum((weight)::text::numeric) FILTER (WHERE abs((weight)::double precision) > \
          '1e+290'::double precision) + coalesce((sum(CASE WHEN abs((weight)::double precision) \
          <= '1e+290'::double precision THEN weight END))::text::numeric, 0)) > \
          1.7976931348623158e308 THEN sign(sum((weight)::text::numeric) FILTER (WHERE \
          abs((weight)::double precision) > '1e+290'::double precision) + coalesce((sum(CASE \
          WHEN abs((weight)::double precision) <= '1e+290'::double precision THEN weight \
          END))::text::numeric, 0))::double precision * 'inf'::double precision ELSE \
          (sum((weight)::text::numeric) FILTER (WHERE abs((weight)::double precision) > \
          '1e+290'::double precision) + coalesce((sum(CASE WHEN abs((weight)::double precision) \
          <= '1e+290'::double precision THEN weight END))::text::numeric, 0))::double precision \
          END END AS "sum(weight)", count(DISTINCT age) AS "count(distinct age)" FROM "Patient" \
          -- 1000.0
          """), .records
    ),
    (
      AnswerCase(
        groups: "isWell, ward.title",
        sql: """
          SELECT "isWell", (SELECT title FROM "Ward" WHERE id = "Patient".ward) AS "ward.title", \
          count(*) AS "count()" FROM "Patient" GROUP BY "isWell", (SELECT title FROM "Ward" \
          WHERE id = "Patient".ward) ORDER BY "isWell" NULLS FIRST, (SELECT title FROM "Ward" \
          WHERE id = "Patient".ward) NULLS FIRST
          """), .records
    ),
    (
      AnswerCase(
        groups: "each(marks)", having: "count() > 1", sort: "-count()",
        sql: """
          WITH flagdb_bits (bit) AS (SELECT 0 UNION ALL SELECT 1::bigint << n FROM \
          generate_series(0, 63) AS n), flagdb_groups AS (SELECT marks, count(*) AS part2 FROM \
          "Patient" GROUP BY marks) SELECT flag AS "each(marks)", sum(part2)::bigint AS \
          "count()" FROM flagdb_groups LEFT JOIN (SELECT bit AS flag FROM flagdb_bits) AS \
          flag_of ON (marks & flag) != 0 OR marks = flag GROUP BY flag HAVING sum(part2)::bigint \
          > $1::bigint ORDER BY sum(part2)::bigint DESC NULLS LAST, flag < 0 NULLS FIRST, flag \
          NULLS FIRST -- 1
          """), .records
    ),
    (
      AnswerCase(
        groups: "each(marks)", having: "count() > 1", sort: "-count()",
        sql: """
          WITH flagdb_bits (bit) AS (SELECT 0 UNION ALL SELECT 1::bigint << n FROM \
          generate_series(0, 63) AS n), flagdb_groups AS (SELECT marks, count(*) AS part2 \
          FROM "Patient" GROUP BY marks) SELECT count(*) FROM (SELECT count(*) FROM \
          flagdb_groups LEFT JOIN (SELECT bit AS flag FROM flagdb_bits) AS flag_of ON (marks & \
          flag) != 0 OR marks = flag GROUP BY flag HAVING sum(part2)::bigint > $1::bigint \
          LIMIT ALL OFFSET $2::bigint) AS asked -- 1, 2
          """), .count
    ),
    (
      AnswerCase(
        columns: "max(readings.value.sum), count(age > 0)", groups: "age > 0",
        sql: """
          SELECT max((SELECT coalesce(CASE WHEN sum((value)::text::numeric) FILTER (WHERE \
          abs((value)::double precision) > '1e+290'::double precision) IS NULL THEN sum(CASE \
          WHEN abs((value)::double precision) <= '1e+290'::double precision THEN value END) WHEN \
          max(abs((value)::double precision)) = 'NaN' THEN NULL WHEN \
          sum((value)::text::numeric) FILTER (WHERE abs((value)::double precision) > \
          '1e+290'::double precision) = 'NaN' THEN ('flagdb: numbers without end in both \
          directions have no sum; ' || coalesce((count(value))::text, ''))::bigint ELSE CASE \
          WHEN abs(sum((value)::text::numeric) FILTER (WHERE abs((value)::double precision) > \
          '1e+290'::double precision) + coalesce((sum(CASE WHEN abs((value)::double precision) \
          <= '1e+290'::double precision THEN value END))::text::numeric, 0)) > \
          1.7976931348623158e308 THEN sign(sum((value)::text::numeric) FILTER (WHERE \
          abs((value)::double precision) > '1e+290'::double precision) + coalesce((sum(CASE WHEN \
          abs((value)::double precision) <= '1e+290'::double precision THEN value \
          END))::text::numeric, 0))::double precision * 'inf'::double precision ELSE \
          (sum((value)::text::numeric) FILTER (WHERE abs((value)::double precision) > \
          '1e+290'::double precision) + coalesce((sum(CASE WHEN abs((value)::double precision) \
          <= '1e+290'::double precision THEN value END))::text::numeric, 0))::double precision \
          END END, 0) FROM "Reading" WHERE patient = "Patient".id)) AS \
          "max(readings.value.sum)", count(CASE WHEN age > $1::bigint THEN $2::bigint ELSE \
          NULL::bigint END) AS "count(age > 0)" FROM "Patient" GROUP BY (age > $1::bigint) IS \
          TRUE ORDER BY (age > $1::bigint) IS TRUE NULLS FIRST -- 0, 1
          """), .records
    ),
    (
      AnswerCase(
        columns: "max(readings.value.sum), count(age > 0)", groups: "age > 0",
        sql: """
          SELECT count(*) FROM (SELECT count(*) FROM "Patient" GROUP BY (age > $1::bigint) IS TRUE LIMIT ALL OFFSET $2::bigint) AS asked -- 0, 2
          """), .count
    ),
    (
      AnswerCase(
        groups: "month(seen)",
        sql: """
          SELECT (rtrim(to_char((seen) AT TIME ZONE 'UTC', 'YYYY-MM AD'), ' AD') COLLATE "C") AS "month(seen)", \
          count(*) AS "count()" FROM "Patient" GROUP BY (rtrim(to_char((seen) AT TIME ZONE 'UTC', \
          'YYYY-MM AD'), ' AD') COLLATE "C") ORDER BY (rtrim(to_char((seen) AT TIME ZONE 'UTC', 'YYYY-MM AD'), ' AD') \
          COLLATE "C") NULLS FIRST
          """), .records
    ),
  ]

  static let statistics = [
    """
    SELECT count(*), count(*) FILTER (WHERE "isWell" = TRUE), avg((extract(epoch FROM \
    seen) / 86400)::double precision)::double precision, sum(age >> 32)::bigint, \
    sum(age & 4294967295)::bigint, max(CASE jsonb_typeof((tags)::jsonb) WHEN 'array' THEN jsonb_array_length((tags)::jsonb)::bigint \
    WHEN 'object' THEN 0 END) FROM "Patient" WHERE age\
     > $1::bigint -- 0
    """,
    #"SELECT marks, count(*) FROM "Patient" WHERE age > $1::bigint GROUP BY marks -- 0"#,
    """
    SELECT value, records, count(*) OVER () FROM (SELECT name_first AS value, count(*) AS \
    records FROM "Patient" WHERE age > $1::bigint GROUP BY 1) AS counted WHERE value IS NOT NULL\
     ORDER BY records DESC, value LIMIT $2::bigint -- 0, 9
    """,
    """
    SELECT CASE WHEN weight IS NOT NULL THEN CASE WHEN weight < $1::double precision THEN CASE \
    WHEN weight < $2::double precision THEN 0 ELSE 1 END ELSE 2 END END FROM "Patient" WHERE age\
     > $3::bigint -- 2.0, 1.0, 0
    """,
    """
    SELECT value FROM (SELECT CASE jsonb_typeof((doses)::jsonb) WHEN 'array' THEN jsonb_array_length((doses)::jsonb)::bigint \
    WHEN 'object' THEN 0 END AS value FROM "Patient" WHERE age\
     > $1::bigint) AS measured WHERE value IS NOT NULL AND value >= $2::bigint ORDER BY value \
    LIMIT $3::bigint OFFSET $1::bigint -- 0, 1, 5
    """,
    """
    SELECT others, count(*) FROM (SELECT count(*) AS others FROM "Patient_drugs" WHERE patients \
    IS NOT NULL AND patients IN (SELECT id FROM "Patient" WHERE age > $1::bigint) GROUP BY \
    patients) AS counted GROUP BY others ORDER BY others -- 0
    """,
  ]

  static let seeks = [
    """
    SELECT marks FROM "Patient" WHERE marks >= $1::bigint ORDER BY marks LIMIT 1 -- \
    -9223372036854775808
    """,
    """
    SELECT count(*) FROM (SELECT 1 FROM "Patient" WHERE marks = $1::bigint LIMIT $2::bigint) AS \
    counted -- 3, 100
    """,
    #"SELECT EXISTS (SELECT 1 FROM "Patient" WHERE marks IS NULL)"#,
    #"SELECT (SELECT min(id) FROM "Patient"), (SELECT max(id) FROM "Patient")"#,
    "SELECT 1",
  ]
}
