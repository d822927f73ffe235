import PlainText

extension Enumeration {
  /// Parses the name of a case, with or without a dot before it.
  func value(from text: some StringProtocol) throws(ValueError) -> Value {
    let typed = text.trimmed
    let name = if typed.first == "." { typed.dropFirst() } else { typed }
    if let value = rawValue(of: Name(name)) ?? rawValue(called: Name(typed)) { return value }
    if let rawValue = rawValue(written: String(name)) {
      throw ValueError.expected(
        "the name of a case of '\(self.name)'", found: text,
        hint: caseName(of: rawValue).map { .meant([$0.text]) })
    }
    let problem =
      if name.isEmpty {
        "expected a case of '\(self.name)', found an empty text"
      } else {
        "\(ValueError.quoted(name)) is not a case of '\(self.name)'"
      }
    throw ValueError(
      problem, hint: .name(for: Name(name), in: cases.map(\.name), orAll: "its cases are"))
  }

  /// Parses a raw value, which must belong to a case.
  func value(fromRaw text: String) throws(ValueError) -> Value {
    guard let value = rawValue(written: text) else {
      let name = rawValue(of: Name(text.trimmed)).map { rawText(of: $0) }
      throw ValueError.expected(
        "the raw value of a case of '\(self.name)'", found: text,
        hint: name.map { .meant([$0]) })
    }
    return value
  }

  /// The raw value of the case whose raw value has this text.
  private func rawValue(written text: String) -> Value? {
    let number = text.trimmed
    let value: Value? =
      switch rawType {
      case .integer(let type): (try? NumberText.integer(number, for: type)).map { .integer($0) }
      case .string, .character, .caseName: .text(text)
      case .real("Float"): (try? NumberText.float(number)).map { .real($0) }
      case .real: (try? NumberText.double(number)).map { .real($0) }
      }
    guard let value, caseName(of: value) != nil else { return nil }
    return value
  }

  private func rawText(of value: Value) -> String {
    AttributeType.enumeration(self).rawText(of: value)
  }
}
