import CommandTable

extension StatsCommand {
  static let discussion: [ProseBlock] = [
    """
    Of flags it shows how many records have each, and how many have it alone; which combinations \
    are the most frequent; which flags come together more often than by chance, and which never \
    come without another. A mean of flags means nothing and is not shown. Numbers, dates and \
    lengths have their minimum, mean, median and maximum and a histogram; texts, enums and truth \
    values their most frequent values.
    """,
    """
    Combinations are drawn as an UpSet plot: a line for each, with a dot for every flag in it, and \
    below them the flags. A record counts for its own combination alone, or with `--at-least` for \
    every combination that it has all flags of; the plot says which. Bits that no flag declares \
    are shown as `0x40`. What `--top` and `--min-count` leave out is said.
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
  ]

  static let examples: [Example] = []
}
