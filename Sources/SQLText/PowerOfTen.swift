import FlagModel

/// Ten to the power of `exponent`, limited to 64 bits.
package func powerOfTen(_ exponent: Int) -> Int64 {
  (0..<min(exponent, FixedPoint.maximalPlaces)).reduce(1) { power, _ in power * 10 }
}
