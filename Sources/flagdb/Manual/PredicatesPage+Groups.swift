import CommandTable

/// Columns, groups and what is asked of them.
extension PredicatesPage {
  static let columnPhrases = Phrases(
    .columns,
    [
      ("count()", "records"),
      ("count(note)", "those that have one"),
      ("count(distinct status)", "different values"),
      ("count(score >= 50)", "those of which it is true"),
      ("min(taken)", "max, of what has an order"),
      ("sum(price)", "avg, of numbers"),
      ("sum(score) / count() as mean", "made of them, with a heading"),
      ("sum(readings.count)", "of what each record has"),
    ])

  static let keyPhrases = Phrases(
    .keys,
    [
      ("status", "a case a group"),
      ("score >= 50", "true and false"),
      ("markers", "a combination a group"),
      ("each(markers)", "a flag a group"),
      ("month(taken)", "a month a group"),
      ("readings.count", "whatever can be calculated"),
    ])

  static let groups: [ProseBlock] = [
    .heading("Columns and groups"),
    """
    `--columns`, `--sort` and `--group-by` of `flagdb-query`(1) take the same expressions as a \
    predicate, and `--having` is a predicate on groups. Aggregates are made of all records of a \
    group:
    """,
    columnPhrases.block,
    """
    Groups may be made by
    """,
    keyPhrases.block,
    """
    What holds of them:
    """,
    .list([
      "Without `--group-by` all records are one group, which is a row even where there are none: "
        + "`count` is 0 then, and everything else missing.",
      "`max(readings.value)` and `readings.value.max` are of one record, as in a predicate.",
      "By `each(markers)` a record counts in the group of each of its flags; one without any is in "
        + "a group of its own, and a bit without a name is a group. A missing key is a group, too.",
      "What is shown, sorted by or asked in `--having` is made of keys and aggregates. Where a "
        + "group is one record, as by `id`, everything may be shown; where it belongs to one other "
        + "record, as by `sample`, all that is known of that.",
      "Sums of whole numbers and decimals are exact. One that leaves 64 bits is an error, even "
        + "where a negative number would have brought it back. Means are Doubles.",
      "The least and greatest of texts go by code points; of cases by their order, where the "
        + "stored values have the same; `false` is less than `true`. Flags and arrays have none.",
      "Groups are sorted by what `--sort` says, then by their keys.",
    ]),
  ]
}
