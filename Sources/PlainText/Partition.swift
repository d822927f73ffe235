/// Binary search: the first number for which the condition holds, if it also holds for all greater
/// ones.
package func partition(_ count: Int, _ holds: (Int) -> Bool) -> Int {
  var range = 0..<count
  while !range.isEmpty {
    let middle = range.lowerBound + range.count / 2
    range = holds(middle) ? range.lowerBound..<middle : middle + 1..<range.upperBound
  }
  return range.lowerBound
}
