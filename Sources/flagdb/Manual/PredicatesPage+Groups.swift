import CommandTable

/// Columns, groups and what is asked of them.
extension PredicatesPage {
  static let columnPhrases = Phrases(
    .columns,
    """
    count()                       records
    count(note)                   records with a note
    count(distinct status)        different values
    count(score >= 50)            records for which it is true
    min(taken)                    max, of values with an order
    sum(price)                    avg, of numbers
    median(score)                 the value in the middle; of dates, too
    percentile(score, 95)         95 % of the values lie below
    stddev(score)                 the standard deviation of a sample
    union(markers)                the flags of any record; bit_or
    intersection(markers)         the flags of all records; bit_and
    sum(score) / count() as mean  a calculation, with a heading
    sum(readings.count)           over the readings of all records
    """)

  static let keyPhrases = Phrases(
    .keys,
    """
    status               a group for each case
    score >= 50          a group for true, one for false
    markers              a group for each combination
    each(markers)        a group for each flag
    each(readings.tags)  a group for each element; of a relationship, too
    month(taken)         a group for each month; week quarter year
    split(code, '-', 1)  a group for each first part; -1 is the last
    prefix(code, '-')    by all before the first; prefix(code, 2)
    readings.count       any calculation
    """)

  static let groups: Prose = """
    # Columns and groups
    `--columns`, `--sort` and `--group-by` of `flagdb-query`(1) take the same expressions as a
    predicate, and `--having` is a predicate on groups. An aggregate is calculated from all records
    of a group:
    \(columnPhrases)
    Groups can be made by
    \(keyPhrases)
    These rules hold:

    - Without `--group-by` all records are one group. It is a row even if there are no records:
      `count` is 0 then, and every other aggregate is missing.
    - `max(readings.value)` and `readings.value.max` belong to one record, as in a predicate, and so do
      `union(roles.allow)` and `roles.allow.union`.
    - By `each(markers)` a record counts in the group of each of its flags. Records without flags
      are a group of their own, and so is each bit without a name. A missing key is a group, too.
    - By `each` of an array or a to-many relationship a record counts once in the group of each
      different value. Records without any are a group of their own, as those with nothing are.
      `each(readings)` names other records by their unique text, or by their keys.
    - A separator with which a text begins is no end of its `prefix`, which is `/usr` for `/usr/lib`
      and `'/'`. `split` counts empty parts; one that does not exist is missing.
    - Columns, `--sort` and `--having` can use keys and aggregates. If each group is one record, as
      by `id`, they can use everything; if each group belongs to one other record, as by `sample`,
      they can use all attributes of that record.
    - Sums of whole numbers and decimals are exact. A sum that ends beyond 64 bits is an
      error, and so is one of Doubles without end in both directions. Means are Doubles.
    - A percentile that lies between two values is worked out of both, in proportion: the median of an
      even number of values is the mean of two. It keeps the values of one group in memory, eight
      bytes each. `stddev` divides by one less than the number of values, and is missing for one.
    - The union of no values is missing, and so is the intersection, as by `bit_or` and `bit_and` of SQL. Over
      a relationship, `roles.allow.union` without records has no flags, as a sum is 0, and
      `roles.allow.intersection` is missing. Both keep undeclared bits and ignore missing values.
    - The least and greatest texts are found by code points, in a file of UTF-16 by its bytes, as SQLite
      does (`flagdb-files`(7)); the least and greatest cases by the
      order of the cases, if their stored values have the same order. `false` is less than `true`.
      Flags and arrays have no order.
    - Groups are sorted by `--sort`, then by their keys.
    """
}
