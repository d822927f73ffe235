import CommandTable

/// What the manual says of groups and aggregates.
enum GroupManual {
  static let blocks: [ProseBlock] = [
    .subheading("Columns"),
    """
    `--columns` takes names, and whatever can be calculated of a record, with `as` and a heading of \
    its own perhaps: `-c 'code, readings.count as n, score * 2'`. What has a name can be sorted by \
    it. `--sort` takes calculations too; a hyphen before one is its direction.
    """,
    .subheading("Groups"),
    """
    With aggregates in `--columns` and without `--group-by` all records that were selected are one \
    row. With `--group-by` there is a row for each group of records that are equal in what it names, \
    sorted by that; without `--columns` it shows that and `count()`. `--having` chooses groups by a \
    predicate on aggregates and on what they were grouped by, `--sort`, `--limit`, `--count` and \
    `--exists` are of groups then. Anything else is neither grouped nor aggregated, and refused.
    """,
    .table(
      header: ["asks for", "written as"],
      rows: [
        ["records", "`count()`"],
        ["those that have a value", "`count(note)`"],
        ["different values", "`count(distinct status)`"],
        ["those for which it is true", "`count(score >= 50)`"],
        ["least, greatest", "`min(taken)`, `max(score)`"],
        ["sum, mean", "`sum(price)`, `avg(score)`"],
        ["what is made of them", "`sum(score) / count() as mean`"],
        ["of the records of records", "`max(readings.value.max)`, `sum(readings.count)`"],
        ["a group a case, a truth, a number", "`--group-by status`, `--group-by 'score >= 50'`"],
        ["a group another record", "`--group-by sample`, `--group-by sample.status`"],
        ["a group a combination of flags", "`--group-by markers`"],
        ["a group a flag", "`--group-by 'each(markers)'`"],
        ["a group a year, month or day", "`--group-by 'month(taken)'`"],
      ]),
    """
    In `each(markers)` a record is in the group of each of its flags; those without any are a group \
    too, and a bit without a name is one as `0x40`. Of no records `count` is 0 and every other \
    aggregate is nothing. Sums of whole numbers and of decimals are exact; one beyond 64 bits is an \
    error. `avg` is a floating-point number. `min` and `max` of texts go by their characters, of \
    cases by their order where the stored values have the same, of truth values by `false` before \
    `true`; flags have none.
    """,
    """
    `year`, `month` and `day` of a date are 2026, 2026-11 and 2026-11-20, in groups as in predicates \
    (`month(taken) = '2026-11'`, `day(taken) = 2026-11-20`). `monthOfYear`, `dayOfMonth`, `weekday` \
    (1 is Monday) and `hour` are the numbers that come again. All are in UTC.
    """,
  ]
}
