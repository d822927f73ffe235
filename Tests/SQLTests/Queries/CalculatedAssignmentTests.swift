import FlagModel
import Testing

@testable import Predicates
@testable import Queries
@testable import SQLText

/// The right sides of assignments that may be calculated: values, texts and expressions.
@Suite struct CalculatedAssignmentTests {
  private static let text = """
    struct Mark: OptionSet {
      let rawValue: Int64
      static let raw = Mark(rawValue: 1), hrm = Mark(rawValue: 2), plx = Mark(rawValue: 4)
    }
    struct Tiny: OptionSet {
      let rawValue: Int8
      static let low = Tiny(rawValue: 1), top = Tiny(rawValue: -128)
    }
    enum Core: Int { case link = 0, bone, ply }
    struct Transition: OptionSet {
      let rawValue: Int64
      @Bits(0...3) var core: Core
      @Bits(4...7) var depth: UInt8
      static let start = Transition(rawValue: 1 << 8)
    }
    enum Status: Int { case received, measured, previous }
    struct Size { var width: Double; var height: Double }
    @Model final class Kind { var name: String = ""; var price: Decimal = 0; var items: [Item] = [] }
    @Model final class Item {
      var code: String
      var note: String?
      var link: URL?
      var n: Int = 0
      var small: Int8 = 0
      var opt: Int?
      var score: Double = 0
      var ratio: Float = 0
      @Valid(places: 2) var price: Decimal = 0
      var taken: Date
      var due: Date?
      var done: Bool = false
      var on: Bool = true
      var status: Status = Status.received
      var previous: Status?
      var marks: Mark = []
      var others: Mark = []
      var tiny: Tiny = []
      var transition: Transition = []
      var size: Size
      var any: Any?
      var tags: [String] = []
      var names: [String] = []
      var parent: Item?
      var children: [Item] = []
      @Relationship(inverse: \\Kind.items) var kind: Kind?
    }
    """

  private func update(
    _ words: [String], _ given: [String] = [], isRaw: Bool = false
  ) throws -> String {
    let schema = try model(Self.text)
    let item = try schema.declared("Item")
    let names = words.flatMap { PredicateArguments.names(in: SourceText($0)) }
    let reader = CalculationReader(
      item, in: schema, arguments: try PredicateArguments(given, for: names), now: testNow)
    let request = try ChangeRequest(
      words.map { try AssignmentSyntax.parse(SourceText($0)) }, of: item, isRaw: isRaw,
      calculations: reader, now: testNow)
    let sql = Update(item, request.assignments, predicate: nil).sql
    return String(sql.script(in: SQLiteDialect()).dropFirst("UPDATE Item SET ".count))
  }

  private func outcome(
    _ words: [String], _ given: [String] = [], isRaw: Bool = false
  ) -> String {
    do {
      return try update(words, given, isRaw: isRaw)
    } catch let error as Diagnostics {
      return error.all.map(Self.words).joined(separator: "; ")
    } catch let error as Diagnostic {
      return Self.words(error)
    } catch {
      return "\(error)"
    }
  }

  private static func words(_ error: Diagnostic) -> String {
    error.message + (error.hint.map { " (\($0.text))" } ?? "")
  }

  @Test(
    "an expression is calculated of each record",
    arguments: [
      ("n=n+1", "n = flagdb_whole(n + 1)"),
      ("n=5+3", "n = 8"),
      ("opt=n", "opt = n"),
      ("opt=opt ?? n", "opt = coalesce(opt, n)"),
      ("opt=n > 5 ? n : nil", "opt = iif(n > 5, n, NULL)"),
      ("n=n / 2", "n = flagdb_whole(n / 2)"),
      ("n=n / small", "n = flagdb_whole(n / flagdb_divisor(small))"),
      ("n=n % small", "n = n % flagdb_divisor(small)"),
      ("n=Int(score)", "n = flagdb_truncated(score)"),
      ("n=status.rawValue", "n = status"),
      ("score=n", "score = CAST(n AS REAL)"),
      ("score=score+5", "score = score + 5"),
      ("score=n*score/3", "score = flagdb_finite(n * score) / 3"),
      ("score=sqrt(score)", "score = flagdb_present(sqrt(score), score)"),
      ("score=price", "score = CAST(price AS REAL) / 100.0"),
      ("ratio=score", "ratio = flagdb_float(score)"),
      ("price=score", "price = flagdb_units(score, 100)"),
      ("price=n", "price = flagdb_whole((n * 100))"),
      ("price=price*2", "price = flagdb_whole(price * 2)"),
      ("price=price*1.1", "price = flagdb_rounded(flagdb_whole(price * 11), 10)"),
      (
        "price=kind.price",
        "price = flagdb_rounded((SELECT price FROM Kind WHERE id = Item.kind), 10000)"
      ),
      ("note=upper(code)", "note = flagdb_upper(code)"),
      ("note=code.uppercased()", "note = flagdb_upper(code)"),
      ("note=code + '!'", "note = code || '!'"),
      ("note=(code)", "note = code"),
      ("note=(kind.name)", "note = (SELECT name FROM Kind WHERE id = Item.kind)"),
      ("note=month(taken)", "note = substr(taken, 1, 7)"),
      ("link=code + '/x'", "link = code || '/x'"),
      ("done=!done", "done = (done != 1) IS TRUE"),
      ("done=n>5", "done = (n > 5) IS TRUE"),
      ("status=n > 5 ? measured : .received", "status = iif(n > 5, 1, 0)"),
      ("status=SELF.previous ?? .received", "status = coalesce(previous, 0)"),
      ("status=(previous)", "status = previous"),
      ("status=.previous", "status = 2"),
      ("marks=(marks | 4) & ~1", "marks = marks | 4 & -2"),
      ("marks=marks & ~raw", "marks = marks & -2"),
      ("marks=others", "marks = \"others\""),
      ("marks=~others", "marks = (~\"others\") & 7"),
      ("marks=~1", "marks = 6"),
      ("marks=marks & ~others", "marks = marks & (~\"others\")"),
      ("marks=raw+hrm", "marks = 3"),
      ("marks=raw|hrm+plx", "marks = 7"),
      ("marks=raw,hrm+plx-plx", "marks = 3"),
      ("marks=raw^hrm", "marks = 3"),
      ("marks=raw&hrm", "marks = 0"),
      ("marks=~raw-hrm", "marks = 4"),
      ("marks=raw|1<<3", "marks = 9"),
      ("marks=raw+1+1", "marks = 1"),
      ("marks=1+1", "marks = 2"),
      ("marks=n > 1 ? raw+hrm : plx", "marks = iif(n > 1, 3, 4)"),
      ("marks=Mark.raw.union(.hrm)", "marks = 3"),
      ("marks=marks+raw", "marks = marks | 1"),
      ("marks=marks-raw", "marks = marks & -2"),
      ("marks=marks-others", "marks = marks & (~\"others\")"),
      ("marks=raw-marks", "marks = (~marks) & 1"),
      ("marks=marks|~raw", "marks = marks | 6"),
      ("marks=marks & ~(hrm+plx)", "marks = marks & -7"),
      ("marks=marks & (~hrm & ~plx)", "marks = marks & -7"),
      ("tiny=tiny & top", "tiny = tiny & -128"),
      (
        "transition=transition | start",
        "transition = (transition & 255) | ((transition & -256 | (256 & -256)) & -256)"
      ),
      ("tiny=tiny.subtracting([.low,.top])", "tiny = tiny & 126"),
      ("tiny=tiny.union([.low,.top])", "tiny = tiny | -127"),
      ("tiny=tiny & [.low,.top]", "tiny = tiny & -127"),
      ("tiny=tiny - (low,top)", "tiny = tiny & 126"),
      ("tiny=union(tiny, low)", "tiny = tiny | 1"),
      ("tiny=union(tiny,tiny,top)", "tiny = tiny | tiny | -128"),
      ("marks=bit_or(marks,others)", "marks = marks | \"others\""),
      ("marks=intersection(marks,others)", "marks = marks & \"others\""),
      // Another attribute brings its fields, and a calculation only flags.
      ("transition=(transition)", "transition = (transition & 0) | ((transition) & -1)"),
      (
        "transition=transition - start",
        "transition = (transition & 255) | ((transition & -512) & -256)"
      ),
      (
        "transition.core=transition.core",
        "transition = (transition & ~15) | (flagdb_field((transition & 15), 15))"
      ),
      ("transition.depth=n", "transition = (transition & ~240) | (flagdb_field(n, 15) << 4)"),
      ("size.width=size.height*2", "size_width = size_height * 2"),
      ("tags=(names)", "tags = names"),
      ("due=now", "due = '2026-11-20 12:00:00'"),
      ("due=now+7d", "due = '2026-11-27 12:00:00'"),
    ])
  func calculated(_ word: String, _ sql: String) {
    #expect(outcome([word]) == sql)
  }

  @Test(
    "what is a value or a text is stored as it stands",
    arguments: [
      ("n=5", "n = 5"),
      ("note=hello", "note = 'hello'"),
      ("note=hello + you", "note = 'hello + you'"),
      ("note=code in use", "note = 'code in use'"),
      ("note=code-note", "note = 'code-note'"),
      ("note=status/owner", "note = 'status/owner'"),
      ("note=555-1234", "note = '555-1234'"),
      ("note=code and note", "note = 'code and note'"),
      ("note=code (note)", "note = 'code (note)'"),
      ("note=upper", "note = 'upper'"),
      ("note=upper(x) or more", "note = 'upper(x) or more'"),
      ("note=todo(call them)", "note = 'todo(call them)'"),
      ("note='uper(code)'", "note = 'uper(code)'"),
      ("note=score", "note = 'score'"),
      ("tags='uper(code)'", "tags = '[\"uper(code)\"]'"),
      ("any=555-1234", "any = '555-1234'"),
      ("any='0x10'", "any = '''0x10'''"),
      ("any=0x10", "any = 16"),
      ("note=(hello)", "note = '(hello)'"),
      ("note=code.txt", "note = 'code.txt'"),
      ("note=self", "note = 'self'"),
      ("note=$t", "note = '$t'"),
      ("note='hello'", "note = '''hello'''"),
      ("note='upper(code)'", "note = 'upper(code)'"),
      ("note=\"code\"", "note = 'code'"),
      ("note=\"'code'\"", "note = '''code'''"),
      ("note=\"'hello'\"", "note = '\"''hello''\"'"),
      ("note=", "note = ''"),
      ("note:null", "note = NULL"),
      ("marks=raw|hrm", "marks = 3"),
      ("marks=0x40", "marks = 64"),
      ("status=measured", "status = 1"),
      ("tags=names,code", "tags = '[\"names\",\"code\"]'"),
    ])
  func stored(_ word: String, _ sql: String) {
    #expect(outcome([word]) == sql)
  }

  @Test(
    "what could be either is refused, with both ways to write it",
    arguments: [
      (
        "note=code",
        "'code' may be a text or the attribute 'code' (write 'note=(code)' for the value of the "
          + "attribute, or \"note='code'\" for the text)"
      ),
      (
        "status=previous",
        "'previous' may be a case or the attribute 'previous' (write 'status=(previous)' for the "
          + "value of the attribute, or 'status=.previous' for the case)"
      ),
      (
        "done=on",
        "'on' may be true or false or the attribute 'on' (write 'done=(on)' for the value of the "
          + "attribute, or true or false)"
      ),
      (
        "status=previous ?? .received",
        "'previous' may be the value of that name or the attribute (write .previous for the value, "
          + "or SELF.previous for the attribute)"
      ),
    ])
  func ambiguous(_ word: String, _ message: String) {
    #expect(outcome([word]) == message)
  }

  @Test(
    "errors are those of the expression where it is clearly one, and of the value elsewhere",
    arguments: [
      ("n=foo", "n: expected a whole number, found 'foo'"),
      ("n=nn+1", "'nn' is not an attribute of Item (did you mean 'n'?)"),
      (
        "status=off-hold",
        "status: 'off-hold' is not a case of 'Status' (its cases are received, measured, previous)"
      ),
      ("n=12x", "n: expected a whole number, found '12x'"),
      ("n=n+", "expected a name or a value, found the end"),
      (
        "n=n+score",
        "'n' holds Int, and 'n+score' is Double (Int(n+score) removes the decimal places)"
      ),
      ("n=555-1234", "n: expected a whole number, found '555-1234' ('(555-1234)' is calculated)"),
      ("taken=2026-02-30", "taken: expected a day from 1 to 28, found 30 in '2026-02-30'"),
      ("n=due - taken", "'n' holds Int, and 'due - taken' is a length of time"),
      ("n=kind", "'n' holds Int, and 'kind' is a record of Kind"),
      ("n=opt > 1 ? opt : nil", "'n' cannot be null: it is not optional"),
      ("small=n > 1 ? 300 : 1", "small must be a whole number in -128...127, found 300"),
      ("tiny=marks", "'tiny' holds Tiny, and 'marks' is Mark"),
      (
        "score=code.count > 1 ? 'a' : 1",
        "'score' (Double) cannot be set to a text (expected a number)"
      ),
      ("n+=5", "'+=' changes flags, and 'n' (Int) holds none (write 'n=n+5')"),
    ])
  func refused(_ word: String, _ message: String) {
    #expect(outcome([word]) == message)
  }

  @Test(
    "a text that is a calculation but for a mistake is refused, with both ways to write it",
    arguments: [
      (
        "note=uper(code)",
        "'uper(code)' may be a text or a calculation: unknown function 'uper' "
          + "(write \"note='uper(code)'\" for the text, or 'note=upper(code)' for the calculation)"
      )
    ])
  func mistaken(_ word: String, _ message: String) {
    #expect(outcome([word]) == message)
  }

  @Test(
    "calculations with a mistake",
    arguments: [
      "note=upper(cod)", "note=code||\"x\"", "note=prefix(code, 0)", "note=code.upercased()",
      "note=upper(kind.nam)", "note=code - note", "note=code + nota", "note=max(n)",
      "note=foo(code)", "note=foo(bar)", "note=upper(code code)", "note=upper(code) + hello",
      "note=code + $t", "any=scor+1", "any=scor-1", "tags=uper(code)",
      "link=uper(code)", "note=(cod)", "note=code.count", "note=code.cuont", "note=kind.nam",
      "note=upper(code))",
      "note=code == note",
    ])
  func refusedTexts(_ word: String) {
    let message = outcome([word])
    #expect(message.contains("may be a text or"), "\(message)")
    #expect(message.contains("for the text"), "\(message)")
  }

  @Test(
    "flags are exact or an error",
    arguments: [
      "marks=raw*hrm", "marks=raw/hrm", "marks=raw<<1", "marks=raw ?? hrm", "marks=-raw",
      "marks=raw+nope", "marks=foo(raw)", "marks=abs(raw)", "marks=marks*2", "marks=2*marks",
      "marks=marks<<1", "marks=raw+", "marks=raw hrm", "marks=raw||hrm", "marks=raw+tiny",
      "marks=n > 1 ? raw*hrm : plx", "marks=marks ?? raw*hrm", "marks+=raw+hrm", "marks-=raw-hrm",
      "transition=start+0xff", "transition=(0xff)",
    ])
  func refusedFlags(_ word: String) {
    #expect(!outcome([word]).contains(" = "), "\(outcome([word]))")
  }

  @Test func given() {
    #expect(outcome(["note=$t"], ["t=code + code"]) == "note = 'code + code'")
    #expect(outcome(["note=code + $t"], ["t=x"]) == "note = code || 'x'")
    #expect(outcome(["n=n+$k"], ["k=7"]) == "n = flagdb_whole(n + 7)")
    #expect(outcome(["score=$k"], ["k=7"]) == "score = 7.0")
    #expect(
      outcome(["n=n+$k"])
        == "'$k' has no value (--arg k=VALUE gives it a value (.arg in a session))")
  }

  @Test func raw() {
    #expect(outcome(["n=n+1"], isRaw: true) == "n: expected a whole number, found 'n+1'")
    #expect(outcome(["note=upper(code)"], isRaw: true) == "note = 'upper(code)'")
  }

  @Test func severalOnALine() {
    #expect(
      outcome(["transition.depth=n", "transition=start", "transition.core=ply"])
        == "transition = ((transition & 0) | 258) | (flagdb_field(n, 15) << 4)")
    #expect(
      outcome(["n=small", "small=n"]) == "n = small, small = n")
  }

  /// An engine that changes one record after the other would see the new values of some.
  @Test func otherRecordsOfTheSameTable() {
    #expect(
      outcome(["n=(parent.n ?? 0) + 1"])
        == """
        n = flagdb_new.flagdb_value1 FROM (SELECT id AS flagdb_key, \
        flagdb_whole(coalesce((SELECT n FROM Item AS Item2 WHERE id = Item.parent), 0) + 1) \
        AS flagdb_value1 FROM Item) AS flagdb_new WHERE Item.id = flagdb_new.flagdb_key
        """)
    // A constant stays outside, where it has the type of its column.
    #expect(
      outcome(["due:null", "n=parent.n ?? 0"])
        == """
        due = NULL, n = flagdb_new.flagdb_value2 FROM (SELECT id AS flagdb_key, \
        coalesce((SELECT n FROM Item AS Item2 WHERE id = Item.parent), 0) AS flagdb_value2 \
        FROM Item) AS flagdb_new WHERE Item.id = flagdb_new.flagdb_key
        """)
  }
}
