import CommandTable

/// The text about the predicates of `--where` in the manual.
enum PredicateManual {
  static let prose: Prose = """
    ## Predicates
    `--where` takes a predicate: a Swift expression or an NSPredicate format, as it stands in the
    app. Attributes are named without quotes, cases and flags with a point or without, texts in
    single or double quotes, dates without quotes. The predicate is checked against the model before
    it becomes SQL.

    | asks for | written as |
    | numbers, texts, dates | `score >= 50`, `taken < 2026-11-20` |
    | now | `taken > now - 7d` |
    | parts of dates | `year(taken) = 2026`, `month(taken) = '2026-11'` |
    | cases | `status = measured`, `status in {received}` |
    | all of some flags | `markers has (HRM, PLX)`, `markers.contains(.HRM)` |
    | one of some flags | `markers has any (HRM, PLX)`, `(markers & 6) != 0` |
    | none of some flags | `markers lacks HRM`, `!markers.contains(.HRM)` |
    | these flags alone | `markers is exactly (HRM)`, `markers == [.HRM]` |
    | no flag, or how many | `markers is empty`, `markers.count >= 2` |
    | no value | `note = nil`, `note is not null` |
    | ranges | `score in 40...60`, `score between {40, 60}` |
    | parts of texts | `code beginswith 'S'`, `note contains[cd] 'run'` |
    | patterns | `code like 'S-?'`, `code matches 'S-[0-9]+'` |
    | the other record | `sample.code = 'S-1'` |
    | some of many records | `any readings.value > 90` |
    | how many of them | `readings[value >= 90].count > 1` |
    | their greatest | `readings.value.max >= 95` |
    | both, either, not | `and or not`, `&& || !`, and brackets |

    A missing value equals nothing else and is neither less nor greater than anything: `note != 'x'`
    is true for a record without a note. A day stands for its first moment: `taken < 2026-11-21`
    includes all of the 20th.

    This is a summary. `flagdb-predicates`(7) describes the whole language and its meaning, and what
    NSPredicate and Swift mean by the same words.
    """
}
