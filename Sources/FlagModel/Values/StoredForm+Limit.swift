import PlainText

extension StoredForm {
  /// The values that a foreign column keeps unchanged.
  enum Limit: Sendable {
    /// The dates that have a number in the column.
    case dates(Validity.Bounds, NumberedDates)
    /// Dates without a time.
    case days
    /// Numbers with so many decimal places. A negative number is that of zeros before the point.
    case places(Int)
  }

  /// Nil if the column keeps all values of its type.
  var limit: Limit? {
    switch self {
    case .dates(let dates):
      return dates.limits.map { limits in
        let bounds = Validity.Bounds(
          lower: .text(limits.lowerBound.storedText), upper: .text(limits.upperBound.storedText),
          includesUpper: true)
        return .dates(bounds, dates)
      }
    case .native(let native):
      if native.name == "date" { return .days }
      return native.places.map(Limit.places)
    default: return nil
    }
  }
}

extension StoredForm.Limit {
  /// Throws if the column would store another value. The message begins with the name of the attribute.
  func check(_ value: Value, of attribute: Attribute) throws(ValueError) {
    switch self {
    case .dates(let bounds, let dates):
      if bounds.contain(value) { return }
      throw ValueError(
        "\(attribute.name) must be in \(bounds.text(for: attribute.type)), "
          + "found \(attribute.type.text(of: value))",
        hint: "the \(dates.rawValue) of a date outside of this range do not fit in 64 bits")
    case .days:
      guard case .text(let text) = value, let moment = try? Timestamp(text),
        moment != moment.startOfDay
      else { return }
      throw ValueError(
        "\(attribute.name) must be a day without a time, found \(moment.text)",
        hint: "the server's type 'date' has no time, as in \(moment.storedText.prefix(10))")
    case .places(let places):
      let text = attribute.type.text(of: value)
      guard let needed = NumberText.places(of: text), needed > places else { return }
      throw ValueError(
        "\(attribute.name) must have \(Self.words(for: places)), found \(text)",
        hint: "the server's type '\(attribute.stored.nameInDocuments ?? "")' would round it")
    }
  }

  private static func words(for places: Int) -> String {
    if places < 0 { return "at least \(counted(-places, "zero")) before the point" }
    if places == 0 { return "no digits after the point" }
    return "at most \(counted(places, "digit")) after the point"
  }
}
