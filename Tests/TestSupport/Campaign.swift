import Foundation

/// A campaign is a test whose value grows with its length. `make test` runs a part of each campaign, and
/// `make campaigns` runs all of it, by `FLAGDB_TEST_CAMPAIGNS=1`.
public enum Campaign {
  public static let isWhole = ProcessInfo.processInfo.environment["FLAGDB_TEST_CAMPAIGNS"] == "1"

  /// The size of a campaign: in `make test`, and as a whole.
  public static func size<Size>(_ part: Size, whole: Size) -> Size {
    isWhole ? whole : part
  }

  /// All cases of a campaign, or in `make test` every n-th of them.
  public static func cases<Case>(_ all: [Case], every step: Int) -> [Case] {
    if isWhole { return all }
    return stride(from: 0, to: all.count, by: step).map { all[$0] }
  }

  /// The seeds of a test at random, and more of them when somebody asks: `FLAGDB_SEEDS=5000`.
  public static func seeds(_ part: UInt64, whole: UInt64) -> Range<UInt64> {
    let count = ProcessInfo.processInfo.environment["FLAGDB_SEEDS"].flatMap(UInt64.init)
    return 0..<(count ?? size(part, whole: whole))
  }
}
