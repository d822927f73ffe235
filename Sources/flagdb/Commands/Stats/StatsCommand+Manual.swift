import CommandTable

extension StatsCommand {
  static let manual = CommandManual(
    """
    For flags, `stats` shows:

    - the number of records with each flag, and with this flag alone;
    - the most frequent combinations, as an UpSet plot: a line for each combination, with a dot for each of its
      flags;
    - the pairs of flags that occur together more often than chance predicts, as a heat map;
    - the flags that never occur without another flag. If a flag implies a second, and the second a third, only
      the second is named.

    Plots show the most frequent flag first, unless `--by-bit` is given. If there are many combinations and no two
    records share one, a sentence replaces the UpSet plot.

    For numbers, dates and lengths of arrays, `stats` shows minimum, median, mean, maximum and a histogram; for
    numbers also `p95`, the value below which 95 % of the values lie, and the standard deviation. If one bar
    would hold 99 % of the values, the histogram is logarithmic. The last bin includes its upper end if that is the
    maximum. For texts, enums and booleans, it shows the most
    frequent values; it shows no list for texts that are almost all different.

    A record counts for its own combination only. With `--at-least`, it counts for every combination whose flags
    it all has; the plot says which. An undeclared bit is shown as `0x40`. If `--top` or `--min-count` hides
    something, a line counts it. All shares are of the selected records.

    `--by 'month(taken)'`, or another group of `flagdb-query`(1), shows how flags, cases or booleans change over
    the groups. Each has a line with a row of marks: a full mark is the highest share of the line, a point is a
    group in which no record has it, and a blank is a period without records. After the marks stand the total
    share, the group with the most significant change, and the first and last group. If the groups exceed the
    width, neighbours share a mark; a note says so. `--svg` draws a small chart for each line. Each attribute
    takes one statement.

    The plot is the same on a terminal and in a pipe, except that a pipe gets no colour and no shortened names.
    `--format json` writes one document. The other formats have a row for each number: attribute, statistic,
    item, value and share.

    `--sql` prints the statements. It also runs them, because those of a histogram depend on earlier results.
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
            min 8.00   median 10.25   mean 10.25   p95 12.275   max 12.50   stddev 3.18
            null 1 (33.3%)
            by 0.50
              8.00..<8.50  1  33.3%  ██████████████████████████████████████████████████
              8.50..<9.00  0   0.0%
              9.00..<9.50  0   0.0%
             9.50..<10.00  0   0.0%
            10.00..<10.50  0   0.0%
            10.50..<11.00  0   0.0%
            11.00..<11.50  0   0.0%
            11.50..<12.00  0   0.0%
            12.00...12.50  1  33.3%  ██████████████████████████████████████████████████

      The combinations of flags, for a script.
          $ flagdb stats zoo.db Sample markers -f csv | grep '^markers,combination,'
          markers,combination,"",1,0.25
          markers,combination,RAW,1,0.25
          markers,combination,HRM|PLX,1,0.25
          markers,combination,RAW|HRM|PLX,1,0.25

      The trend of each flag over the days.
          $ flagdb stats zoo.db Sample markers --by 'day(taken)'
          Sample  4 records

          markers  BIOMarker by day(taken)
            share of the records of each day(taken) that have the flag, 4 from 2026-11-17
            to 2026-11-20
            flag                  up to  share       changed most       first        last
            (all records)  ████       1
            RAW            █··█  100.0%  50.0%  2026-11-18 -100.0  2026-11-17  2026-11-20
            HRM            ·█·█  100.0%  50.0%  2026-11-18 +100.0  2026-11-18  2026-11-20
            PLX            ·█·█  100.0%  50.0%  2026-11-18 +100.0  2026-11-18  2026-11-20
            (no flags)     ··█·  100.0%  25.0%  2026-11-19 +100.0  2026-11-19  2026-11-19
            changed most: the most significant change between two neighbouring periods, in
            percentage points

      Write a picture of everything.
          $ flagdb stats zoo.db Sample --svg sample.svg
      """,
    exitStatuses: [1: SelectionOptions.failure],
    seeAlso: ["flagdb-check(1)", "flagdb-query(1)", "flagdb-predicates(7)"])
}
