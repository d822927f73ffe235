import CommandTable

extension StatsCommand {
  static let manual = CommandManual(
    discussion: [
      """
      Of flags it shows how many records have each, and how many have it alone; which combinations \
      are the most frequent; which flags come together more often than by chance, and which never \
      come without another. Where not all flags have room beside each other, those are shown whose pairs \
      differ most from chance; a flag that never comes without a second, which never comes without a \
      third, is told of the second alone. A mean of flags means nothing and is not shown. Numbers, dates and \
      lengths have their minimum, mean, median and maximum and a histogram; texts, enums and truth \
      values their most frequent values.
      """,
      """
      Combinations are drawn as an UpSet plot: a line for each, with a dot for every flag in it, and \
      below them the flags. A record counts for its own combination alone, or with `--at-least` for \
      every combination that it has all flags of; the plot says which. Bits that no flag declares \
      are shown as `0x40`. What `--top` and `--min-count` leave out is said; of an enum every case \
      is shown. Shares are of all records that were selected.
      """,
      """
      The plot is the same on a terminal and in a pipe, without colour there and with the names at \
      the end of a line never cut. `--format json` is one document, and the other formats have a row \
      for each number: attribute, statistic, item, value and share.
      """,
      """
      `--sql` prints the statements. Since histograms depend on what the first of them finds, they \
      are run nevertheless.
      """,
    ],
    examples: [
      Example(
        "Two attributes of the records that are not archived.",
        "flagdb stats zoo.db Sample status price -w 'status != archived'",
        output: """
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
          """),
      Example(
        "The combinations of flags, for a script.",
        "flagdb stats zoo.db Sample markers -f csv | grep '^markers,combination,'",
        output: """
          markers,combination,"",1,0.25
          markers,combination,RAW,1,0.25
          markers,combination,HRM|PLX,1,0.25
          markers,combination,RAW|HRM|PLX,1,0.25
          """),
      Example(
        "A picture of everything, for a browser.", "flagdb stats zoo.db Sample --svg sample.svg",
        output: ""),
    ],
    seeAlso: [
      PageReference("flagdb-check", 1), PageReference("flagdb-query", 1),
      PageReference("flagdb-predicates", 7),
    ])
}
