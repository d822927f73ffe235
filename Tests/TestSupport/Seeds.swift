import Foundation

/// The seeds of tests at random, more of them when somebody asks: `FLAGDB_SEEDS=5000`.
public func seeds(usually count: UInt64) -> Range<UInt64> {
  0..<(ProcessInfo.processInfo.environment["FLAGDB_SEEDS"].flatMap(UInt64.init) ?? count)
}
