import CommandTable

/// flagdb-predicates(7): the language of conditions on records.
enum PredicatesPage {
  static let page = ProsePage(
    "flagdb-predicates", section: 7,
    summary: "the language of conditions: Swift, NSPredicate, and short forms",
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
    A predicate is a condition on a record. Use predicates with `--where`, in a session (`flagdb-repl`(1)), and
    in named expressions of a model. A predicate is a Swift expression, an NSPredicate format string, or the
    short form that this page describes; you can mix the three.

    flagdb checks every name, type and flag against the model, and errors point to their place. It then
    translates the predicate to one SQL statement with parameters. `flagdb query --explain` prints the predicate
    in its shortest form, and the SQL.

    The examples use the entities `Sample` and `Reading` of `Examples/zoo.swift`. A sample has a code, a date, a
    score, a status, the flags RAW, HRM and PLX in `markers`, `readings`, and optionally a note and a price. A
    reading has a value and tags. Keywords such as AND, LIKE and NULL ignore case.
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
    A flag can have a dot before it, as in Swift, or the name of its flag set. An undeclared bit is written `0x40`,
    and several bits as a number: `6`, `0o6`. Comparisons include undeclared bits, but `count` counts only
    declared flags. Flags have no order, so `<` and similar comparisons are errors.

    In lists of flags, `|`, `+` and `,` join flags, `-` removes, `&` intersects and `^` toggles them, and `~`
    means all other declared flags: `markers = vitals - PLX`, `markers | PLX = RAW + HRM + PLX`. `union`,
    `subtracting` and the other set methods of Swift work too. A flag name that contains an operator has
    precedence. A number beside flags is a mask; numbers alone are added, so 1 + 1 is 2. After `&`, a complement
    includes undeclared bits. Other operators are errors.

    The methods also take other attributes, and the masks of other records: if people have roles,
    `roles.allow.union` has the flags that at least one of the roles allows, and
    `roles.allow.union.subtracting(roles.deny.union).union(own)` what a person may do. `intersection` has the
    flags of all of them. `union(markers,HRM)` is `markers|HRM`; `OR` and `bit_or` are other names of `union`, and
    `AND` and `bit_and` of `intersection`.

    A field of a mask works like an attribute: `transition.core==typed`, `mode.type==nil`. Flag tests ignore the
    bits of fields. `(transition&0xFF)==1` tests the bits themselves.
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
    Write numbers as in Swift: `1_000`, `0x10`, `0o644`, `1.5e3`. Arithmetic is that of Swift, but never traps:
    \(numberRules)
    A result beyond 64 bits also has no value. Between constants, both are errors. Comparisons of decimals with
    each other and with integers are exact, and so are `+`, `-`, and `*` with an integer. `*` of two decimals,
    `/`, and all calculations with a Double give a Double.
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
    Texts are equal if their code points are equal. Unlike in Swift, `é` as one code point differs from `e` with a
    combining accent. `[c]` ignores case and `[d]` ignores accents, for all of Unicode and in every comparison of
    texts; `[cdl]` of Foundation means `[cd]`. In quotes, write a backslash twice, and put one before `\\n`,
    `\\t`, `\\u{E9}` and quotes: the pattern of a digit is `'\\\\d'`. In `like`, a backslash escapes `*` and `?`.

    Patterns are regular expressions without look-around and back-references, so they run in linear time.
    """
}
