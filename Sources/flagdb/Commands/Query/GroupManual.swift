import CommandTable

/// The manual's text about groups and aggregates.
enum GroupManual {
  static let prose: Prose = """
    ## Columns
    `--columns` takes names and calculations. `as` gives one a heading: `-c 'code, readings.count as
    n, score * 2'`. `--sort` takes the same, and headings; a hyphen before one, or
    `desc` behind it, sorts the greatest first.

    ## Groups
    `--group-by` joins the records that are equal in what it names into one row. The row shows that
    and `count()`, unless `--columns` says otherwise. `--having` selects groups by a predicate;
    `--sort`, `--limit`, `--count` and `--exists` then apply to groups. Aggregates in `--columns`
    without `--group-by` give one row for all selected records.

    | asks for | written as |
    | records | `count()` |
    | those with a value | `count(note)` |
    | different values | `count(distinct status)` |
    | where it is true | `count(score >= 50)` |
    | least, greatest | `min(taken)`, `max(score)` |
    | sum, mean | `sum(price)`, `avg(score)` |
    | median, percentile | `median(score)`, `percentile(score, 95)` |
    | standard deviation | `stddev(score)` |
    | calculations | `sum(score) / count() as mean` |
    | over other records | `max(readings.value.max)`, `sum(readings.count)` |
    | each case | `--group-by status` |
    | true, and false | `--group-by 'score >= 50'` |
    | each other record | `--group-by sample`, `--group-by sample.status` |
    | each combination | `--group-by markers` |
    | each flag | `--group-by 'each(markers)'` |
    | each element | `--group-by 'each(readings.tags)'` |
    | each month; week | `--group-by 'month(taken)'` |
    | parts of texts | `--group-by "split(code, '-', 1)"` |

    With `each(markers)` a record is in the group of each of its flags; records without flags are a
    group of their own. `each` does the same with the elements of an array, and with a to-many
    relationship, `each(readings.value)` or `each(readings)`: a value that a record has twice counts
    once. `--across` makes a cross table: a row for each group and a column for each value of one more
    key, and `--columns` is what its cells show, `count()` unless it says otherwise. `--having`,
    `--sort` and `--limit` choose the rows, by all their columns together. Stretches of the calendar
    without records have a column, too. `month(taken)` is a month of one year, as 2026-11. `--distinct` shows rows that are equal in
    all of `--columns` once. `flagdb-predicates`(7)
    tells what aggregates give if there is nothing to aggregate, and what can be shown beside them.
    """
}
