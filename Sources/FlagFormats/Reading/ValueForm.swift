import FlagModel

/// The fast way to read an attribute's values from bytes, if there is one. It includes the demands
/// of `@Valid` that a comparison can express.
enum ValueForm {
  case bool
  /// A whole number within a range.
  case integer(ClosedRange<Int64>)
  case double(ClosedRange<Double>)
  /// Smallest units within a range.
  case decimal(places: Int, ClosedRange<Int64>)
  /// With so many Unicode scalars.
  case string(ClosedRange<Int>?)
  case date
  case uuid
  case url
  case array(ArrayBytes.Element)
  /// Flags and cases, remembered by their texts.
  case named
  case other

  /// The form, and whether the values must be checked against `@Valid` besides.
  static func form(of attribute: Attribute, isRaw: Bool) -> (ValueForm, needsCheck: Bool) {
    let validity = attribute.validity
    let isFree = validity == .anything
    switch attribute.type {
    case .bool: return (.bool, !isFree)
    case .integer(let type):
      guard let range = integers(validity.bounds, within: type.storedRange) else { break }
      return (.integer(range), false)
    case .double:
      guard let range = doubles(validity.bounds) else { break }
      return (.double(range), false)
    case .decimal(let places) where !isRaw && (0...FixedPoint.maximalPlaces).contains(places):
      guard let range = integers(validity.bounds, within: Int64.min...Int64.max) else { break }
      return (.decimal(places: places, range), false)
    case .string:
      return (
        .string(validity.length), validity.bounds != nil || validity.pattern != nil
      )
    case .date: return (.date, !isFree)
    case .uuid: return (.uuid, !isFree)
    case .url: return (.url, !isFree)
    case .flags, .enumeration: return (.named, !isFree)
    case .array(let type, isSet: false):
      guard let element = ArrayBytes.Element(type) else { break }
      return (.array(element), !isFree)
    default: break
    }
    return (.other, !isFree)
  }

  /// Nil where the bounds are no integers, or nothing lies between them.
  private static func integers(
    _ bounds: Validity.Bounds?, within range: ClosedRange<Int64>
  ) -> ClosedRange<Int64>? {
    guard let bounds else { return range }
    var (lower, upper) = (range.lowerBound, range.upperBound)
    if let end = bounds.lower {
      guard case .integer(let number) = end else { return nil }
      lower = max(lower, number)
    }
    if let end = bounds.upper {
      guard case .integer(let number) = end else { return nil }
      let (last, overflow) = number.subtractingReportingOverflow(bounds.includesUpper ? 0 : 1)
      if overflow { return nil }
      upper = min(upper, last)
    }
    return lower <= upper ? lower...upper : nil
  }

  private static func doubles(_ bounds: Validity.Bounds?) -> ClosedRange<Double>? {
    let largest = Double.greatestFiniteMagnitude
    guard let bounds else { return -largest...largest }
    var (lower, upper) = (-largest, largest)
    if let end = bounds.lower {
      guard case .real(let number) = end else { return nil }
      lower = max(lower, number)
    }
    if let end = bounds.upper {
      guard case .real(let number) = end else { return nil }
      upper = min(upper, bounds.includesUpper ? number : number.nextDown)
    }
    return lower <= upper ? lower...upper : nil
  }
}
