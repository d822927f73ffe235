import FlagModel

extension LineBytes {
  mutating func append(_ number: Int64) {
    append(atMost: 20) { place in
      if number >= 0 { return store(number.magnitude, at: place) }
      place[0] = UInt8(ascii: "-")
      return 1 + store(number.magnitude, at: place + 1)
    }
  }

  /// Appends the shortest text that is parsed as the same number: `50.0`, `1e-07`.
  mutating func append(_ number: Double) {
    if !appendShort(number) { append(text: number.description) }
  }

  /// Handles numbers with up to six decimal places, which are the most frequent ones, without a
  /// search. A decimal number with at most 15 digits is the shortest one if it gives the Double.
  /// The quotient of two integers that a Double represents is rounded once, as in parsing.
  private mutating func appendShort(_ number: Double) -> Bool {
    let millionths = (number * 1e6).rounded()
    guard millionths / 1e6 == number, abs(millionths) < 1e15, abs(millionths) >= 1e3 else {
      return false
    }
    let units = UInt64(abs(millionths))
    append(atMost: 24) { place in
      var end = place
      if number < 0 {
        end[0] = UInt8(ascii: "-")
        end += 1
      }
      let (whole, fraction) = units.quotientAndRemainder(dividingBy: 1_000_000)
      end += store(whole, at: end)
      end[0] = UInt8(ascii: ".")
      store(fraction, digits: 6, at: end + 1)
      end += 7
      while end[-1] == UInt8(ascii: "0"), end[-2] != UInt8(ascii: ".") { end -= 1 }
      return end - place
    }
    return true
  }

  /// Appends an integer of smallest units in the form of `FixedPoint`.
  mutating func append(_ decimal: DecimalForm, units: Int64) {
    append(atMost: 24) { place in
      var end = place
      if units < 0 {
        end[0] = UInt8(ascii: "-")
        end += 1
      }
      let (whole, fraction) = units.magnitude.quotientAndRemainder(dividingBy: decimal.scale)
      end += store(whole, at: end)
      if decimal.places == 0 || (decimal.isTrimmed && fraction == 0) { return end - place }
      end[0] = UInt8(ascii: ".")
      store(fraction, digits: decimal.places, at: end + 1)
      end += 1 + decimal.places
      while decimal.isTrimmed, end[-1] == UInt8(ascii: "0") { end -= 1 }
      return end - place
    }
  }
}

/// The form of the decimals in a column.
struct DecimalForm {
  let places: Int
  let scale: UInt64
  /// True to omit trailing zeros, if the model does not state the decimal places.
  let isTrimmed: Bool

  init(places: Int) {
    self.places = FixedPoint.bounded(places)
    scale = UInt64(powerOfTen(self.places))
    isTrimmed = self.places == FixedPoint.defaultPlaces
  }
}

/// Stores a number in decimal; returns its number of digits.
private func store(_ number: UInt64, at place: UnsafeMutablePointer<UInt8>) -> Int {
  var count = 1
  var limit: UInt64 = 10
  while number >= limit {
    count += 1
    let (next, overflows) = limit.multipliedReportingOverflow(by: 10)
    if overflows { break }
    limit = next
  }
  store(number, digits: count, at: place)
  return count
}

/// Stores the last digits of a number with leading zeros, two at a time.
private func store(_ number: UInt64, digits: Int, at place: UnsafeMutablePointer<UInt8>) {
  var rest = number
  var index = digits
  while index >= 2 {
    index -= 2
    let pair = digitPairs.utf8Start + Int(truncatingIfNeeded: rest % 100 * 2)
    place[index] = pair[0]
    place[index + 1] = pair[1]
    rest /= 100
  }
  if index == 1 { place[0] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10) }
}

/// `00` to `99`.
private var digitPairs: StaticString {
  """
  0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546\
  4748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293\
  949596979899
  """
}
