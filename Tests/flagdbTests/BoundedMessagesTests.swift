import Testing

/// Messages do not grow with the number of errors: a person reads the first of them.
@Suite("Messages do not grow with the input")
struct BoundedMessagesTests {
  /// Scripts with thousands of mistakes or names, and what the messages end with or hold.
  static let scripts: [(script: String, says: String)] = [
    (
      "echo \"code$(printf ',c%s' {1..10000})\" > a.csv; "
        + "flagdb insert zoo.db Sample --from a.csv",
      "and 9,980 more"
    ),
    (
      "echo \"code$(printf ',%s' {1..5000})\" > a.csv; flagdb insert zoo.db T --create --from a.csv",
      ""
    ),
    (
      "echo \"a$(printf ',c %s' {1..200})\" > a.csv; echo \"1$(printf ',%s' {1..200})\" >> a.csv; "
        + "flagdb insert zoo.db T --create --dry-run --from a.csv | cat",
      "and 180 more"
    ),
    (
      "echo '[{\"code\": \"a\", \"taken\": \"now\"}]' > a.json; "
        + "flagdb insert zoo.db Sample --from a.json $(printf -- '--map c%s=note ' {1..1})",
      "note: no record"
    ),
    (
      "{ echo code,taken; printf 'c%s,nope\\n' {1..3000}; } > a.csv; "
        + "flagdb insert zoo.db Sample --from a.csv --on-error skip",
      "and 2,980 more records"
    ),
    ("flagdb insert zoo.db Sample $(printf 'a%s=1 ' {1..3000})", "and 2,980 more"),
    ("flagdb query zoo.db Sample --columns \"$(printf 'a%s,' {1..3000})b\"", ""),
    (
      "printf 'enum E%s: Int { case a, a }\\n' {1..3000} > a.swift; flagdb schema a.swift",
      "and 81 more"
    ),
    (
      "{ echo 'enum E: Int {'; printf 'case c%s\\n' {1..3000}; echo '}'; "
        + "echo '@Model class A { var e: E = .zzzzz }'; } > a.swift; flagdb schema a.swift",
      "error"
    ),
    (
      "{ printf '@Model class Q%s { var a: Int }\\n' {1..2000}; } > a.swift; "
        + "flagdb new a.db a.swift; flagdb query a.db zzzzzzzz; echo nope | flagdb repl a.db",
      "Q16, Q17, Q18, Q19, Q20, …"
    ),
    (
      "{ echo '@Model class A {'; printf 'var a%s: Int\\n' {1..1500}; echo '}'; } > a.swift; "
        + "flagdb new a.db a.swift; flagdb insert a.db A a1=1; flagdb query a.db A --where 'zzzz > 1'; "
        + "echo '{\"a1\": 1}' | flagdb insert a.db A --from - --format json",
      "'a19', 'a20', 'a21', …"
    ),
    (
      "{ echo '@Model class A {'; printf 'var a%s: Int\\n' {1..900}; echo '}'; } > a.swift; "
        + "flagdb new a.db a.swift; printf 'INSERT INTO A (id%s) VALUES (1%s)' "
        + "\"$(printf ', a%s' {1..900})\" \"$(printf ', %s' {1..900})\" | sqlite3 a.db; "
        + "echo '@Model class A { var b: Int = 0 }' > b.swift; "
        + "flagdb migrate a.db b.swift --check > plan; flagdb migrate a.db b.swift > plan",
      "and 880 more"
    ),
    (
      "mkdir -p \"$XDG_CONFIG_HOME/flagdb\"; "
        + "printf 'nope%s = 1\\n' {1..3000} > \"$XDG_CONFIG_HOME/flagdb/config\"; "
        + "flagdb flags zoo.db > plan",
      "and 2,980 more"
    ),
    (
      "flagdb sql zoo.db \"SELECT $(printf \"has(markers, 'z%s'), \" {1..3000}) 1 FROM Sample\"",
      "error"
    ),
    (
      "{ echo 'struct F: OptionSet { let rawValue: Int64'; "
        + "printf 'static let f%s: F = [.zz%s]\\n' {1..3000} {1..3000}; echo '}'; } > a.swift; "
        + "flagdb schema a.swift",
      "more"
    ),
  ]

  @Test("of many only the first are told", arguments: scripts)
  func bounded(script: String, says: String) async throws {
    let sandbox = try await Sandbox.zoo()
    let result = try await Command("bash", "-c", script).run(in: sandbox)
    #expect(result.error.count < 12_000, "\(result.error.count) bytes")
    #expect(result.error.count > 0)
    #expect(result.errorText.contains(says), "\(result.errorText.suffix(400))")
  }
}
