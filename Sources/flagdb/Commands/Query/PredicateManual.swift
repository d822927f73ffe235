import CommandTable

/// The manual's text about the predicates of `--where`.
enum PredicateManual {
  static let blocks: [ProseBlock] = [
    .subheading("Predicates"),
    """
    `--where` takes a predicate: a Swift expression or an NSPredicate format, as they stand in the \
    app. Attributes are named bare, cases and flags with a point or without, texts stand in single \
    or double quotes, dates bare. Everything is checked against the model before SQL is made of it.
    """,
    .table(
      header: ["asks for", "written as"],
      rows: [
        ["numbers, texts, dates", "`score >= 50`, `taken < 2026-11-20`"],
        ["now", "`taken > now - 7d`"],
        ["parts of dates", "`year(taken) = 2026`, `month(taken) = '2026-11'`"],
        ["cases", "`status = measured`, `status in {received}`"],
        ["all of some flags", "`markers has (HRM, PLX)`, `markers.contains(.HRM)`"],
        ["one of some flags", "`markers has any (HRM, PLX)`, `(markers & 6) != 0`"],
        ["none of some flags", "`markers lacks HRM`, `!markers.contains(.HRM)`"],
        ["these flags alone", "`markers is exactly (HRM)`, `markers == [.HRM]`"],
        ["no flag, or how many", "`markers is empty`, `markers.count >= 2`"],
        ["no value", "`note = nil`, `note is not null`"],
        ["ranges", "`score in 40...60`, `score between {40, 60}`"],
        ["parts of texts", "`code beginswith 'S'`, `note contains[cd] 'run'`"],
        ["patterns", "`code like 'S-?'`, `code matches 'S-[0-9]+'`"],
        ["the other record", "`sample.code = 'S-1'`"],
        ["some of many records", "`any readings.value > 90`"],
        ["how many of them", "`readings[value >= 90].count > 1`"],
        ["their greatest", "`readings.value.max >= 95`"],
        ["both, either, not", "`and or not`, `&& || !`, and brackets"],
      ]),
    """
    What is missing equals nothing else, and is neither less nor greater than anything: \
    `note != 'x'` is true where there is no note. A day is its first moment, so that \
    `taken < 2026-11-21` takes in all of the 20th.
    """,
    """
    This is the short of it. `flagdb-predicates`(7) has the whole language, what it means, and \
    what NSPredicate and Swift say instead.
    """,
  ]
}
