/// A day of the proleptic Gregorian calendar of ISO 8601.
package struct CivilDate: Hashable, Sendable {
  package let year: Int
  package let month: Int
  package let day: Int

  package init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// Counts years from 1 March, so that the leap day is the last day. The days before month m then
  /// are (153 m + 2) / 5.
  init(daysSince1970: Int) {
    let days = daysSince1970 + CivilDate.daysFromYearZero
    let era = floorDivide(days, CivilDate.daysOfEra)
    let dayOfEra = days - era * CivilDate.daysOfEra
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let yearFromMarch = era * 400 + yearOfEra
    if monthFromMarch < 10 {
      year = yearFromMarch
      month = monthFromMarch + 3
    } else {
      year = yearFromMarch + 1
      month = monthFromMarch - 9
    }
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
  }

  var daysSince1970: Int {
    var yearFromMarch = year
    var monthFromMarch = month - 3
    if month <= 2 {
      yearFromMarch -= 1
      monthFromMarch += 12
    }
    let era = floorDivide(yearFromMarch, 400)
    let yearOfEra = yearFromMarch - era * 400
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * CivilDate.daysOfEra + dayOfEra - CivilDate.daysFromYearZero
  }

  /// The number of days in a month of a year.
  static func daysInMonth(_ month: Int, of year: Int) -> Int {
    switch month {
    case 2 where year % 4 == 0 && (year % 100 != 0 || year % 400 == 0): 29
    case 2: 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The days from 1 March of year 0 to 1 January 1970.
  private static let daysFromYearZero = 719_468
  /// The calendar repeats after 400 years.
  private static let daysOfEra = 146_097
}

/// The quotient rounded towards minus infinity, for days before 1970.
func floorDivide<T: SignedInteger>(_ dividend: T, _ divisor: T) -> T {
  let quotient = dividend / divisor
  if dividend % divisor < 0 { return quotient - 1 }
  return quotient
}
