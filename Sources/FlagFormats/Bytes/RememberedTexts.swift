/// The texts of stored integers of which there are few, as combinations of flags and cases are:
/// each is found by a look at one place.
struct RememberedTexts {
  private struct Place {
    var number: Int64 = 0
    var start: Int32 = 0
    /// Negative where nothing is remembered.
    var count: Int32 = -1
  }

  private var places: [Place] = []
  private var bytes: [UInt8] = []
  private static let bits: UInt64 = 11
  private static let mostBytes = 1 << 18

  /// Appends the text of a number, if it is known.
  func append(_ number: Int64, to line: inout LineBytes) -> Bool {
    if places.isEmpty { return false }
    let place = places[Self.index(of: number)]
    guard place.count >= 0, place.number == number else { return false }
    let start = Int(place.start)
    bytes.withUnsafeBufferPointer { line.append($0[start..<start + Int(place.count)]) }
    return true
  }

  /// Remembers a text, in place of another if need be.
  mutating func remember(_ text: UnsafeBufferPointer<UInt8>, of number: Int64) {
    guard text.count < Self.mostBytes else { return }
    if places.isEmpty || bytes.count + text.count > Self.mostBytes {
      bytes.removeAll(keepingCapacity: true)
      places = [Place](repeating: Place(), count: 1 << Int(Self.bits))
    }
    places[Self.index(of: number)] = Place(
      number: number, start: Int32(bytes.count), count: Int32(text.count))
    bytes.append(contentsOf: text)
  }

  /// Multiplied so that bits far apart spread alike; the highest bits of a product are mixed most.
  private static func index(of number: Int64) -> Int {
    let mixed = UInt64(bitPattern: number) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed >> (64 - bits))
  }
}
