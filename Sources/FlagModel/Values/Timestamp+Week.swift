extension Timestamp {
  /// The week of ISO 8601 in UTC: it begins on Monday, and belongs to the year of its Thursday.
  package var week: (year: Int, number: Int) {
    let days = Int(floorDivide(microseconds, Timestamp.microsecondsOfDay))
    let thursday = Timestamp.monday(atOrBefore: days) + 3
    let year = CivilDate(daysSince1970: thursday).year
    return (year, (thursday - CivilDate(year: year, month: 1, day: 1).daysSince1970) / 7 + 1)
  }

  /// The first instant of a week; nil outside of the years 1 to 9999.
  package init?(startOfWeek week: Int, of year: Int) {
    // 4 January is always in the first week.
    let fourth = CivilDate(year: year, month: 1, day: 4).daysSince1970
    let days = Timestamp.monday(atOrBefore: fourth) + 7 * (week - 1)
    self.init(microseconds: Int64(days) * Timestamp.microsecondsOfDay)
  }

  /// 1 January 1970 was a Thursday.
  private static func monday(atOrBefore days: Int) -> Int { 7 * floorDivide(days + 3, 7) - 3 }
}
