import CommandTable

/// The text about groups and aggregates in the manual.
enum GroupManual {
  static let prose: Prose = """
    ## Columns
    `--columns` takes names and calculations, separated by commas. `as` sets a heading:
    `-c 'code, readings.count as n, score * 2'`. `--sort` takes names, calculations and headings; a hyphen
    before or `desc` after one sorts it descending.

    ## Groups
    `--group-by` groups records with equal values into one row. Without `--columns`, the row shows these
    values and `count()`. `--having` selects groups by a predicate;
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
    | flags of any, of all | `union(markers)`, `intersection(markers)` |
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

    `each(markers)` groups by single flags: a record is in the group of each of its flags, and records without
    flags form one group. `each` also takes an array or a to-many relationship, as in `each(readings.value)`;
    equal values of one record count once. `--across` makes a pivot table: a row for each group, and a column
    for each value of another key. `--columns` sets the content of its cells, by default `count()`;
    `--having`, `--sort` and `--limit` select its rows. Periods without records have a column too.
    `month(taken)` is a month of one year, as 2026-11. `--distinct` shows equal rows once.
    `flagdb-predicates`(7) describes aggregates without values.
    """
}
