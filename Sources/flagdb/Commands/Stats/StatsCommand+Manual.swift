import CommandTable

extension StatsCommand {
  static let manual = CommandManual(
    """
    For flags, `stats` shows how many records have each flag and how many have it alone, the most
    frequent combinations, the flags that come together more often than by chance, and those that
    never come without another. If there is no room for all flags side by side, the pairs that
    differ most from chance are shown. If a flag implies a second, and the second a third, only the
    second is named for it. A mean of flags means nothing and is not shown. Numbers, dates and
    lengths have minimum, median, mean, maximum and a histogram; numbers also have `p95`, below which
    95 % of the values lie, and their standard deviation. Where 99 % of the values would be in one bar,
    the histogram is logarithmic, and says so. Texts, enums and truth values have their most frequent
    values; texts that are unique, or nearly so, have no list.

    Combinations are drawn as an UpSet plot: a line for each combination, with a dot for every flag
    in it, and the flags below. A record counts for its own combination alone; with `--at-least` it
    counts for every combination whose flags it all has. The plot says which. A bit that no flag
    declares is shown as `0x40`. A line tells how much `--top` and `--min-count` leave out; every
    case of an enum is shown. Shares are of all selected records.

    `--by 'month(taken)'`, or by any other group of `flagdb-query`(1), follows the flags of an attribute,
    its cases or its truth values over these groups: a line for each with its share as a row of marks,
    a full one for the greatest of the line. A point is a group in which no record has it, a blank a
    stretch of the calendar without records. Beside it stand the share of all, the group in which it
    changed most, and the first and the last that have it. Changed most is the step that chance
    explains least: a great one between few records counts less than one between many. Where more
    groups come than marks fit, neighbours share one, which is said. `--svg` draws a small chart for
    each line. One statement an attribute reads the records once.

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
            min 8.00   median 10.25   mean 10.25   p95 12.275   max 12.50
            stddev 3.181980515   null 1 (33.3%)
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

      Each flag over the days.
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
            changed most: the step from one to the next that chance explains least, in
            points of percent

      A picture of everything, for a browser.
          $ flagdb stats zoo.db Sample --svg sample.svg
      """,
    seeAlso: ["flagdb-check(1)", "flagdb-query(1)", "flagdb-predicates(7)"])
}
