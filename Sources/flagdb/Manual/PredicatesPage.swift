import CommandTable

/// flagdb-predicates(7): the language of conditions on records.
enum PredicatesPage {
  static let page = ProsePage(
    "flagdb-predicates", section: 7, summary: "the language of conditions on records",
    introduction, flags, numbers, texts, dates, cases, missing, otherRecords, manyRecords, together,
    names, arguments, expressions, groups, calls, equivalents, refusals, limits, examples,
    seeAlso: [
      "flagdb-define(1)", "flagdb-query(1)", "flagdb-repl(1)", "flagdb-model(5)",
      "flagdb-tutorial(7)",
    ])

  /// Every line of the page that is a predicate, a column or a key of groups.
  static let phrases: [Phrases] = [
    flagPhrases, numberPhrases, numberRules, textPhrases, datePhrases, datePartPhrases,
    casePhrases, missingPhrases, missingRules, otherRecordPhrases, manyRecordPhrases,
    quantifiedPhrases, emptyRules, arrayPhrases, partPhrases, joiningPhrases, columnPhrases,
    keyPhrases,
    equivalentPhrases, swiftPhrases, refusedPhrases,
  ]

  private static let introduction: Prose = """
    A predicate is a condition on records. It is used after `--where`, in a session of
    `flagdb-repl`(1), and in the named expressions of a model. It can be a Swift expression or an
    NSPredicate format string as it stands in an app, or the short form that this page describes.
    The three can be mixed.

    Every name, type and flag is checked against the model before anything runs, and errors point at
    their place. The predicate then becomes one SQL statement with its values as parameters; nothing
    is filtered afterwards. `flagdb query --explain` prints the predicate in its plainest spelling,
    and the SQL.

    The examples use the `Sample` and `Reading` of `Examples/zoo.swift`. Samples have a code, a
    date, a score, a status, the flags RAW, HRM and PLX in `markers`, `readings`, and perhaps a note
    and a price. Readings have a value and tags. Words such as AND, LIKE and NULL can be written in
    capitals or not.
    """

  static let flagPhrases = Phrases(
    .selecting,
    """
    markers has HRM                 this flag, and perhaps others
    markers has all (HRM, PLX)      both; also without the word all
    markers has vitals              a combination: all its flags
    markers has any (HRM, PLX)      at least one of them
    markers lacks HRM               not this one
    markers lacks (HRM, PLX)        none of them
    markers has not all (HRM, PLX)  not all of them
    markers is exactly (HRM, PLX)   these and no others
    markers has HRM, PLX            both, outside of lists; HRM|PLX
    markers is empty                no flag
    markers.count >= 2              the number of flags
    has HRM                         if only one attribute has flags
    (markers & 6) != 0              by the bits: any of them
    (markers & HRM) == HRM          by the bits: all of them
    markers.rawValue == 6           the stored number
    """)

  private static let flags: Prose = """
    # Flags
    \(flagPhrases)
    A flag can have a point before it, as in Swift, or the name of its set. A bit that no flag
    declares is written `0x40`, and several bits as their number: `6`, `0o6`. Such bits are compared as they are, but `count` counts declared
    flags only. Flags have no order: `<` and the other comparisons of order are refused.

    Wherever flags stand, `|`, `+` and `,` join them, `-` removes, `&` intersects and `^` toggles them, and
    `~` is all other flags that are declared: `markers = vitals - PLX`, `markers | PLX = RAW + HRM + PLX`. So do
    `union`, `subtracting` and the other methods of Swift's sets. The whole name of a flag comes before the
    signs in it. A number beside flags is a mask; numbers alone are calculated, so that 1 + 1 is 2. Under
    `&` a complement keeps the bits that no flag declares. Any other sign is an error.

    A field of a mask is used like an attribute: `transition.core==typed`, `mode.type==nil`. Tests of
    flags leave the bits of fields out, so that `exactly` compares the flags, whatever the fields
    are. `(transition&0xFF)==1` asks for bits, whatever they are.
    """

  static let numberPhrases = Phrases(
    .selecting,
    """
    score >= 50             = == != <> < <= =< > >= =>
    score in 40...60        the ends included
    score in 40..<50        50 left out
    score between {40, 60}  the ends included
    score in {47.5, 50}     one of these
    score * 2 - 10 > 170    + - * / % **
    id & 1 = 1              & | ^ ~ << >>, of whole numbers
    abs(score - 50) < 5     abs sqrt floor ceiling trunc ln log exp
    max(score, 60) > 60     min max sum of several values
    price = 12.5            decimals are exact
    Int(score) = 47         cut off; Double() and String() too
    """)

  static let numberRules = Phrases(
    .holding,
    """
    7 / 2 = 3        whole numbers go towards zero
    -7 % 2 = -1      and so does the remainder
    score / 0 = nil  a division by zero has no value
    """)

  private static let numbers: Prose = """
    # Numbers
    \(numberPhrases)
    Numbers are written as in Swift: `1_000`, `0x10`, `0o644`, `1.5e3`. Calculations are those of Swift,
    except that nothing traps:
    \(numberRules)
    A result beyond 64 bits has no value either. Between constants, a division by zero and a number
    beyond 64 bits are errors. Decimals are compared exactly with each other and with whole numbers;
    `+`, `-`, and `*` with a whole number, keep them exact. `*` of two decimals, `/`, and every
    calculation with a Double give a Double.
    """

  static let textPhrases = Phrases(
    .selecting,
    """
    code = 'S-1'               in single or double quotes
    code =[c] 's-1'            a capital or not
    note contains[cd] 'RÚN'    nor an accent
    code endswith '1'          beginswith
    note like '*the*'          * any text, ? one character
    code matches 'S-[12]'      a pattern, for the whole text
    code in {'S-1', 'S-2'}     one of these
    'run' in note              the other way round
    code < 'S-3'               by code points
    note.count > 5             code points, too
    code.hasSuffix('2')        hasPrefix contains isEmpty
    code.lowercased() = 's-2'  uppercased
    code + '!' = 'S-1!'        joined
    """)

  private static let texts: Prose = """
    # Texts
    \(textPhrases)
    Texts are equal when their code points are: `é` as one code point is not `e` with an accent behind it, where
    Swift, which compares characters, finds them equal. `[c]` folds case and `[d]` takes accents away, for
    all of Unicode; every comparison of texts takes them. Foundation writes `[cdl]`, which
    is `[cd]`. In quotes a backslash is written twice,
    and `\\n`, `\\t`, `\\u{E9}` and quotes need one: the pattern of a digit is `'\\\\d'`. In `like`
    a backslash takes the meaning of `*` and `?` away.

    Patterns are regular expressions without look-around and back-references, so that the time they
    take grows with the text alone and never explodes.
    """
}
