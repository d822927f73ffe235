/// A percentage: `25.0%`. A share that is neither 0 nor 1 is never shown as 0% or 100%.
package func shareText(_ part: Int64, of whole: Int64) -> String {
  guard whole > 0 else { return "-" }
  let share = Double(part) / Double(whole)
  let tenths = Int((share * 1_000).rounded())
  if part > 0, tenths == 0 { return "<0.1%" }
  if part < whole, tenths == 1_000 { return ">99.9%" }
  return "\(tenths / 10).\(tenths % 10)%"
}

/// Names in a row, truncated if there are many: `a, b, c and 40 more`.
package func listText(_ names: [String]) -> String {
  let most = 12
  let shown = names.prefix(most).joined(separator: ", ")
  if names.count > most { return "\(shown) and \(names.count - most) more" }
  return shown
}

/// A number with two decimal places, or more if it is small: `1.00`, `0.0021`.
package func shortText(_ number: Double) -> String {
  if number >= 1_000_000 { return ">999999" }
  if number >= 100 { return String(Int(number.rounded())) }
  var places = 2
  var scale = 100.0
  while number > 0, number * scale < 10, places < 6 {
    scale *= 10
    places += 1
  }
  let digits = String(Int((number * scale).rounded()))
  let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
  return "\(padded.dropLast(places)).\(padded.suffix(places))"
}

/// A positive number with three significant digits, or all integer digits: `25.6`, `0.957`, `1234`.
/// Other text is unchanged.
package func threeDigits(_ text: String) -> String {
  guard let number = Double(text), number >= 1e-290, number < 1e15 else { return text }
  var scale = 1.0
  while number * scale < 100 { scale *= 10 }
  let rounded = (number * scale).rounded() / scale
  if rounded == rounded.rounded() && rounded >= 100 { return String(Int(rounded)) }
  return "\(rounded)"
}
