import FlagModel

/// Ten to the power of `exponent`, which is bounded by what 64 bits hold.
package func powerOfTen(_ exponent: Int) -> Int64 {
  (0..<min(exponent, FixedPoint.maximalPlaces)).reduce(1) { power, _ in power * 10 }
}
