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

  var help: String? {
    switch self {
    case .iso: "as text"
    case .epoch: "seconds since 1970"
    case .milliseconds, .microseconds, .nanoseconds: "since 1970"
    case .reference: "seconds since 2001, as apps keep them"
    }
  }

  /// Nil for texts.
  var numbered: NumberedDates? { NumberedDates(rawValue: rawValue) }
}
