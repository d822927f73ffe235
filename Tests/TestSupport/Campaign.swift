import Foundation
public import Testing

/// A campaign is a test whose value grows with its length. `make test` runs a few of its cases, `make check` more, and
/// `make campaigns` runs all of them.
public enum Campaign {
  public enum Extent: String, Sendable {
    case few, many, all
  }

  /// The extent that `FLAGDB_TEST_CAMPAIGNS` names.
  public static let extent =
    ProcessInfo.processInfo.environment["FLAGDB_TEST_CAMPAIGNS"].flatMap(Extent.init) ?? .few

  public static let isWhole = extent == .all

  /// The size of a campaign in each extent.
  public static func size<Size>(_ few: Size, many: Size? = nil, all: Size) -> Size {
    switch extent {
    case .few: few
    case .many: many ?? few
    case .all: all
    }
  }

  /// Every n-th case of a campaign, in each extent.
  public static func cases<Case>(_ all: [Case], few: Int, many: Int) -> [Case] {
    stride(from: 0, to: all.count, by: size(few, many: many, all: 1)).map { all[$0] }
  }

  /// The seeds of a test at random, and more of them when somebody asks: `FLAGDB_SEEDS=5000`.
  public static func seeds(_ few: UInt64, many: UInt64? = nil, all: UInt64) -> Range<UInt64> {
    let count = ProcessInfo.processInfo.environment["FLAGDB_SEEDS"].flatMap(UInt64.init)
    return 0..<(count ?? size(few, many: many, all: all))
  }
}

extension Trait where Self == ConditionTrait {
  /// For a test whose value is its length. Another test shows in `make test` that the feature works.
  public static var onlyInCheck: Self {
    .enabled(if: Campaign.extent != .few, "'make check' runs it")
  }
}
