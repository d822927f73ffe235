import CommandTable

/// The manual's text about groups and aggregates.
enum GroupManual {
  static let blocks: [ProseBlock] = [
    .subheading("Columns"),
    """
    `--columns` takes names and calculations, which may get a heading with `as`: `-c 'code, \
    readings.count as n, score * 2'`. `--sort` takes the same, headings included; a hyphen before \
    one puts the greatest first.
    """,
    .subheading("Groups"),
    """
    `--group-by` makes a row of each group of records that are equal in what it names; unless \
    `--columns` says otherwise, the row shows that and `count()`. `--having` chooses groups by a \
    predicate, and `--sort`, `--limit`, `--count` and `--exists` are about groups then. Aggregates \
    in `--columns` without `--group-by` make one row of all records that were selected.
    """,
    .table(
      header: ["asks for", "written as"],
      rows: [
        ["records", "`count()`"],
        ["those that have a value", "`count(note)`"],
        ["different values", "`count(distinct status)`"],
        ["where it is true", "`count(score >= 50)`"],
        ["least, greatest", "`min(taken)`, `max(score)`"],
        ["sum, mean", "`sum(price)`, `avg(score)`"],
        ["what is made of them", "`sum(score) / count() as mean`"],
        ["of other records", "`max(readings.value.max)`, `sum(readings.count)`"],
        ["a group a case", "`--group-by status`"],
        ["a group true, one false", "`--group-by 'score >= 50'`"],
        ["a group another record", "`--group-by sample`, `--group-by sample.status`"],
        ["a group a combination", "`--group-by markers`"],
        ["a group a flag", "`--group-by 'each(markers)'`"],
        ["a group a month", "`--group-by 'month(taken)'`"],
      ]),
    """
    In `each(markers)` a record is in the group of each of its flags, and those without any are a \
    group, too. `month(taken)` is a month of a year, as 2026-11. `flagdb-predicates`(7) tells \
    what aggregates give where there is nothing to aggregate, and what may be shown beside them.
    """,
  ]
}
