import CommandTable

extension StatsCommand {
  static let manual = CommandManual(
    """
    For flags, `stats` shows how many records have each flag and how many have it alone, the most
    frequent combinations, the flags that come together more often than by chance, and those that
    never come without another. If there is no room for all flags side by side, the pairs that
    differ most from chance are shown. If a flag implies a second, and the second a third, only the
    second is named for it. A mean of flags means nothing and is not shown. Numbers, dates and
    lengths have minimum, mean, median, maximum and a histogram. Texts, enums and truth values have
    their most frequent values.

    Combinations are drawn as an UpSet plot: a line for each combination, with a dot for every flag
    in it, and the flags below. A record counts for its own combination alone; with `--at-least` it
    counts for every combination whose flags it all has. The plot says which. A bit that no flag
    declares is shown as `0x40`. A line tells how much `--top` and `--min-count` leave out; every
    case of an enum is shown. Shares are of all selected records.

    The plot is the same on a terminal and in a pipe, except that a pipe gets no colour and uncut
    names at the ends of lines. `--format json` writes one document. The other formats have a row
    for each number: attribute, statistic, item, value and share.

    `--sql` prints the statements. It runs them too, since those for a histogram depend on the
    results of the first.
    """,
    examples: """
      Two attributes of the records that are not archived.
          $ flagdb stats zoo.db Sample status price -w 'status != archived'
          Sample  3 records selected

          status  Status
            different 2
            received  1  33.3%  █████████████████████████
            measured  2  66.7%  ██████████████████████████████████████████████████
            archived  0   0.0%

          price  Price
            min 8.00   median 10.25   mean 10.25   max 12.50   null 1 (33.3%)
            by 0.50
              8.00..<8.50  1  33.3%  ██████████████████████████████████████████████████
              8.50..<9.00  0   0.0%
              9.00..<9.50  0   0.0%
             9.50..<10.00  0   0.0%
            10.00..<10.50  0   0.0%
            10.50..<11.00  0   0.0%
            11.00..<11.50  0   0.0%
            11.50..<12.00  0   0.0%
            12.00..<12.50  0   0.0%
            12.50..<13.00  1  33.3%  ██████████████████████████████████████████████████

      The combinations of flags, for a script.
          $ flagdb stats zoo.db Sample markers -f csv | grep '^markers,combination,'
          markers,combination,"",1,0.25
          markers,combination,RAW,1,0.25
          markers,combination,HRM|PLX,1,0.25
          markers,combination,RAW|HRM|PLX,1,0.25

      A picture of everything, for a browser.
          $ flagdb stats zoo.db Sample --svg sample.svg
      """,
    seeAlso: ["flagdb-check(1)", "flagdb-query(1)", "flagdb-predicates(7)"])
}
