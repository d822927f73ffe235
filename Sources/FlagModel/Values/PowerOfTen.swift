/// Ten to the power of `exponent`, limited to 64 bits.
package func powerOfTen(_ exponent: Int) -> Int64 {
  var power: Int64 = 1
  for _ in 0..<min(exponent, FixedPoint.maximalPlaces) { power *= 10 }
  return power
}
