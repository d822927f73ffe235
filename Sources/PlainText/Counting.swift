/// `12 MB`, or `28 kB` for less than one.
package func sizeText(_ bytes: Int64) -> String {
  if bytes >> 20 > 0 { return "\(groupedDigits(bytes >> 20)) MB" }
  return "\(max(1, bytes >> 10)) kB"
}

/// `1,234,567`
package func groupedDigits(_ number: some BinaryInteger) -> String {
  let digits = Array(String(number))
  let sign = digits.first == "-" ? 1 : 0
  var text = String(digits.prefix(sign))
  for (index, digit) in digits.enumerated().dropFirst(sign) {
    if index > sign, (digits.count - index) % 3 == 0 { text.append(",") }
    text.append(digit)
  }
  return text
}

/// The verb form for a number: `1 record has`, `2 records have`.
package func agreeing(_ count: some BinaryInteger, _ singular: String, _ plural: String) -> String {
  count == 1 ? singular : plural
}

package func have(_ count: some BinaryInteger) -> String { agreeing(count, "has", "have") }

/// `1 record`, `1,234 records`
package func counted(_ count: some BinaryInteger, _ noun: String, plural: String? = nil) -> String {
  if count == 1 { return "1 \(noun)" }
  return "\(groupedDigits(count)) \(plural ?? noun + "s")"
}
