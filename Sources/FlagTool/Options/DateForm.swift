import CommandTable
import FlagModel

/// `--dates`: the form in which dates are written.
enum DateForm: String, CommandChoice {
  case iso
  case epoch
  case milliseconds
  case microseconds
  case nanoseconds
  case reference
  case referenceNanoseconds = "reference-nanoseconds"
  case webkit
  case filetime
  case julian

  var help: String? {
    switch self {
    case .iso: "as text"
    case .epoch: "seconds since 1970"
    case .milliseconds, .microseconds, .nanoseconds: "since 1970"
    case .reference: "seconds since 2001, as Apple apps store them"
    case .referenceNanoseconds: "since 2001"
    case .webkit: "microseconds since 1601, as browsers store them"
    case .filetime: "100 ns ticks since 1601-01-01 (Windows FILETIME)"
    case .julian: "Julian day: days since noon on 4714-11-24 BC"
    }
  }

  /// Nil for dates as text.
  var numbered: NumberedDates? {
    switch self {
    case .iso: nil
    case .referenceNanoseconds: .referenceNanoseconds
    default: NumberedDates(rawValue: rawValue)
    }
  }
}
