import CommandTable

/// The manual's text about groups and aggregates.
enum GroupManual {
  static let prose: Prose = """
    ## Columns
    `--columns` takes names and calculations. `as` gives one a heading: `-c 'code, readings.count as
    n, score * 2'`. `--sort` takes the same, and headings; a hyphen before one sorts the greatest
    first.

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
    | calculations | `sum(score) / count() as mean` |
    | over other records | `max(readings.value.max)`, `sum(readings.count)` |
    | each case | `--group-by status` |
    | true, and false | `--group-by 'score >= 50'` |
    | each other record | `--group-by sample`, `--group-by sample.status` |
    | each combination | `--group-by markers` |
    | each flag | `--group-by 'each(markers)'` |
    | each month | `--group-by 'month(taken)'` |

    With `each(markers)` a record is in the group of each of its flags; records without flags are a
    group of their own. `month(taken)` is a month of one year, as 2026-11. `flagdb-predicates`(7)
    tells what aggregates give if there is nothing to aggregate, and what can be shown beside them.
    """
}
